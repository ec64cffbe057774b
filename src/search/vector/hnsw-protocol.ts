import type { EmbedderId } from "../../embed/types.ts";

/** What a graph was built from; one of another origin is never used. */
export interface GraphOrigin {
  readonly databaseId: string;
  readonly embedder: EmbedderId;
  /** Number of edges a node keeps (M) and candidates looked at while building (Malkov & Yashunin 2016). */
  readonly m: number;
  readonly efConstruction: number;
}

/** Given to the worker when it starts. */
export interface GraphWorkerSetup {
  /** The derived file that keeps the graph between processes. */
  readonly path: string;
  readonly origin: GraphOrigin;
}

export type GraphRequest =
  /** Take the graph out of the derived file, if there is one of this origin. */
  | { readonly kind: "open" }
  /** Build it and write the derived file. */
  | {
      readonly kind: "build";
      readonly generation: number;
      /** Passage of each label. */
      readonly passageIds: Uint32Array;
      /** Quantised vectors by label, `stride` numbers each; of any length, as direction alone counts. */
      readonly rows: Int8Array;
      readonly stride: number;
    };

export type GraphReply =
  /** The graph lies in a file of the addon's own, verified or just made; the receiver deletes it. */
  | { readonly kind: "graph"; readonly file: string; readonly passageIds: Uint32Array; readonly generation: number }
  /** There is none of this origin. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly reason: string };
