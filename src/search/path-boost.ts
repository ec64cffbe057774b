import picomatch from "picomatch";
import type { BoostRule, SearchConfig } from "../config/types.ts";

/** What a rule is about, told by its pattern, and what a query says when it wants just that. */
const SUBJECTS = [
  {
    inPattern: /test|spec|mock|fixture|stub/i,
    inQuery: /\b(?:tests?|testing|tested|specs?|mock\w*|fixtures?|stubs?)\b/i,
  },
  {
    inPattern: /doc|readme|\.mdx?\b|\.rst\b|\.txt\b|example|sample|demo|changelog/i,
    inQuery: /\b(?:docs?|documentation|documented|readme|guides?|tutorials?|examples?|samples?|demos?|changelog)\b/i,
  },
  {
    inPattern: /generated|vendor|third_party|\.d\.ts|types\./i,
    inQuery: /\b(?:generated|vendor(?:ed)?|declarations?)\b/i,
  },
] as const;

/**
 * Factor of a path: the product of all rules that match it. A penalty is left out when the query asks for what the
 * rule keeps down (tests, documentation, …).
 */
export function pathBoost(boost: SearchConfig["boost"], query: string): (path: string) => number {
  if (!boost.enabled) return () => 1;
  const penalties = boost.penalties.filter((rule) => !isWanted(rule, query));
  const rules = [...penalties, ...boost.bonuses].map((rule) => ({ factor: rule.factor, matches: ruleMatcher(rule) }));
  return (path) => {
    const rooted = `/${path}`;
    return rules.reduce((product, rule) => (rule.matches(rooted) ? product * rule.factor : product), 1);
  };
}

/** Whether a rule is about tests and what they need, such as mocks and fixtures. */
export function isAboutTests({ pattern }: BoostRule): boolean {
  return SUBJECTS[0].inPattern.test(pattern);
}

function isWanted({ pattern }: BoostRule, query: string): boolean {
  return SUBJECTS.some(({ inPattern, inQuery }) => inPattern.test(pattern) && inQuery.test(query));
}

/**
 * Matches paths that begin with "/" at the project's root. A pattern with wildcards is a glob; any other is a part of
 * the path, which "/" may begin as a folder's border.
 */
export function ruleMatcher({ pattern }: BoostRule): (rooted: string) => boolean {
  if (!picomatch.scan(pattern).isGlob) return (rooted) => rooted.includes(pattern);
  const matches = picomatch(pattern, { dot: true, basename: !pattern.includes("/") });
  return (rooted) => matches(rooted.slice(1));
}
