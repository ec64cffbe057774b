import type { CallSite, Confidence, TracedSymbol } from "../graph/types.ts";

/** What is taken for changed. */
export type ChangeRequest =
  /** What differs between a revision and the working tree, files unknown to git included; null stands for HEAD. */
  | { readonly kind: "since"; readonly revision: string | null }
  /** What the next commit would hold. */
  | { readonly kind: "staged" }
  /** Every symbol of the files. */
  | { readonly kind: "files" };

/** Lines that differ, as in a unified diff without context: counts of 0 stand for a place after that line. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** A file that a diff touches. Paths are relative to the project. */
export interface ChangedFile {
  /** Where it is now; where it was, if it was deleted. */
  readonly path: string;
  readonly status: "added" | "modified" | "deleted";
  readonly hunks: readonly Hunk[];
  /** Id of the blob with the old content; null where there is none. */
  readonly oldBlob: string | null;
  /** The first line added, to tell whether the index has read it; null where none is. */
  readonly firstAdded: { readonly line: number; readonly text: string } | null;
}

/** What a file held before, as far as it matters to symbols that are gone. */
export interface OldDefinition {
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: TracedSymbol["kind"];
  readonly line: number;
  readonly endLine: number;
}

/** The changed files with what is needed to tell which symbols changed. */
export type Changes =
  | {
      readonly kind: "diff";
      /** For people: `HEAD and the working tree`. */
      readonly between: string;
      readonly files: readonly ChangedFile[];
      /** Definitions of the old contents by path, for files that lost lines. */
      readonly oldDefinitions: ReadonlyMap<string, readonly OldDefinition[]>;
      readonly notes: readonly string[];
    }
  | { readonly kind: "files"; readonly paths: readonly string[]; readonly notes: readonly string[] };

export type ChangeKind = "added" | "modified" | "deleted";

export interface ChangedSymbol {
  readonly change: ChangeKind;
  /** Where it is, or was. */
  readonly symbol: TracedSymbol;
}

/** A symbol that a change may reach. */
export interface AffectedSymbol {
  readonly name: string;
  readonly qualifiedName: string;
  /** Null for a file's top level. */
  readonly kind: TracedSymbol["kind"] | null;
  readonly file: string;
  readonly line: number;
  readonly isTest: boolean;
  /** Calls between it and the nearest changed symbol, from 1. */
  readonly distance: number;
  /** Of the least sure call on the way. */
  readonly confidence: Confidence;
  /** The symbol that it calls on the way. */
  readonly via: string;
  /** Where it calls it first. */
  readonly site: CallSite;
}

export interface ImpactAnswer {
  /** For people: what was compared. */
  readonly query: string;
  readonly changed: readonly ChangedSymbol[];
  /** Tests first, then by distance, place and name. */
  readonly affected: readonly AffectedSymbol[];
  /** Affected symbols found, also those beyond the limit. */
  readonly total: number;
  readonly testCount: number;
  readonly maxDistance: number;
  /** Symbols were left out for the limit of their number or of the distance. */
  readonly truncated: boolean;
  readonly notes: readonly string[];
}
