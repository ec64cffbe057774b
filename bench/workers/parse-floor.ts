import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { SyntaxParser } from "../../src/parse/parser.ts";
import { detectLanguage } from "../../src/parse/registry.ts";

/** Parses its share of the files and nothing else, with the parser that indexing uses. */
const { files } = workerData as { readonly files: readonly string[] };
const texts = files.map((path) => ({ language: detectLanguage(path).id, text: readFileSync(path, "utf8") }));
const parser = await SyntaxParser.create();
// Grammars are loaded before the clock starts.
for (const language of new Set(texts.map((one) => one.language))) parser.grammarOf(language);
parentPort?.postMessage("ready");
parentPort?.once("message", () => {
  for (const { language, text } of texts) {
    const outcome = parser.parse(language, text);
    if (outcome.kind === "tree") outcome.tree.delete();
  }
  parentPort?.postMessage("done");
});
