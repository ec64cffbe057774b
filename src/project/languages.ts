import { GrepaiError } from "../errors.ts";
import { languages } from "../parse/registry.ts";
import type { LanguageId } from "../parse/types.ts";

/** Names that people use and the registry does not know. */
const nicknames: Readonly<Record<string, string>> = { golang: "go", node: "javascript", csh: "bash", zsh: "bash" };

/** Ids that belong to a name: a language by id, display name or file ending; TypeScript takes in TSX. */
function idsOf(name: string): readonly LanguageId[] {
  const wanted = nicknames[name] ?? name;
  if (wanted === "typescript" || wanted === "ts") return ["typescript", "tsx"];
  return languages
    .filter(
      ({ id, displayName, extensions }) =>
        id === wanted ||
        displayName.toLowerCase() === wanted ||
        extensions.some((extension) => extension === wanted || extension === `.${wanted}`),
    )
    .map(({ id }) => id);
}

/**
 * Language ids for names as people write them ("Go", "ts", ".py", "C++").
 * @throws GrepaiError INVALID_PARAMETERS for a name that no language has
 */
export function resolveLanguages(names: readonly string[]): readonly LanguageId[] {
  const ids = names.flatMap((name) => {
    const found = idsOf(name.trim().toLowerCase());
    if (found.length > 0) return found;
    throw new GrepaiError(
      "INVALID_PARAMETERS",
      `Unknown language '${name.slice(0, 80)}'. Known: ${languages.map(({ id }) => id).join(", ")}.`,
    );
  });
  return [...new Set(ids)];
}
