import type { Tree } from "web-tree-sitter";
import type { LineIndex } from "../parse/lines.ts";

/**
 * Lines where a named node begins whose parent is longer than the limit: the places where a long definition may be
 * cut. Walks with one cursor and enters only nodes over the limit, so the cost follows the number of cuts needed.
 * @returns one flag a line, 1-based
 */
export function statementStarts(tree: Tree, lines: LineIndex, limit: number): Uint8Array {
  const starts = new Uint8Array(lines.count + 2);
  const cursor = tree.walk();
  try {
    if (!cursor.gotoFirstChild()) return starts;
    for (;;) {
      const from = cursor.startIndex;
      if (cursor.nodeIsNamed) starts[lines.lineAt(from)] = 1;
      if (cursor.endIndex - from > limit && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return starts;
      }
    }
  } finally {
    cursor.delete();
  }
}
