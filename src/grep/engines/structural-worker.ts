import { type NapiConfig, parse, registerDynamicLanguage, type SgNode } from "@ast-grep/napi";
import { messageOf } from "../../errors.ts";
import { readSourceSync } from "../../scan/read-source.ts";
import type { TextMatch } from "../types.ts";
import { cutText, linesBetween } from "./line-text.ts";
import { openCollectionRule } from "./open-collection.ts";
import { readJob, say } from "./worker-io.ts";
import type { StructuralJob } from "./worker-protocol.ts";

/*
 * A program of its own that looks for a code shape in the files it is told of. It can be killed at any moment, and a
 * grammar that crashes on some file takes only this search with it.
 */

const maxFileBytes = 8 * 1024 * 1024;
/** Metavariables: `$NAME`, `$_NAME`, and `$$$NAME` for any number of nodes. */
const metavariable = /(\$\$\$|\$)([A-Z_][A-Z0-9_]*)/g;
/** UTF-16 units of what a metavariable stands for that are told. */
const maxVariableLength = 200;

/** The longest word of a pattern, which every file with a match holds; null when it has none. */
function anchorOf(pattern: string): string | null {
  const words = pattern.replace(metavariable, " ").match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
  return words.reduce<string | null>((best, word) => (best === null || word.length > best.length ? word : best), null);
}

function variablesOf(node: SgNode, pattern: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [, marker, name = ""] of pattern.matchAll(metavariable)) {
    if (name.startsWith("_")) continue;
    const nodes = marker === "$$$" ? node.getMultipleMatches(name) : [node.getMatch(name)];
    const texts = nodes.flatMap((found) => (found === null ? [] : [found.text()]));
    if (texts.length > 0) variables[name] = texts.join(marker === "$$$" ? " " : "").slice(0, maxVariableLength);
  }
  return variables;
}

function matchOf(node: SgNode, lines: readonly string[], job: StructuralJob): TextMatch {
  const { start, end } = node.range();
  const whole = lines.slice(start.line, end.line + 1).join("\n");
  const { text, isCut } = cutText(whole);
  const lastLineStart = whole.lastIndexOf("\n") + 1;
  return {
    line: start.line + 1,
    endLine: end.line + 1,
    column: start.column + 1,
    text,
    isCut,
    ranges: [{ start: Math.min(start.column, text.length), end: Math.min(lastLineStart + end.column, text.length) }],
    before: linesBetween(lines, start.line - job.contextLines, start.line),
    after: linesBetween(lines, end.line + 1, end.line + 1 + job.contextLines),
    rule: null,
    variables: variablesOf(node, job.pattern),
  };
}

/** What the library looks for: the pattern, or a rule where a language's patterns cannot say what is meant. */
function matcherFor(language: string, pattern: string): string | NapiConfig {
  const rule = language === "python" ? openCollectionRule(pattern) : null;
  return rule === null ? pattern : { rule: rule as NapiConfig["rule"] };
}

function searchFile(path: string, language: string, anchor: string | null, job: StructuralJob): void {
  const source = readSourceSync(job.root, path, { maxFileBytes, takesMinified: true });
  if (source.kind === "skipped") {
    const { reason } = source.skipped;
    if (reason === "unreadable" || reason === "binary" || reason === "too-large") say({ kind: reason, path });
    return;
  }
  if (anchor !== null && !source.text.includes(anchor)) return;
  const nodes = parse(language, source.text).root().findAll(matcherFor(language, job.pattern));
  if (nodes.length === 0) return;
  const lines = source.text.split("\n");
  const kept = nodes.slice(0, job.keepPerFile ?? undefined);
  say({
    kind: "file",
    file: { path, count: nodes.length, matches: kept.map((node) => matchOf(node, lines, job)) },
  });
}

/** Whether a pattern can be used in a language, and is sound code of it. */
function checkPattern(language: string, { pattern, grammars }: StructuralJob): "sound" | "doubtful" | Error {
  const matcher = matcherFor(language, pattern);
  try {
    parse(language, "").root().find(matcher);
  } catch (error) {
    return new Error(messageOf(error));
  }
  if (typeof matcher !== "string") return "sound";
  const expando = grammars[language]?.expandoChar ?? "$";
  const code = pattern.replace(metavariable, (text) => text.replaceAll("$", expando)).replaceAll("$$$", "");
  const hasErrors =
    parse(language, code)
      .root()
      .find({ rule: { kind: "ERROR" } }) !== null;
  return hasErrors ? "doubtful" : "sound";
}

function run(job: StructuralJob): void {
  registerDynamicLanguage(
    Object.fromEntries(
      Object.entries(job.grammars).map(([name, grammar]) => [
        name,
        { ...grammar, extensions: [...grammar.extensions] },
      ]),
    ),
  );
  const languages = Object.keys(job.files);
  const verdicts = new Map(languages.map((language) => [language, checkPattern(language, job)]));
  const isSoundSomewhere = [...verdicts.values()].includes("sound");
  const anchor = anchorOf(job.pattern);
  for (const [language, verdict] of verdicts) {
    if (verdict instanceof Error) {
      say({ kind: "refused", language, reason: verdict.message });
      continue;
    }
    if (verdict === "doubtful") {
      if (isSoundSomewhere) {
        say({ kind: "refused", language, reason: "the pattern has a syntax error there" });
        continue;
      }
      say({ kind: "doubtful", language });
    }
    for (const path of job.files[language] ?? []) searchFile(path, language, anchor, job);
  }
  say({ kind: "done" });
}

run(readJob<StructuralJob>());
