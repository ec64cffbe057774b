import * as z from "zod";
import { GrepaiError } from "../../errors.ts";
import { statusReply } from "../../format/status-reply.ts";
import { flag } from "../parameters.ts";
import { defineTool } from "../tool.ts";
import { formatParameter, notesOutput } from "./common.ts";

const counts = z.record(z.string(), z.int());

const output = z.object({
  status: z.enum(["healthy", "building", "degraded", "missing", "damaged"]),
  project: z.string(),
  embedder: z.object({
    provider: z.string(),
    model: z.string(),
    status: z.enum(["connected", "unavailable"]),
    reason: z.string().optional(),
  }),
  store: z.object({ backend: z.string(), location: z.string(), size_bytes: z.int(), vector_search: z.string() }),
  index: z.object({
    files: z.int(),
    chunks: z.int(),
    last_updated: z.string().nullable(),
    symbols: z.int(),
    references: z.int(),
    generation: z.int(),
    pending_files: z.int(),
    pending_chunks: z.int(),
    failed_chunks: z.int(),
    languages: counts,
    skipped: counts,
  }),
  daemon: z.object({ running: z.boolean(), pid: z.int().nullable(), started_at: z.string().optional() }),
  progress: z.object({ files_done: z.int(), files_total: z.int() }).optional(),
  notes: notesOutput,
  details: z
    .object({
      parse_status: counts,
      skipped_paths: z.array(z.object({ path: z.string(), reason: z.string(), detail: z.string().optional() })),
      partly_parsed: z.array(z.string()),
      not_embedded: z.array(z.object({ file: z.string(), line: z.int(), reason: z.string() })),
    })
    .optional(),
});

/** Tells the state of the index. */
export const indexStatusTool = defineTool({
  name: "grepai_index_status",
  title: "Index status",
  description:
    "Tell whether the project's index is there, complete and live: files, chunks, languages, pending work, last " +
    "update, embedding model, and whether 'grepai watch' is running. Use it when results look missing or stale; it is " +
    "not needed before every search.",
  parameters: z.strictObject({
    verbose: flag("verbose", "Also list skipped paths with reasons, files parsed in part, and chunks without vectors."),
    format: formatParameter,
  }),
  output,
  async answer({ verbose, format }, { project, signal }) {
    const opened = await project();
    const report = await opened.status({ isVerbose: verbose, signal });
    if (report.status === "missing") {
      throw new GrepaiError("INDEX_NOT_FOUND", "Index not found. Run 'grepai watch' first.");
    }
    return { reply: { ...statusReply(report) }, format };
  },
});
