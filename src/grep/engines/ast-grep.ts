import { GrepaiError } from "../../errors.ts";
import { comparePaths } from "../path-order.ts";
import type { Engine, EngineJob, EngineReport } from "../types.ts";
import { installedGrammar, type LoadableGrammar, structuralLanguage } from "./ast-grep-languages.ts";
import type { RunChild } from "./child-process.ts";
import { runWorker } from "./run-worker.ts";
import type { StructuralJob, StructuralMessage } from "./worker-protocol.ts";

/** What of a scope can be searched. */
interface Plan {
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly grammars: Readonly<Record<string, LoadableGrammar>>;
  /** Packages that are not installed, with the number of files that need them. */
  readonly missing: ReadonlyMap<string, number>;
}

function planFor(paths: Iterable<string>): Plan {
  const files = new Map<string, string[]>();
  const grammars = new Map<string, LoadableGrammar | null>();
  const missing = new Map<string, number>();
  for (const path of paths) {
    const language = structuralLanguage(path);
    if (language === null) continue;
    const { name, packageName } = language;
    if (packageName !== null) {
      if (!grammars.has(name)) grammars.set(name, installedGrammar(packageName));
      if (grammars.get(name) === null) {
        missing.set(packageName, (missing.get(packageName) ?? 0) + 1);
        continue;
      }
    }
    const ofLanguage = files.get(name) ?? [];
    ofLanguage.push(path);
    files.set(name, ofLanguage);
  }
  const installed = [...grammars].filter((entry): entry is [string, LoadableGrammar] => entry[1] !== null);
  return { files, grammars: Object.fromEntries(installed), missing };
}

/** Shares the files among children, each language among all of them. */
function shardsOf(files: Plan["files"], count: number): readonly Record<string, readonly string[]>[] {
  return Array.from({ length: count }, (_, shard) =>
    Object.fromEntries([...files].map(([name, paths]) => [name, paths.filter((_, index) => index % count === shard)])),
  );
}

/** Fewer files are not worth a second process. */
const filesPerChild = 200;

/** What the children said of one search. */
class Findings {
  readonly refused = new Map<string, string>();
  readonly doubtful = new Set<string>();
  readonly counts = { unreadable: 0, binary: 0, "too-large": 0 };

  /** @returns whether more is wanted */
  take(message: StructuralMessage, { sink }: EngineJob): boolean {
    switch (message.kind) {
      case "refused":
        this.refused.set(message.language, message.reason);
        return true;
      case "doubtful":
        this.doubtful.add(message.language);
        return true;
      case "file":
        return sink(message.file);
      case "done":
        return true;
      default:
        this.counts[message.kind]++;
        return true;
    }
  }
}

function notesOf(findings: Findings, { missing }: Plan): readonly string[] {
  const notes = [...missing].map(
    ([name, count]) =>
      `${count} ${count === 1 ? "file was" : "files were"} not searched: npm install ${name} beside grepai to have them parsed.`,
  );
  if (findings.refused.size > 0) {
    notes.push(`The pattern is no code of ${[...findings.refused.keys()].join(", ")}; files in it were not searched.`);
  }
  if (findings.doubtful.size > 0) {
    notes.push(
      `The pattern has a syntax error in ${[...findings.doubtful].join(", ")}; it may match other code than is meant.`,
    );
  }
  const tooLarge = findings.counts["too-large"];
  if (tooLarge > 0) notes.push(`${tooLarge} very large ${tooLarge === 1 ? "file was" : "files were"} not parsed.`);
  return notes;
}

async function searchWith(plan: Plan, job: EngineJob, runChild: RunChild, processes: number): Promise<EngineReport> {
  const { request, space } = job;
  const fileCount = [...plan.files.values()].reduce((sum, paths) => sum + paths.length, 0);
  const findings = new Findings();
  const shards = shardsOf(plan.files, Math.max(1, Math.min(processes, Math.ceil(fileCount / filesPerChild))));
  await Promise.all(
    shards.map(async (files) => {
      const input: StructuralJob = {
        root: space.root,
        pattern: request.query,
        grammars: plan.grammars,
        files,
        keepPerFile: Number.isFinite(job.keepPerFile) ? job.keepPerFile : null,
        contextLines: request.contextLines,
      };
      await runWorker({ program: "structural-worker", input }, job.signal, runChild, (message) =>
        findings.take(message, job),
      );
    }),
  );
  if (findings.refused.size > 0 && findings.refused.size === plan.files.size) {
    const [language, reason] = [...findings.refused][0] as [string, string];
    throw new GrepaiError(
      "INVALID_PATTERN",
      `The pattern is no code of ${[...findings.refused.keys()].join(", ")} (${language}: ${reason.split("\n")[0]}). Write one statement or expression of the language, with $NAME for any one node and $$$NAME for any number.`,
    );
  }
  return { unreadable: findings.counts.unreadable, binary: findings.counts.binary, notes: notesOf(findings, plan) };
}

/**
 * Structural search with ast-grep's patterns, by parsing every file that can hold a match.
 * @param processes children at most for one search
 */
export function createAstGrep(runChild: RunChild, processes: number): Engine {
  return {
    name: "ast-grep",
    async search(job) {
      const paths = [...job.space.files].sort(comparePaths);
      const plan = planFor(paths);
      if (plan.files.size > 0) return searchWith(plan, job, runChild, processes);
      if (plan.missing.size === 0) {
        const notes = paths.length === 0 ? [] : ["None of the files in scope is in a language that can be parsed."];
        return { unreadable: 0, binary: 0, notes };
      }
      throw new GrepaiError(
        "ENGINE_UNAVAILABLE",
        `No grammar is installed for these files. Run: npm install ${[...plan.missing.keys()].join(" ")} (beside grepai, -g for a global one).`,
      );
    },
  };
}
