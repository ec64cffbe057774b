import { isCallable, isType } from "../../src/graph/resolve/kinds.ts";
import type { Resolver } from "../../src/graph/resolve/resolver.ts";
import { typeConstructedBy } from "../../src/graph/symbols.ts";
import type { Confidence } from "../../src/graph/types.ts";
import type { ReferenceKind } from "../../src/parse/types.ts";
import type { ReadView, StoredDefinition, StoredReference } from "../../src/store/types.ts";

/** What an oracle found in a repository. */
export interface Expected {
  readonly oracle: string;
  /** Path, then `line name` of each definition; definitions are numbered through all files. */
  readonly files: readonly (readonly string[])[];
  /** Number of the caller (-1 - file number for a file's top level), then those of what it calls. */
  readonly edges: readonly (readonly number[])[];
  /** Caller, then names of its calls that the oracle could not follow or that go through an interface. */
  readonly open: readonly (readonly [number, ...string[]])[];
}

export interface Edge {
  readonly caller: string;
  readonly callee: string;
  /** The surest of its call sites. */
  readonly confidence: Confidence;
  readonly site: string;
}

export interface Judgement {
  readonly expected: number;
  readonly found: readonly Edge[];
  readonly right: readonly Edge[];
  readonly wrong: readonly Edge[];
  readonly missed: readonly string[];
  /** Edges of calls that the oracle could not follow. */
  readonly unjudged: readonly Edge[];
  readonly nameOnly: { readonly right: number; readonly all: number };
}

const callKinds: ReadonlySet<ReferenceKind> = new Set(["call", "new", "jsx", "super", "decorator", "macro"]);
const order: readonly Confidence[] = ["exact", "inferred", "ambiguous"];

/** Compares the edges that the resolver finds with those of an oracle, for the calls in the oracle's files. */
export function judge(expected: Expected, view: ReadView, resolver: Resolver): Judgement {
  const known = expected.files.flatMap(([path, ...definitions]) => definitions.map((text) => `${path}:${text}`));
  const isKnown = new Set(known);
  const keyOfCaller = (number: number) => (number < 0 ? `${expected.files[-1 - number]?.[0]}:` : known[number]) ?? "";
  const wanted = new Set(
    expected.edges.flatMap(([caller, ...callees]) =>
      callees.map((callee) => `${keyOfCaller(caller as number)} -> ${known[callee]}`),
    ),
  );
  const open = new Set(
    expected.open.flatMap(([caller, ...names]) => names.map((name) => `${keyOfCaller(caller)} ${name}`)),
  );
  const keyOf = (definition: StoredDefinition) => {
    const named = typeConstructedBy(definition, resolver) ?? definition;
    return `${named.path}:${named.line} ${named.name}`;
  };
  /** The innermost definition around a reference that the oracle knows. */
  const callerOf = (reference: StoredReference): string => {
    let around = resolver.enclosing(reference);
    while (around !== null) {
      const key = keyOf(around);
      if (isKnown.has(key)) return key;
      const stored = view.fileById(around.fileId);
      around = (stored === null ? undefined : resolver.fileScope(stored).definitions[around.parent]) ?? null;
    }
    return `${reference.path}:`;
  };
  const edges = new Map<string, Edge>();
  const nameOnly = new Set<string>();
  for (const [path] of expected.files) {
    const file = view.file(path ?? "");
    if (file === null) continue;
    for (const reference of view.referencesInFile(file.id)) {
      if (!callKinds.has(reference.kind)) continue;
      const caller = callerOf(reference);
      for (const candidate of resolver.view.definitionsByName(reference.name)) {
        if (!isCallable(candidate.kind) && !isType(candidate.kind)) continue;
        const callee = keyOf(candidate);
        if (isKnown.has(callee)) nameOnly.add(`${caller} -> ${callee}`);
      }
      for (const { definition, confidence } of resolver.resolve(reference).targets) {
        const callee = keyOf(definition);
        if (!isKnown.has(callee)) continue;
        const key = `${caller} -> ${callee}`;
        const other = edges.get(key);
        if (other !== undefined && order.indexOf(other.confidence) <= order.indexOf(confidence)) continue;
        const written = reference.receiver === null ? reference.name : `${reference.receiver}.${reference.name}`;
        edges.set(key, { caller, callee, confidence, site: `${path}:${reference.line} ${written}` });
      }
    }
  }
  const isUnseen = (key: string, caller: string, callee: string) =>
    !wanted.has(key) && open.has(`${caller} ${callee.slice(callee.lastIndexOf(" ") + 1)}`);
  const unjudged = [...edges]
    .filter(([key, { caller, callee }]) => isUnseen(key, caller, callee))
    .map(([, edge]) => edge);
  const found = [...edges].filter(([key, { caller, callee }]) => !isUnseen(key, caller, callee));
  const judgedByName = [...nameOnly].filter((key) => {
    const [caller = "", callee = ""] = key.split(" -> ");
    return !isUnseen(key, caller, callee);
  });
  return {
    expected: wanted.size,
    found: found.map(([, edge]) => edge),
    right: found.filter(([key]) => wanted.has(key)).map(([, edge]) => edge),
    wrong: found.filter(([key]) => !wanted.has(key)).map(([, edge]) => edge),
    missed: [...wanted].filter((key) => !edges.has(key)),
    unjudged,
    nameOnly: { right: judgedByName.filter((key) => wanted.has(key)).length, all: judgedByName.length },
  };
}
