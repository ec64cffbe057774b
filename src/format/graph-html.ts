import type { GraphData } from "./graph-data.ts";

/** Where the built page expects its data. */
const placeholder = '"__GRAPH_DATA__"';

/** JSON that no HTML parser can take for the end of its element or for a comment. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * One page that needs nothing else, with the graph to look around in.
 * @param page the built page, without data
 * @throws Error when it has no place for the data, which means a broken installation
 */
export function graphHtml(data: GraphData, page: string): string {
  const [before, after, ...more] = page.split(placeholder);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error("grepai is not installed completely: the page for graphs is damaged; reinstall it");
  }
  return before + jsonForHtml(data) + after;
}
