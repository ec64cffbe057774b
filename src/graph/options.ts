import type { TraceConfig } from "../config/types.ts";
import type { ReadProjectFile } from "./resolve/types.ts";
import type { Confidence, Direction } from "./types.ts";

/** What every trace needs beside the view. */
export interface TraceOptions {
  readonly config: TraceConfig;
  /** For `tsconfig.json`, `package.json` and `go.mod`; see `projectFileReader`. */
  readonly readProjectFile: ReadProjectFile;
  /** Which of several definitions of a name is meant, in any form of `chooseDefinitions`; null for all. */
  readonly definition: string | null;
  /** Whether what lies in a file may be shown; null stands for symbols outside the project. */
  readonly shows: (path: string | null) => boolean;
  /** Edges that are less sure are left out. */
  readonly minConfidence: Confidence;
}

export interface ListOptions extends TraceOptions {
  /** Rows at most; null for all. */
  readonly limit: number | null;
}

/** Levels below the root that a graph may be asked for; deeper ones are clamped with a note. */
export const MAX_GRAPH_DEPTH = 100;

export const DEFAULT_GRAPH_DEPTH = 2;

export const DEFAULT_MAX_NODES = 500;

export const MAX_MAX_NODES = 10_000;

export interface GraphOptions extends TraceOptions {
  /** Levels below the root, from 1. */
  readonly depth: number;
  readonly direction: Direction;
  /** Different symbols shown at most. */
  readonly maxNodes: number;
}
