import type { Colors } from "picocolors/types.js";
import type { GraphAnswer, GraphNode, TraceAnswer, TracedSymbol, TraceRow } from "../graph/types.ts";
import { cutLine } from "./cut.ts";
import { visibleLine } from "./visible.ts";

const contextWidth = 120;

function place(file: string, line: number, colours: Colors): string {
  return `${colours.cyan(visibleLine(file))}:${line}`;
}

function definitionText(symbol: TracedSymbol, colours: Colors): string {
  return `${colours.bold(visibleLine(symbol.qualifiedName))} (${symbol.kind}) ${place(symbol.file, symbol.line, colours)}\n`;
}

function rowText(row: TraceRow, isCompact: boolean, colours: Colors): string {
  const unsure = row.confidence === "ambiguous" ? `  ${colours.yellow("(ambiguous)")}` : "";
  const start = `${place(row.file, row.line, colours)}  ${colours.bold(visibleLine(row.qualifiedName))}${unsure}`;
  if (isCompact) return `${start}\n`;
  return `  ${start}  ${colours.dim(visibleLine(cutLine(row.context, contextWidth)))}`.trimEnd().concat("\n");
}

/** Callers or callees for people, below the definitions they belong to; compact is one line a call site and no more. */
export function traceText(answer: TraceAnswer, isCompact: boolean, colours: Colors): string {
  const rows = answer.rows.map((row) => rowText(row, isCompact, colours)).join("");
  if (isCompact) return rows;
  const { length } = answer.rows;
  const noun = length === 1 ? answer.mode.slice(0, -1) : answer.mode;
  const definitions = answer.definitions.map((symbol) => definitionText(symbol, colours)).join("");
  return `${definitions}${length} ${noun}\n${rows}`;
}

function nodeText(node: GraphNode, colours: Colors): string {
  const where =
    node.file === null || node.line === null ? colours.dim("(outside)") : place(node.file, node.line, colours);
  return `${colours.bold(visibleLine(node.qualifiedName))}  ${where}${node.repeated ? colours.dim("  (see above)") : ""}`;
}

function branches(node: GraphNode, indent: string, colours: Colors): readonly string[] {
  return node.children.flatMap((child, index) => {
    const isLast = index === node.children.length - 1;
    const line = `${indent}${isLast ? "└─ " : "├─ "}${nodeText(child, colours)}`;
    return [line, ...branches(child, `${indent}${isLast ? "   " : "│  "}`, colours)];
  });
}

/** A call graph for people, as a tree. */
export function graphText(answer: GraphAnswer, colours: Colors): string {
  const tree = [nodeText(answer.root, colours), ...branches(answer.root, "", colours)].join("\n");
  return `${tree}\n${answer.nodeCount} ${answer.nodeCount === 1 ? "symbol" : "symbols"}, depth ${answer.maxDepth}\n`;
}
