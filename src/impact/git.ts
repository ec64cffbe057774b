import { execFile } from "node:child_process";
import { GrepaiError, messageOf } from "../errors.ts";

/** Larger diffs are not read. */
const maxOutputBytes = 64 * 1024 * 1024;
const timeoutMs = 60_000;

/** Settings of the user or the repository that would start programs or change the form of the output. */
const plain = ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "diff.noprefix=false"];

interface GitOptions {
  /** Absolute; git works below it. */
  readonly root: string;
  readonly signal?: AbortSignal | undefined;
}

/** How git ended: with its output, or with what it complained of. */
type GitOutcome =
  | { readonly kind: "done"; readonly output: Buffer }
  | { readonly kind: "refused"; readonly complaint: string };

/**
 * Runs git without a shell; it takes no lock and never asks.
 * @throws GrepaiError ENGINE_UNAVAILABLE where there is no git, TIMEOUT, CANCELLED, INVALID_PARAMETERS for output without end
 */
function runGit(args: readonly string[], { root, signal }: GitOptions, input = ""): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      [...plain, ...args],
      {
        cwd: root,
        encoding: "buffer",
        maxBuffer: maxOutputBytes,
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        windowsHide: true,
        env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
        ...(signal === undefined ? {} : { signal }),
      },
      (error, output, complaints) => {
        if (error === null) resolve({ kind: "done", output });
        else if (typeof error.code === "number") {
          resolve({ kind: "refused", complaint: complaints.toString("utf8").trim().split("\n")[0] ?? "" });
        } else reject(failureOf(error));
      },
    );
    // A git that ends early closes its input.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

function failureOf(error: Error & { code?: unknown; killed?: boolean }): GrepaiError {
  if (error.name === "AbortError") return new GrepaiError("CANCELLED", "The request was cancelled.");
  if (error.code === "ENOENT") {
    const message = "git was not found. Install it or put it on the PATH, or name files instead of a diff.";
    return new GrepaiError("ENGINE_UNAVAILABLE", message, { cause: error });
  }
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
    const message = `The diff is larger than ${maxOutputBytes / 2 ** 20} MB: compare with a nearer revision, or name files.`;
    return new GrepaiError("INVALID_PARAMETERS", message, { cause: error });
  }
  if (error.killed === true) {
    const message = `git took longer than ${timeoutMs / 1000} s: compare with a nearer revision, or name files.`;
    return new GrepaiError("TIMEOUT", message, { cause: error });
  }
  return new GrepaiError("INTERNAL", `git failed: ${messageOf(error)}`, { cause: error });
}

/** Output of a command that must succeed. */
async function outputOf(args: readonly string[], options: GitOptions, input?: string): Promise<Buffer> {
  const outcome = await runGit(args, options, input);
  if (outcome.kind === "done") return outcome.output;
  throw new GrepaiError("INVALID_PARAMETERS", `git refused to compare (${outcome.complaint}). Name files instead.`);
}

/** @throws GrepaiError INVALID_PARAMETERS where the project is in no repository */
async function requireRepository(options: GitOptions): Promise<void> {
  const outcome = await runGit(["rev-parse", "--is-inside-work-tree"], options);
  if (outcome.kind === "done" && outcome.output.toString("utf8").trim() === "true") return;
  const why = outcome.kind === "refused" && !outcome.complaint.includes("not a git repository");
  throw new GrepaiError(
    "INVALID_PARAMETERS",
    why
      ? `git cannot be asked here (${outcome.complaint}). Mend that, or name files instead of a diff.`
      : "The project is in no git repository, so nothing can be compared. Run 'git init', or name files instead of a diff.",
  );
}

/** The commit that a revision names, or the empty tree for HEAD before the first commit. */
async function baseOf(revision: string | null, options: GitOptions): Promise<string> {
  const asked = revision ?? "HEAD";
  const outcome = await runGit(["rev-parse", "--verify", "--quiet", "--end-of-options", `${asked}^{commit}`], options);
  if (outcome.kind === "done") return outcome.output.toString("utf8").trim();
  if (revision === null)
    return (await outputOf(["hash-object", "-t", "tree", "--stdin"], options)).toString("utf8").trim();
  throw new GrepaiError(
    "INVALID_PARAMETERS",
    `There is no revision '${asked.slice(0, 80)}' in this repository. Give a branch, a tag or a commit ('git log --oneline' lists commits).`,
  );
}

/** What git says of the differences, to be read by `readDiff`, and of files that it does not know. */
export interface GitDifferences {
  /** Raw entries, each ended by NUL, and then the patches in the same order. */
  readonly diff: Buffer;
  readonly untracked: readonly string[];
}

/**
 * Compares the working tree, or what is staged, with a revision.
 * @param revision null for HEAD
 * @throws GrepaiError INVALID_PARAMETERS where there is no repository or no such revision; and as {@link runGit}
 */
export async function gitDifferences(
  revision: string | null,
  isStaged: boolean,
  options: GitOptions,
): Promise<GitDifferences> {
  await requireRepository(options);
  const base = await baseOf(revision, options);
  const diff = await outputOf(
    [
      "diff",
      ...(isStaged ? ["--cached"] : []),
      "--raw",
      "-z",
      "--patch",
      "--unified=0",
      "--no-abbrev",
      "--find-renames",
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
      "--ignore-submodules",
      "--relative",
      base,
      "--",
    ],
    options,
  );
  const listed = isStaged ? null : await outputOf(["ls-files", "--others", "--exclude-standard", "-z"], options);
  const untracked = (listed?.toString("utf8") ?? "").split("\0").filter((path) => path !== "");
  return { diff, untracked };
}

/** Contents of blobs by id; those that are missing are left out. */
export async function gitBlobs(ids: readonly string[], options: GitOptions): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  if (ids.length === 0) return blobs;
  const output = await outputOf(["cat-file", "--batch"], options, `${ids.join("\n")}\n`);
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf(0x0a, at);
    if (lineEnd === -1) break;
    const [id = "", type, size] = output.toString("latin1", at, lineEnd).split(" ");
    at = lineEnd + 1;
    if (type !== "blob") continue;
    const end = at + Number(size);
    blobs.set(id, output.subarray(at, end));
    at = end + 1;
  }
  return blobs;
}
