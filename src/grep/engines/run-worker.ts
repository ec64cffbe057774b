import { builtPath } from "../../assets.ts";
import { GrepaiError } from "../../errors.ts";
import { LineSplitter, type RunChild } from "./child-process.ts";
import type { StructuralJob, StructuralMessage, TextJob } from "./worker-protocol.ts";

/** A job for one of our own programs that search files. */
export type WorkerJob =
  | { readonly program: "structural-worker"; readonly input: StructuralJob }
  | { readonly program: "text-worker"; readonly input: TextJob };

/**
 * Runs one of our own search programs to its end, or until the signal fires or no more is wanted.
 * @param onMessage answers whether more is wanted
 * @throws GrepaiError FILE_SYSTEM_ERROR when it ended before its end
 */
export async function runWorker(
  { program, input }: WorkerJob,
  signal: AbortSignal,
  runChild: RunChild,
  onMessage: (message: StructuralMessage) => boolean,
): Promise<void> {
  let isDone = false;
  const lines = new LineSplitter((line) => {
    const message = JSON.parse(line) as StructuralMessage;
    isDone ||= message.kind === "done";
    return onMessage(message);
  });
  const outcome = await runChild(process.execPath, [builtPath("grep", `${program}.js`)], {
    cwd: input.root,
    input: JSON.stringify(input),
    signal,
    onOutput: (chunk) => lines.push(chunk),
  });
  if (outcome.kind === "stopped" || isDone) return;
  const reason = outcome.kind === "failed" ? outcome.message : `exit code ${outcome.code}`;
  throw new GrepaiError(
    "FILE_SYSTEM_ERROR",
    `The search ended before its end (${reason}); a file may have crashed its parser. Narrow the location to leave it out.`,
  );
}
