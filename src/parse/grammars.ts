import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { Language as Grammar, Query } from "web-tree-sitter";
import { GrepaiError, messageOf } from "../errors.ts";
import { type CaptureRole, roleOf } from "./captures.ts";
import { type Language, languageOf } from "./registry.ts";
import type { LanguageId } from "./types.ts";

/** A grammar ready to parse with its one query. */
export interface LoadedGrammar {
  readonly language: Language;
  readonly grammar: Grammar;
  readonly query: Query;
  /** Meanings of the query's captures, in the order of `query.captureNames`. */
  readonly roles: readonly CaptureRole[];
  /** Id of the field that holds a definition's body, or -1 where the grammar has none. */
  readonly bodyField: number;
}

/** Node's own types name the module but not its constructor. */
const { Module } = (globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => WebAssembly.Module } })
  .WebAssembly;

/** Tells whether a tree holds real errors; nodes that are only missing do not count. */
const errorPattern = "\n(ERROR) @error\n";

/** Loads grammars and queries from the built folder on first use and keeps them. One a thread. */
export class GrammarLoader {
  readonly #folder: string;
  readonly #loaded = new Map<LanguageId, LoadedGrammar | null>();

  /** @param folder the built `grammars` folder */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The grammar of a language, or null where it has none and is read as text. The WASM runtime must be up.
   * @throws GrepaiError `INTERNAL` naming the language when its grammar or query cannot be loaded
   */
  load(id: LanguageId): LoadedGrammar | null {
    const known = this.#loaded.get(id);
    if (known !== undefined) return known;
    const language = languageOf(id);
    const loaded = language.grammar === null ? null : this.#read(language, language.grammar);
    this.#loaded.set(id, loaded);
    return loaded;
  }

  #read(language: Language, folder: string): LoadedGrammar {
    try {
      const bytes = brotliDecompressSync(readFileSync(join(this.#folder, folder, "grammar.wasm.br")));
      const grammar = Grammar.loadSync(new Module(bytes));
      const query = new Query(grammar, this.#querySource(language));
      const roles = query.captureNames.map(roleOf);
      return { language, grammar, query, roles, bodyField: grammar.fields.indexOf("body") };
    } catch (error) {
      throw new GrepaiError(
        "INTERNAL",
        `The grammar or query of ${language.displayName} cannot be loaded: ${messageOf(error)}. Reinstall grepai.`,
        { cause: error },
      );
    }
  }

  #querySource(language: Language): string {
    const files = language.queries.map((name) => join(this.#folder, name)).filter((path) => existsSync(path));
    return files.map((path) => readFileSync(path, "utf8")).join("\n") + errorPattern;
  }
}
