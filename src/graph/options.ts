import type { TraceConfig } from "../config/types.ts";
import type { ReadProjectFile } from "./resolve/types.ts";

/** What every trace needs beside the view. */
export interface TraceOptions {
  readonly config: TraceConfig;
  /** For `tsconfig.json`, `package.json` and `go.mod`; see `projectFileReader`. */
  readonly readProjectFile: ReadProjectFile;
}

/** Levels below the root that a graph may be asked for; deeper ones are clamped with a note. */
export const MAX_GRAPH_DEPTH = 100;

export const DEFAULT_GRAPH_DEPTH = 2;

export const DEFAULT_MAX_NODES = 500;

export interface GraphOptions extends TraceOptions {
  /** Levels below the root, from 1; {@link DEFAULT_GRAPH_DEPTH} when not given. */
  readonly depth?: number;
  /** Different symbols shown at most; {@link DEFAULT_MAX_NODES} when not given. */
  readonly maxNodes?: number;
}
