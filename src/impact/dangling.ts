import type { Resolver } from "../graph/resolve/resolver.ts";
import type { Confidence } from "../graph/types.ts";
import type { StoredReference } from "../store/types.ts";
import type { OldDefinition } from "./types.ts";

/** A use of a name that leads nowhere now. */
export interface DanglingUse {
  readonly reference: StoredReference;
  readonly confidence: Confidence;
}

/**
 * Uses of a symbol that is gone: of its name, and without anything else that they may mean. Surer where the file is the
 * one that lost it, or imports from it.
 * @param path of the file that held it
 */
export function danglingUses(old: OldDefinition, path: string, resolver: Resolver): readonly DanglingUse[] {
  const { view } = resolver;
  const uses: DanglingUse[] = [];
  for (const reference of view.referencesByName(old.name)) {
    const { targets, external } = resolver.resolve(reference);
    if (targets.length > 0 || external !== null || reference.boundLocally) continue;
    const isNear = reference.path === path || importsFrom(reference, path, resolver);
    uses.push({ reference, confidence: isNear ? "inferred" : "ambiguous" });
  }
  return uses;
}

/** Whether a file imports something whose written source ends like the path: `./lib/store` for `src/lib/store.ts`. */
function importsFrom({ fileId }: StoredReference, path: string, resolver: Resolver): boolean {
  const stem = path.replace(/\.[^./]+$/, "");
  const names = new Set([stem, stem.replace(/\/(?:index|__init__|mod)$/, ""), path.slice(0, path.lastIndexOf("/"))]);
  const lastParts = new Set(
    [...names].map((name) => name.slice(name.lastIndexOf("/") + 1)).filter((name) => name !== ""),
  );
  return resolver.view.importsInFile(fileId).some(({ source }) => {
    const last = source
      .replace(/\.(?:[cm]?[jt]sx?|py)$/, "")
      .split(/[./\\:]+/)
      .at(-1);
    return last !== undefined && lastParts.has(last);
  });
}
