import * as z from "zod";
import { flag } from "../parameters.ts";

/** The parameters that tools share. */
export const formatParameter = z
  .enum(["json", "toon"], { error: `Parameter 'format' must be "json" or "toon".` })
  .default("json")
  .describe('Encoding of the text: "json", or "toon", which says the same in fewer tokens.');

export const compactParameter = (leavesOut: string) =>
  flag("compact", `Short keys and no ${leavesOut}: about a fifth of the tokens. Prefer it for a first look.`);

/** Remarks on the answer, such as results left out; only present when there are any. */
export const notesOutput = z.array(z.string()).optional();

export const definitionOutput = z.object({ name: z.string(), kind: z.string(), file: z.string(), line: z.int() });
