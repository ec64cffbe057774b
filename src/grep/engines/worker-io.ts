import { readFileSync, writeSync } from "node:fs";
import type { StructuralMessage } from "./worker-protocol.ts";

/** The job on standard input. */
export function readJob<Job>(): Job {
  return JSON.parse(readFileSync(0, "utf8")) as Job;
}

/** Writes one message and waits until it is taken over, so that a slow reader slows the search down. */
export function say(message: StructuralMessage): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
}
