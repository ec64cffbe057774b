/** Where a pass stands; sent often, meant to be drawn at the receiver's own pace. */
export interface PassReport {
  readonly phase: "scanning" | "indexing" | "embedding" | "saving";
  /** Files (or, while embedding, passages) finished and in all; the total is 0 while scanning. */
  readonly done: number;
  readonly total: number;
  /** Chunks made so far in this pass. */
  readonly chunks: number;
}

/** What a pass did. */
export interface PassSummary {
  /** Files whose content was new or changed, or which came under a new path. */
  readonly updated: number;
  readonly removed: number;
  /** Files looked at or passed over by their stamp that were as before. */
  readonly unchanged: number;
  /** Files and folders left out by the rules. */
  readonly skipped: number;
  readonly chunks: number;
  /** The last generation committed. */
  readonly generation: number;
  readonly elapsedMs: number;
  /** The pass was cut short by its signal; what was done is kept. */
  readonly aborted: boolean;
}

/** What embedding the pending passages did. */
export interface EmbedSummary {
  readonly embedded: number;
  /** Texts that the model cannot embed. */
  readonly failed: number;
  /** Why passages are still pending, or null. */
  readonly unavailable: string | null;
}
