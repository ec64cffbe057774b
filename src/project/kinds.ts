import type { ChunkKind } from "../chunk/types.ts";
import { GrepaiError } from "../errors.ts";
import { KINDS } from "../search/kinds.ts";

/**
 * Kinds of symbols by their names, in any case and also in the plural.
 * @throws GrepaiError INVALID_PARAMETERS for a name that no kind has
 */
export function resolveKinds(names: readonly string[]): readonly ChunkKind[] {
  const kinds = names.map((name) => {
    const wanted = name.trim().toLowerCase().replaceAll(/[\s-]/g, "_");
    const found = KINDS.find((kind) => kind === wanted || pluralOf(kind) === wanted);
    if (found !== undefined) return found;
    throw new GrepaiError("INVALID_PARAMETERS", `Unknown kind '${name.slice(0, 80)}'. Known: ${KINDS.join(", ")}.`);
  });
  return [...new Set(kinds)];
}

function pluralOf(kind: ChunkKind): string {
  if (kind.endsWith("y")) return `${kind.slice(0, -1)}ies`;
  return kind.endsWith("ss") ? `${kind}es` : `${kind}s`;
}
