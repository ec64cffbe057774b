import { asList, asRecord, parseJsonWithComments } from "./json.ts";
import { ancestors, folderOf, joinPath } from "./paths.ts";
import type { ReadProjectFile } from "./types.ts";

interface Mapping {
  /** Folder that the targets are relative to. */
  readonly base: string;
  readonly patterns: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
  /** `baseUrl`: bare specifiers are tried below it; null when it is not set. */
  readonly baseUrl: string | null;
}

const configNames = ["tsconfig.json", "jsconfig.json"];
const maxExtends = 16;

/** `baseUrl` and `paths` of the nearest `tsconfig.json` or `jsconfig.json`, `extends` and `references` followed. */
export class PathMappings {
  readonly #read: ReadProjectFile;
  readonly #byFolder = new Map<string, readonly Mapping[]>();

  constructor(read: ReadProjectFile) {
    this.#read = read;
  }

  /** Project paths that a specifier may stand for, best first. */
  candidates(specifier: string, fromPath: string): readonly string[] {
    const paths: string[] = [];
    for (const mapping of this.#mappings(folderOf(fromPath))) {
      for (const target of matchPatterns(mapping, specifier)) paths.push(target);
      if (mapping.baseUrl !== null) {
        const path = joinPath(mapping.baseUrl, specifier);
        if (path !== null) paths.push(path);
      }
    }
    return paths;
  }

  #mappings(folder: string): readonly Mapping[] {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    let mappings: readonly Mapping[] = [];
    for (const candidate of ancestors(folder)) {
      const name = configNames.find((config) => this.#read(inFolder(candidate, config)) !== null);
      if (name === undefined) continue;
      mappings = this.#load(inFolder(candidate, name), 0);
      break;
    }
    this.#byFolder.set(folder, mappings);
    return mappings;
  }

  #load(path: string, depth: number): readonly Mapping[] {
    const text = depth > maxExtends ? null : this.#read(path);
    const config = text === null ? null : asRecord(parseJsonWithComments(text));
    if (config === null) return [];
    const folder = folderOf(path);
    const options = asRecord(config["compilerOptions"]) ?? {};
    const own = mappingOf(options, folder);
    const inherited = asList(config["extends"]).flatMap((parent) => this.#loadRelative(folder, parent, depth));
    const referenced = asList(config["references"]).flatMap((reference) => {
      const target = asRecord(reference)?.["path"];
      return this.#loadRelative(folder, target, depth);
    });
    // TypeScript lets a config's own `paths` replace inherited ones; trying the inherited ones last does no harm.
    return [...(own === null ? [] : [own]), ...inherited, ...referenced];
  }

  #loadRelative(folder: string, target: unknown, depth: number): readonly Mapping[] {
    if (typeof target !== "string" || !target.startsWith(".")) return [];
    const path = joinPath(folder, target);
    if (path === null) return [];
    const candidates = path.endsWith(".json") ? [path] : [`${path}.json`, inFolder(path, "tsconfig.json")];
    const found = candidates.find((candidate) => this.#read(candidate) !== null);
    return found === undefined ? [] : this.#load(found, depth + 1);
  }
}

function mappingOf(options: Record<string, unknown>, folder: string): Mapping | null {
  const written = options["baseUrl"];
  const baseUrl = typeof written === "string" ? joinPath(folder, written) : null;
  const paths = asRecord(options["paths"]);
  if (baseUrl === null && paths === null) return null;
  const patterns = Object.entries(paths ?? {}).map(([pattern, targets]) => ({
    pattern,
    targets: asList(targets).filter((target) => typeof target === "string"),
  }));
  return { base: baseUrl ?? folder, patterns, baseUrl };
}

/** The pattern with the longest fixed beginning wins, as in TypeScript. */
function matchPatterns(mapping: Mapping, specifier: string): readonly string[] {
  let best: { readonly length: number; readonly middle: string; readonly targets: readonly string[] } | null = null;
  for (const { pattern, targets } of mapping.patterns) {
    const star = pattern.indexOf("*");
    if (star < 0) {
      if (pattern === specifier) best = { length: Number.MAX_SAFE_INTEGER, middle: "", targets };
      continue;
    }
    const start = pattern.slice(0, star);
    const end = pattern.slice(star + 1);
    const fits =
      specifier.length >= start.length + end.length && specifier.startsWith(start) && specifier.endsWith(end);
    if (fits && (best === null || start.length > best.length)) {
      best = { length: start.length, middle: specifier.slice(start.length, specifier.length - end.length), targets };
    }
  }
  if (best === null) return [];
  const { middle, targets } = best;
  return targets
    .map((target) =>
      joinPath(
        mapping.base,
        target.replace("*", () => middle),
      ),
    )
    .filter((path) => path !== null);
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
