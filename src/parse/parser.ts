import { Parser, type Tree } from "web-tree-sitter";
import { builtPath } from "../assets.ts";
import { GrammarLoader, type LoadedGrammar } from "./grammars.ts";
import { startTreeRuntime, type TreeRuntime } from "./tree-runtime.ts";
import type { LanguageId } from "./types.ts";

/** Parsing of one file is given up after this long; real files take milliseconds. */
const defaultTimeoutMs = 5000;

/** A syntax tree with what is needed to read it. Whoever receives it calls `tree.delete()`. */
export interface ParsedSource {
  readonly kind: "tree";
  readonly tree: Tree;
  readonly grammar: LoadedGrammar;
  readonly runtime: TreeRuntime;
}

/** `text`: the language has no grammar. `failed`: time-out or a failure of the parser itself. */
export type ParseOutcome = ParsedSource | { readonly kind: "text" } | { readonly kind: "failed" };

/** A tree-sitter parser with the grammars it has needed so far. One a thread; not re-entrant. */
export class SyntaxParser {
  readonly #runtime: TreeRuntime;
  readonly #parser: Parser;
  readonly #grammars: GrammarLoader;
  readonly #timeoutMs: number;
  #current: LoadedGrammar | null = null;
  #failures = 0;

  private constructor(runtime: TreeRuntime, grammars: GrammarLoader, timeoutMs: number) {
    this.#runtime = runtime;
    this.#parser = new Parser();
    this.#grammars = grammars;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Starts the WASM runtime of this thread (once; later calls are cheap) and makes a parser.
   * @param options.timeoutMs limit for one parse in milliseconds
   */
  static async create(options: { readonly timeoutMs?: number } = {}): Promise<SyntaxParser> {
    const runtime = await startTreeRuntime();
    return new SyntaxParser(runtime, new GrammarLoader(builtPath("grammars")), options.timeoutMs ?? defaultTimeoutMs);
  }

  /** Parses that failed or ran out of time so far. */
  get failures(): number {
    return this.#failures;
  }

  /**
   * Grammar and query of a language, loaded if need be; null where it is read as text.
   * @throws GrepaiError `INTERNAL` naming the language when they cannot be loaded or the query does not compile
   */
  grammarOf(language: LanguageId): LoadedGrammar | null {
    return this.#grammars.load(language);
  }

  /**
   * Parses one file.
   * @throws GrepaiError `INTERNAL` when the grammar cannot be loaded; never because of the text
   */
  parse(language: LanguageId, text: string): ParseOutcome {
    const grammar = this.grammarOf(language);
    if (grammar === null) return { kind: "text" };
    if (this.#current !== grammar) {
      this.#parser.setLanguage(grammar.grammar);
      this.#current = grammar;
    }
    const tree = this.#run(text);
    if (tree !== null) return { kind: "tree", tree, grammar, runtime: this.#runtime };
    this.#failures += 1;
    return { kind: "failed" };
  }

  /** Frees the parser. */
  close(): void {
    this.#parser.delete();
  }

  #run(text: string): Tree | null {
    const deadline = performance.now() + this.#timeoutMs;
    try {
      const tree = this.#parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
      // A cancelled parse would go on from where it stopped at the next call.
      if (tree === null) this.#parser.reset();
      return tree;
    } catch {
      this.#parser.reset();
      return null;
    }
  }
}
