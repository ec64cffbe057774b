import type { DocumentCounts, GrepHints, GrepHit, GrepMode, GrepRequest } from "./types.ts";

export interface HintFacts {
  readonly request: GrepRequest;
  readonly documents: DocumentCounts;
  readonly matchCount: number;
  readonly hits: readonly GrepHit[];
  readonly hasIndex: boolean;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function isFiltered({ location, globs, languages }: GrepRequest): boolean {
  return (location !== "*" && location !== "") || globs.length > 0 || languages.length > 0;
}

function skippedText({ skipped }: DocumentCounts): string {
  const parts = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return parts.length === 0 ? "" : ` Left out by rules: ${parts.join(", ")}.`;
}

/** Alternatives, classes, escapes and repeated dots: rare in text that is meant as it stands. */
const looksLikeRegex = /\||\\[a-zA-Z]|\[[^\]]+\]|\.[*+]|\.\{|^\^|\$$/;

function widenings({ mode, isCaseSensitive, isWord, isRegex, query }: GrepRequest): readonly string[] {
  const text = mode === "text" || mode === "both";
  return [
    ...(text && isCaseSensitive && /[a-z]/i.test(query) ? ["set case_sensitive to false"] : []),
    ...(text && isWord ? ["leave out word"] : []),
    ...(text && !isRegex && looksLikeRegex.test(query)
      ? ["set regex to true if the query is a regular expression"]
      : []),
    ...(text && isRegex && /[\\^$.*+?()[\]{}|]/.test(query)
      ? ["set regex to false if the query is meant as it stands"]
      : []),
  ];
}

const modeNames: Readonly<Record<GrepMode, string>> = {
  text: "the text",
  structural: "the code shape",
  semgrep: "the semgrep pattern",
  both: "the text or the code shape",
};

function noMatchNote({ request, documents }: HintFacts): string {
  const scope = isFiltered(request) ? " within location, glob and language" : "";
  const widen = widenings(request);
  const advice = widen.length === 0 ? "" : ` To widen the search, ${widen.join(", or ")}.`;
  return `Nothing has ${modeNames[request.mode]}: ${plural(documents.searched, "file")} of ${documents.inScope}${scope} searched as they are on disk now.${skippedText(documents)}${advice}`;
}

function nextSteps({ matchCount, hits, hasIndex }: HintFacts): readonly string[] {
  const steps: string[] = [];
  if (matchCount === 0) {
    steps.push("Use grepai_search with a phrase that says what the code does, if the wording is not known.");
    return steps;
  }
  const named = hits.find((hit) => hit.symbol !== null)?.symbol;
  if (named !== undefined && named !== null) {
    steps.push(
      `Use grepai_trace_callers with a symbol of the results, such as "${named.qualifiedName}", to see who uses it.`,
    );
  } else if (!hasIndex) {
    steps.push("Run 'grepai watch' to have the enclosing symbol told with each match.");
  }
  return steps;
}

/** What to do next, and how much an empty answer proves. */
export function hintsFor(facts: HintFacts): GrepHints {
  const { documents, matchCount, request } = facts;
  const isEmptyScope = documents.inScope === 0;
  return {
    nextSteps: nextSteps(facts),
    scopeNote: isEmptyScope
      ? `No file is selected by ${isFiltered(request) ? "location, glob and language together" : "the rules of the project"}.${skippedText(documents)}`
      : null,
    noMatchNote: matchCount === 0 && !isEmptyScope ? noMatchNote(facts) : null,
    unreadableNote:
      documents.unreadable > 0
        ? `${plural(documents.unreadable, "file or folder")} could not be read and may hold more.`
        : null,
  };
}
