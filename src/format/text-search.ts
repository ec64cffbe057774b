import picocolors from "picocolors";
import type { Colors } from "picocolors/types.js";
import type { SearchAnswer, SearchHit, TokenBudget } from "../search/types.ts";
import { estimateTokens } from "../text/tokens.ts";
import { cutLine } from "./cut.ts";
import { excerptOf, highlight, queryWords } from "./excerpt.ts";
import { visibleLine, visibleText } from "./visible.ts";

const plain = picocolors.createColors(false);
const excerptLines = 10;
const excerptWidth = 160;

function headline(hit: SearchHit, colours: Colors): string {
  const place = `${colours.cyan(visibleLine(hit.file))}:${hit.startLine}-${hit.endLine}`;
  const symbol = hit.symbol === null ? "" : `  ${colours.bold(visibleLine(hit.symbol))} (${hit.kind})`;
  const cost = hit.tokens === null ? "" : `  ${colours.dim(`~${hit.tokens} tokens`)}`;
  return `${place}  ${colours.green(hit.score.toFixed(3))}${symbol}${cost}\n`;
}

/** A hit that was chosen for a budget is shown as it was counted: whole. */
function hitText(hit: SearchHit, words: readonly string[], colours: Colors): string {
  const excerpt = excerptOf(hit.content, words, hit.tokens === null ? excerptLines : Number.POSITIVE_INFINITY);
  const first = hit.startLine + excerpt.firstLine;
  const numberWidth = String(first + excerpt.lines.length).length;
  const omitted = (count: number): string =>
    count === 0 ? "" : `  ${colours.dim(`… ${count} more ${count === 1 ? "line" : "lines"}`)}\n`;
  const lines = excerpt.lines.map((line, index) => {
    const number = String(first + index).padStart(numberWidth);
    const shown = hit.tokens === null ? cutLine(line, excerptWidth) : line;
    const text = highlight(visibleText(shown), words, colours.bold);
    return `  ${colours.dim(`${number} |`)} ${text}`.trimEnd();
  });
  return `${headline(hit, colours)}${omitted(excerpt.linesBefore)}${lines.join("\n")}\n${omitted(excerpt.linesAfter)}`;
}

/** Search results for people: place, score, symbol and an excerpt around the query's words. */
export function searchText(answer: SearchAnswer, colours: Colors): string {
  const words = queryWords(answer.query);
  return answer.hits.map((hit) => hitText(hit, words, colours)).join("\n");
}

/** Search results for people on one line each. */
export function compactSearchText(answer: SearchAnswer, colours: Colors): string {
  return answer.hits.map((hit) => headline(hit, colours)).join("");
}

/** Room for results as {@link searchText} or {@link compactSearchText} print them. */
export function textBudget(maxTokens: number, form: "full" | "compact"): TokenBudget {
  const print = (hit: SearchHit): string => (form === "compact" ? headline(hit, plain) : hitText(hit, [], plain));
  return { maxTokens, costOf: (hit) => estimateTokens(print(hit)) };
}
