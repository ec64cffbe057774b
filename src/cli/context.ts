import type { Colors } from "picocolors/types.js";

/** 0 found or done, 1 nothing found, 2 bad usage or an error: as grep and ripgrep do. */
export type ExitCode = 0 | 1 | 2;

/** What every command is given; commands reach for nothing else of the process. */
export interface CliContext {
  /** Absolute folder the command works in (`-C`, else the current one). Read it when the command runs, not before. */
  readonly cwd: string;
  /** Colours for standard output; they do nothing when colours are off. Read it when the command runs. */
  readonly colours: Colors;
  /** Standard output and standard input are both terminals, so that questions may be asked. */
  readonly isInteractive: boolean;
  /** Standard error is a terminal, so that a progress bar may be drawn there. */
  readonly showsProgress: boolean;
  /** Writes to standard output and waits until it is taken over; ends quietly when the reader is gone. */
  write(text: string): Promise<void>;
  /** One line for people on standard error, control characters made visible. */
  warn(line: string): void;
  /**
   * For a command that is to go on whatever becomes of its output: from now on what finds no room is dropped, and a
   * reader that is gone calls `whenClosed` instead of ending the process.
   */
  outliveOutput(whenClosed: () => void): void;
  /** Sets what the process ends with; pending output is still written. */
  exitWith(code: ExitCode): void;
}
