import type { LanguageId } from "../parse/types.ts";
import type { SkipReason } from "../scan/types.ts";

/**
 * `text`: literal text or a regular expression. `structural`: a code shape. `semgrep`: a semgrep pattern. `both`: text
 * and structure, taking turns in the results.
 */
export type GrepMode = "text" | "structural" | "semgrep" | "both";

/** The programs that find matches: two for text, of which `javascript` stands in where ripgrep has no binary. */
export type EngineName = "ripgrep" | "javascript" | "ast-grep" | "semgrep";

/** What to look for and where, checked. */
export interface GrepRequest {
  readonly query: string;
  readonly mode: GrepMode;
  /** The query is a regular expression (ripgrep's syntax), else literal text. */
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  /** Matches must begin and end at word boundaries. */
  readonly isWord: boolean;
  /** Matches may span lines. */
  readonly isMultiline: boolean;
  /** FreeCAD documents and notebooks are searched as records, else as the files they are. */
  readonly asRecords: boolean;
  /** A file, folder or label, a document's object behind a `#`; "*" for everywhere. */
  readonly location: string;
  /** Globs; one with a leading "!" leaves out. */
  readonly globs: readonly string[];
  /** Empty for all. */
  readonly languages: readonly LanguageId[];
  /** Lines of context before and after each match. */
  readonly contextLines: number;
  /** Results to pass over. */
  readonly skip: number;
  /** Results at most; null for all. */
  readonly limit: number | null;
}

/** A line with its number, from 1; without line end. */
export interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

/** Where in {@link TextMatch.text} a match lies, in UTF-16 units; `end` is exclusive. */
export interface MatchRange {
  readonly start: number;
  readonly end: number;
}

/** One line, or several where a match spans them, with what matched in it. */
export interface TextMatch {
  /** From 1. */
  readonly line: number;
  /** Last line, inclusive. */
  readonly endLine: number;
  /** Of the first match, from 1, in UTF-16 units; in bytes where it lies beyond what is kept of a very long line. */
  readonly column: number;
  /** The whole line or lines, without the last line end. */
  readonly text: string;
  /** A very long line is kept in part; `text` is its beginning. */
  readonly isCut: boolean;
  /** In order; at least one. Those in the part of a line that was cut off are missing. */
  readonly ranges: readonly MatchRange[];
  readonly before: readonly NumberedLine[];
  readonly after: readonly NumberedLine[];
  /** Id of the semgrep rule, or null. */
  readonly rule: string | null;
  /** What the metavariables of a structural pattern stand for, by name; null from other engines. */
  readonly variables: Readonly<Record<string, string>> | null;
}

/** The matches of one file, in order. */
export interface FileMatches {
  /** Relative to the searched root, `/`-separated. */
  readonly path: string;
  /** Matches in the file; `matches` may hold fewer, its first. */
  readonly count: number;
  readonly matches: readonly TextMatch[];
}

/** Takes the files with matches from an engine in any order; answers whether more are wanted. */
export type MatchSink = (file: FileMatches) => boolean;

/** What an engine has to say after a search. */
export interface EngineReport {
  /** Files that could not be opened or read. */
  readonly unreadable: number;
  /** Files that turned out to be binary. */
  readonly binary: number;
  /** Remarks for people: patterns that were rewritten, files that could not be parsed. */
  readonly notes: readonly string[];
}

/** What is searched: one folder and those of its files that are in scope. */
export interface SearchSpace {
  /** Absolute. */
  readonly root: string;
  /** Relative paths. */
  readonly files: ReadonlySet<string>;
  /** The file or folder that holds all of them; "" for the root. */
  readonly within: string;
  /** Paths below `within` that are left out, folders with a slash at their end, so that a walk comes to the same files. */
  readonly excluded: readonly string[];
}

/** One search by one engine. */
export interface EngineJob {
  readonly request: GrepRequest;
  readonly space: SearchSpace;
  /** Matches of one file that are kept at most; the others are counted. */
  readonly keepPerFile: number;
  /** False for a file whose matches come too late in the order of results: they need only be counted. */
  readonly isWanted: (path: string) => boolean;
  /** Ends the search: what was found by then stays. */
  readonly signal: AbortSignal;
  readonly sink: MatchSink;
}

/** Something that finds matches. */
export interface Engine {
  readonly name: EngineName;
  /**
   * Searches and resolves when all is told to the sink, the sink wants no more, or the signal has fired.
   * @throws GrepaiError INVALID_PATTERN, ENGINE_UNAVAILABLE, FILE_SYSTEM_ERROR
   */
  search(job: EngineJob): Promise<EngineReport>;
}

/** A definition around a match, from the index. */
export interface EnclosingSymbol {
  readonly name: string;
  /** With its scopes: `Type.method`. */
  readonly qualifiedName: string;
  readonly kind: string;
}

/** The record of a document that a match is in. */
export interface RecordPlace {
  readonly documentLabel: string;
  readonly kind: "document" | "object";
  /** Name of the object in the document; "" for the document itself. */
  readonly name: string;
  readonly label: string;
  readonly type: string;
  /** `Sketch.Geometry[1].radius` */
  readonly fieldPath: string;
}

/** One result. In a document, lines are those of the record. */
export interface GrepHit extends TextMatch {
  readonly engine: EngineName;
  readonly path: string;
  readonly symbol: EnclosingSymbol | null;
  readonly record: RecordPlace | null;
}

/** Files with matches and how many. */
export interface FileCount {
  readonly path: string;
  readonly engine: EngineName;
  readonly count: number;
}

/** How much was looked at. */
export interface DocumentCounts {
  /** Files that location, globs and languages select. */
  readonly inScope: number;
  readonly searched: number;
  readonly unreadable: number;
  /** Paths within the location that rules leave out; a folder counts once. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly withMatches: number;
  /** Objects of documents that were searched as records. */
  readonly objects: number;
}

export interface EngineFailure {
  readonly engine: EngineName;
  readonly code: string;
  readonly message: string;
}

export interface GrepHints {
  readonly nextSteps: readonly string[];
  readonly scopeNote: string | null;
  readonly noMatchNote: string | null;
  readonly unreadableNote: string | null;
}

/** The answer to one {@link GrepRequest}. */
export interface GrepAnswer {
  readonly request: GrepRequest;
  /** Absolute. */
  readonly root: string;
  readonly elapsedMs: number;
  /** Time to find the files in scope and to turn documents into records. */
  readonly indexMs: number;
  readonly searchMs: number;
  /** Engines that ran to their end. */
  readonly enginesUsed: readonly EngineName[];
  readonly enginesUnavailable: readonly EngineName[];
  readonly engineErrors: readonly EngineFailure[];
  readonly documents: DocumentCounts;
  readonly matchCount: number;
  /** An engine was stopped at the cap: `matchCount` is a lower bound. */
  readonly isScanCapped: boolean;
  readonly hits: readonly GrepHit[];
  /** All files with matches, sorted by path. */
  readonly files: readonly FileCount[];
  readonly hints: GrepHints;
  readonly notes: readonly string[];
}
