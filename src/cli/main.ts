#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { shippedPath } from "../assets.ts";
import { GrepaiError, messageOf } from "../errors.ts";
import { visibleLine } from "../format/visible.ts";
import { createProgram } from "./program.ts";
import { processContext } from "./terminal.ts";

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(shippedPath("package.json"), "utf8")) as { readonly version: string };
  return version;
}

/** One line on standard error that says what is wrong and the remedy; the stack only for those who debug. */
function report(thrown: unknown): void {
  if (process.env["GREPAI_DEBUG"] === "1") {
    process.stderr.write(`${thrown instanceof Error ? thrown.stack : messageOf(thrown)}\n`);
    return;
  }
  const text =
    thrown instanceof GrepaiError
      ? thrown.message
      : `unexpected error: ${messageOf(thrown)} (set GREPAI_DEBUG=1 to see where, and report it)`;
  process.stderr.write(`grepai: ${visibleLine(text)}\n`);
}

/** The exit code of a failure: a symbol that does not exist is "nothing found", the rest are errors. */
function exitCodeOf(thrown: unknown): 0 | 1 | 2 {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  return thrown instanceof GrepaiError && thrown.code === "SYMBOL_NOT_FOUND" ? 1 : 2;
}

const args = process.argv.slice(2);
try {
  const program = await createProgram(packageVersion(), args, processContext);
  await program.parseAsync(args, { from: "user" });
} catch (thrown) {
  // The parser has told its own errors already.
  if (!(thrown instanceof CommanderError)) report(thrown);
  // Not process.exit, which would cut output that a slow pipe has not taken yet.
  process.exitCode = exitCodeOf(thrown);
}
