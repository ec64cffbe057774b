import { resolve } from "node:path";
import picocolors from "picocolors";
import { visibleLine } from "../format/visible.ts";
import type { CliContext, ExitCode } from "./context.ts";

/** What of the command line's global options a terminal needs. */
export interface GlobalOptions {
  readonly cwd: string | undefined;
  /** False with `--no-color`. */
  readonly color: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether to colour: `--no-color` and `NO_COLOR` (https://no-color.org) forbid it, `FORCE_COLOR` demands it, otherwise
 * it takes a terminal that is not dumb.
 */
export function wantsColour(isAllowed: boolean, environment: Environment, isTerminal: boolean): boolean {
  if (!isAllowed || (environment["NO_COLOR"] ?? "") !== "") return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment["TERM"] !== "dumb";
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED");
}

/**
 * The context of commands on this process.
 * @param globals read when a command runs, since the command line is parsed after the commands are registered
 */
export function processContext(globals: () => GlobalOptions): CliContext {
  const { stdout, stderr, stdin, env } = process;
  // A reader that has seen enough (`| head`) is no failure: end at once and quietly, nothing can be told to it.
  let whenOutputFails = (error: unknown): void => process.exit(isBrokenPipe(error) ? 0 : 2);
  stdout.on("error", (error) => whenOutputFails(error));
  stderr.on("error", () => {});
  return {
    get cwd() {
      return resolve(globals().cwd ?? ".");
    },
    get colours() {
      return picocolors.createColors(wantsColour(globals().color, env, stdout.isTTY === true));
    },
    isInteractive: stdout.isTTY === true && stdin.isTTY === true,
    showsProgress: stderr.isTTY === true,
    write: (text) =>
      new Promise((done) => {
        stdout.write(text, () => done());
      }),
    warn(line) {
      stderr.write(`grepai: ${visibleLine(line)}\n`);
    },
    outliveOutput(whenClosed) {
      whenOutputFails = (error) => {
        if (isBrokenPipe(error)) whenClosed();
      };
    },
    exitWith(code: ExitCode) {
      process.exitCode = code;
    },
  };
}
