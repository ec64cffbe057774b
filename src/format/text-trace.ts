import type { Colors } from "picocolors/types.js";
import type {
  Direction,
  GraphAnswer,
  GraphEdge,
  GraphNode,
  GraphRoot,
  TraceAnswer,
  TracedSymbol,
  TraceRow,
} from "../graph/types.ts";
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
  const unsure = row.confidence === "exact" ? "" : `  ${colours.yellow(`(${row.confidence})`)}`;
  const start = `${place(row.file, row.line, colours)}  ${colours.bold(visibleLine(row.qualifiedName))}${unsure}`;
  if (isCompact) return `${start}\n`;
  return `  ${start}  ${colours.dim(visibleLine(cutLine(row.context, contextWidth)))}`.trimEnd().concat("\n");
}

/** Callers or callees for people, below the definitions they belong to; compact is one line a call site and no more. */
export function traceText(answer: TraceAnswer, isCompact: boolean, colours: Colors): string {
  const rows = answer.rows.map((row) => rowText(row, isCompact, colours)).join("");
  if (isCompact) return rows;
  const { total, definitions } = answer;
  const noun = total === 1 ? answer.mode.slice(0, -1) : answer.mode;
  const heads = definitions.map((symbol) => definitionText(symbol, colours));
  if (definitions.length < 2) return `${heads.join("")}${total} ${noun}\n${rows}`;
  const groups = definitions.map((symbol, index) => {
    const own = answer.rows.filter(({ definition }) => definition !== null && isSame(definition, symbol));
    return `${heads[index]}${own.map((row) => rowText(row, isCompact, colours)).join("")}`;
  });
  return `${groups.join("")}${total} ${noun}\n`;
}

function isSame(a: TracedSymbol, b: TracedSymbol): boolean {
  return a.file === b.file && a.line === b.line && a.qualifiedName === b.qualifiedName;
}

/** Call sites of one edge that are named in a tree. */
const maxSites = 3;

/** `called at 4, 9 (inferred)`; the file is that of whichever of the two symbols calls. */
function edgeText(edge: GraphEdge, colours: Colors): string {
  const lines = edge.sites.slice(0, maxSites).map(({ line }) => line);
  const more = edge.sites.length - lines.length;
  const sites = `called at ${lines.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `  ${colours.dim(sites)}${edge.confidence === "exact" ? "" : colours.yellow(` (${edge.confidence})`)}`;
}

function nodeText(node: GraphNode, colours: Colors): string {
  const where =
    node.file === null || node.line === null ? colours.dim("(outside)") : place(node.file, node.line, colours);
  const edge = node.edge === null ? "" : edgeText(node.edge, colours);
  const repeated = node.repeated === null ? "" : `  (${node.repeated === "cycle" ? "cycle" : "see above"})`;
  return `${colours.bold(visibleLine(node.qualifiedName))}  ${where}${edge}${colours.dim(repeated)}`;
}

function branches(nodes: readonly GraphNode[], indent: string, colours: Colors): readonly string[] {
  return nodes.flatMap((child, index) => {
    const isLast = index === nodes.length - 1;
    const line = `${indent}${isLast ? "└─ " : "├─ "}${nodeText(child, colours)}`;
    return [line, ...branches(child.children, `${indent}${isLast ? "   " : "│  "}`, colours)];
  });
}

function rootLines(root: GraphRoot, direction: Direction, colours: Colors): readonly string[] {
  const head = nodeText(root, colours);
  switch (direction) {
    case "callees":
      return [head, ...branches(root.children, "", colours)];
    case "callers":
      return [`${head}  ${colours.dim("is called by")}`, ...branches(root.children, "", colours)];
    case "both":
      return [
        `${head}  ${colours.dim("calls")}`,
        ...branches(root.children, "", colours),
        `${head}  ${colours.dim("is called by")}`,
        ...branches(root.callers, "", colours),
      ];
  }
}

/** A call graph for people, as a tree for each definition that it starts at. */
export function graphText(answer: GraphAnswer, colours: Colors): string {
  const trees = answer.roots.map((root) => rootLines(root, answer.direction, colours).join("\n"));
  const { nodeCount, maxDepth } = answer;
  return `${trees.join("\n\n")}\n${nodeCount} ${nodeCount === 1 ? "symbol" : "symbols"}, depth ${maxDepth}\n`;
}
