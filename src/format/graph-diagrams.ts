import type { GraphData, GraphDataEdge, GraphDataNode } from "./graph-data.ts";

/** Lines of call sites that an edge of a diagram names. */
const maxLines = 3;

function edgeLabel({ sites, confidence }: GraphDataEdge): string {
  const lines = sites.slice(0, maxLines).map(({ line }) => line);
  const more = sites.length > maxLines ? ", …" : "";
  return `${lines.join(", ")}${more}${confidence === "exact" ? "" : ` (${confidence})`}`;
}

function placeOf({ place }: GraphDataNode): string {
  return place ?? "(outside)";
}

/**
 * Inside a quoted label of Mermaid any sign may begin something (entities, directives, links, Markdown), so all but a
 * few are written as entity codes.
 */
function mermaidText(text: string): string {
  return text.replace(/[^\p{L}\p{N} _.,/:-]/gu, (sign) => `#${sign.codePointAt(0)};`);
}

/** A flowchart in the language of Mermaid (https://mermaid.js.org); edges that are not exact are dotted. */
export function graphMermaid({ nodes, edges, roots }: GraphData): string {
  const lines = [
    "flowchart LR",
    ...nodes.map((node) => `  n${node.id}["${mermaidText(node.name)}<br/>${mermaidText(placeOf(node))}"]`),
    ...edges.map((edge) => {
      const label = `"${mermaidText(edgeLabel(edge))}"`;
      const arrow = edge.confidence === "exact" ? `-->|${label}|` : `-.->|${label}|`;
      return `  n${edge.from} ${arrow} n${edge.to}`;
    }),
    ...roots.map((id) => `  style n${id} stroke-width:3px`),
  ];
  return `${lines.join("\n")}\n`;
}

/** Inside a quoted string of the DOT language; labels also know escapes and HTML's entities. */
function dotText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}

/** A directed graph in the DOT language of Graphviz; edges that are not exact are dashed. */
export function graphDot({ nodes, edges, roots }: GraphData): string {
  const starts = new Set(roots);
  const lines = [
    "digraph calls {",
    "  rankdir=LR;",
    '  node [shape=box, fontname="sans-serif"];',
    '  edge [fontname="sans-serif", fontsize=10];',
    ...nodes.map((node) => {
      const style = starts.has(node.id) ? ", penwidth=3" : "";
      return `  n${node.id} [label="${dotText(node.name)}\\n${dotText(placeOf(node))}"${style}];`;
    }),
    ...edges.map((edge) => {
      const style = edge.confidence === "exact" ? "" : ", style=dashed";
      return `  n${edge.from} -> n${edge.to} [label="${dotText(edgeLabel(edge))}"${style}];`;
    }),
    "}",
  ];
  return `${lines.join("\n")}\n`;
}
