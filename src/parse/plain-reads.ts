import type { RawFacts, RawReference, Span } from "./collect.ts";
import type { PlacedDefinition } from "./definitions.ts";
import type { ImportBinding, SymbolKind } from "./types.ts";

const valueKinds: ReadonlySet<SymbolKind> = new Set(["variable", "constant"]);

/** What a file tells of the plain names that may be read in it. */
export interface PlainNames {
  /** Whether a plain name may stand for data outside functions: a first, cheap test. */
  readonly mayBeData: (name: string) => boolean;
}

/**
 * The plain names of a file that may stand for data defined outside its functions.
 * @param isClosed only what the file defines or imports can be meant
 */
export function plainNames(
  definitions: readonly PlacedDefinition[],
  imports: readonly ImportBinding[],
  isClosed: boolean,
): PlainNames {
  const bindings = imports.filter(({ kind }) => kind === "import");
  const modules = new Set(bindings.filter(({ imported }) => imported === "*").map(({ local }) => local));
  if (!isClosed || modules.has("*")) return { mayBeData: (name) => name !== "_" && !modules.has(name) };
  const known = new Set(bindings.filter(({ imported }) => imported !== "*").map(({ local }) => local));
  for (const { definition } of definitions) {
    if (definition.scope === "" && valueKinds.has(definition.kind)) known.add(definition.name);
  }
  return { mayBeData: (name) => known.has(name) };
}

/**
 * The references of a file together with the plain names that are only read, ascending. Left out are names that a
 * reference, a definition, a local variable or an import has already. Most identifiers of a file pass through here, so
 * the lists are walked side by side instead of being looked up.
 * @param raw with references and locals in ascending order
 */
export function withPlainReads(
  raw: RawFacts,
  text: string,
  definitions: readonly PlacedDefinition[],
  { mayBeData }: PlainNames,
): readonly RawReference[] {
  const { references, locals } = raw;
  const reads = ascending(raw.reads);
  const merged: RawReference[] = [];
  let others: ReadonlySet<number> | null = null;
  let reference = 0;
  let local = 0;
  let last = -1;
  for (const name of reads) {
    const { start, end } = name;
    for (let next = references[reference]; next !== undefined && next.name.start <= start; ) {
      merged.push(next);
      last = next.name.start;
      reference += 1;
      next = references[reference];
    }
    if (last === start) continue;
    while ((locals[local]?.name.start ?? Number.POSITIVE_INFINITY) < start) local += 1;
    if (locals[local]?.name.start === start || !mayBeData(text.slice(start, end))) continue;
    others ??= otherNames(raw, definitions);
    if (others.has(start)) continue;
    merged.push({ kind: "read", pattern: Number.MAX_SAFE_INTEGER, name, receiver: null });
    last = start;
  }
  for (; reference < references.length; reference += 1) merged.push(references[reference] as RawReference);
  return merged;
}

/** In order as the query gives them, but for files that were parsed in pieces. */
function ascending(spans: readonly Span[]): readonly Span[] {
  const isSorted = spans.every(({ start }, index) => index === 0 || start >= (spans[index - 1]?.start ?? 0));
  return isSorted ? spans : [...spans].sort((a, b) => a.start - b.start);
}

/** Offsets of names that name something without reading it. */
function otherNames(raw: RawFacts, definitions: readonly PlacedDefinition[]): ReadonlySet<number> {
  const offsets = new Set(raw.ignored);
  for (const { nameStart } of definitions) offsets.add(nameStart);
  for (const { imported, alias, source, default: main } of raw.imports) {
    for (const span of [imported, alias, source, main]) if (span !== null) offsets.add(span.start);
  }
  return offsets;
}
