import { Console } from "node:console";
import { Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { messageOf } from "../errors.ts";
import { visibleLine } from "../format/visible.ts";
import type { Project } from "../project/project.ts";
import { createMcpServer } from "./server.ts";

/** How long calls under way may take to finish after the client has closed its end. */
const farewellMs = 1_500;

/**
 * Keeps standard output for the protocol: whatever else in this process writes there, a library's `console.log` too,
 * goes to standard error from now on.
 * @returns the stream that the protocol alone writes to
 */
function reserveStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout) as (chunk: Uint8Array, done: (error?: Error | null) => void) => boolean;
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  globalThis.console = new Console({ stdout: stderr, stderr });
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      write(chunk, done);
    },
  });
}

function log(line: string): void {
  process.stderr.write(`grepai: ${visibleLine(line)}\n`);
}

export interface StdioOptions {
  readonly version: string;
  readonly project: () => Promise<Project>;
  readonly isDebugging: boolean;
}

/**
 * Serves one client over standard input and output. Resolves when the client has closed either of them, or on SIGINT
 * or SIGTERM; what was answered by then has been written out.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const output = reserveStdout();
  const onDefect = (thrown: unknown): void => {
    const stack = thrown instanceof Error ? thrown.stack : undefined;
    if (options.isDebugging) process.stderr.write(`${stack ?? messageOf(thrown)}\n`);
    else log(`internal error: ${messageOf(thrown)}`);
  };
  const { server, idle } = createMcpServer({ version: options.version, project: options.project, onDefect });
  server.onerror = (error) => log(`protocol: ${error.message.split("\n")[0]}`);
  process.stderr.on("error", () => {});

  const ended = new Promise<"input" | "output" | "signal">((resolve) => {
    process.stdin.once("end", () => resolve("input"));
    process.stdin.once("close", () => resolve("input"));
    process.stdin.once("error", () => resolve("input"));
    output.once("error", () => resolve("output"));
    process.stdout.once("error", () => resolve("output"));
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve("signal"));
    server.onclose = () => resolve("output");
  });

  await server.connect(new StdioServerTransport(process.stdin, output));
  const reason = await ended;
  if (reason === "input") {
    const farewell = new Promise<void>((resolve) => setTimeout(resolve, farewellMs));
    await Promise.race([idle(), farewell]);
    // The answers of calls that have just ended are written in the turns after.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  await server.close();
  if (reason !== "output") await new Promise<void>((resolve) => output.end(() => resolve()));
}
