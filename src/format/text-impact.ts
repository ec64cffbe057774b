import type { Colors } from "picocolors/types.js";
import type { AffectedSymbol, ChangedSymbol, ImpactAnswer } from "../impact/types.ts";
import { visibleLine } from "./visible.ts";

/** Changed symbols that are listed for people. */
const maxChanged = 50;

const signs = { added: "+", modified: "~", deleted: "-" } as const;

function place(file: string, line: number, colours: Colors): string {
  return `${colours.cyan(visibleLine(file))}:${line}`;
}

function changedText({ change, symbol }: ChangedSymbol, colours: Colors): string {
  const name = colours.bold(visibleLine(symbol.qualifiedName));
  return `  ${signs[change]} ${name} (${symbol.kind}) ${place(symbol.file, symbol.line, colours)}\n`;
}

function affectedText(row: AffectedSymbol, colours: Colors): string {
  const unsure = row.confidence === "exact" ? "" : colours.yellow(` (${row.confidence})`);
  const via = colours.dim(`calls ${visibleLine(row.via)} at ${row.site.line}`);
  return `  ${row.distance}  ${place(row.file, row.line, colours)}  ${colours.bold(visibleLine(row.qualifiedName))}  ${via}${unsure}\n`;
}

/** What changed and what it reaches, for people: one symbol a line, its distance first. */
export function impactText(answer: ImpactAnswer, isCompact: boolean, colours: Colors): string {
  const tests = answer.affected.filter(({ isTest }) => isTest);
  const others = answer.affected.filter(({ isTest }) => !isTest);
  if (isCompact) {
    return answer.affected
      .map((row) => `${place(row.file, row.line, colours)}  ${visibleLine(row.qualifiedName)}\n`)
      .join("");
  }
  const { changed, testCount, total } = answer;
  return [
    `${changed.length} changed\n`,
    ...changed.slice(0, maxChanged).map((change) => changedText(change, colours)),
    ...(changed.length > maxChanged ? [`  … and ${changed.length - maxChanged} more\n`] : []),
    `${testCount} ${testCount === 1 ? "test reaches" : "tests reach"} it\n`,
    ...tests.map((row) => affectedText(row, colours)),
    `${total - testCount} other ${total - testCount === 1 ? "symbol reaches" : "symbols reach"} it\n`,
    ...others.map((row) => affectedText(row, colours)),
  ].join("");
}
