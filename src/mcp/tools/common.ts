import { z } from "zod";
import { choice, flag } from "../parameters.ts";

/** The parameters that tools share. */
export const formatParameter = choice(
  "format",
  'Encoding of the text: "json", or "toon", which says the same in fewer tokens.',
  ["json", "toon"],
  "json",
);

export const compactParameter = (leavesOut: string) =>
  flag("compact", `Short keys and no ${leavesOut}: about a fifth of the tokens. Prefer it for a first look.`);

/** Remarks on the answer, such as results left out; only present when there are any. */
export const notesOutput = z.array(z.string()).optional();

export const definitionOutput = z.object({ name: z.string(), kind: z.string(), file: z.string(), line: z.int() });
