import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { staticModelFolder } from "../src/embed/create.ts";
import { StaticEncoder } from "../src/embed/static/encoder.ts";
import { loadStaticModel } from "../src/embed/static/load.ts";
import { LexicalIndex } from "../src/search/lexical/lexical-index.ts";
import { chunkTerms, queryTerms } from "../src/text/terms.ts";
import { printTable } from "./support/figures.ts";

/*
 * Questions that people typed into a web search, each with the Python function that answers it among 6,267: CoSQA's test
 * set for retrieval (Huang et al., 2021; https://github.com/Jun-jie-Huang/CoCLR, data/search). Mean reciprocal rank and
 * the share answered first, by the static model alone and by BM25 alone.
 * usage: npm run bench -- cosqa FOLDER [--model NAME|FOLDER]    (FOLDER: code_idx_map.txt, cosqa-retrieval-test-500.json)
 */

interface Query {
  readonly doc: string;
  readonly retrieval_idx: number;
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: "string", default: "code-static" } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error("name the folder that holds CoSQA's files");
const queries = JSON.parse(readFileSync(join(folder, "cosqa-retrieval-test-500.json"), "utf8")) as readonly Query[];
const places = JSON.parse(readFileSync(join(folder, "code_idx_map.txt"), "utf8")) as Readonly<Record<string, number>>;
const functions: string[] = [];
for (const [code, place] of Object.entries(places)) functions[place] = code;

/** Mean reciprocal rank and the share of first places; equal scores rank behind each other, the right one last. */
function standing(scoresOf: (query: string) => ArrayLike<number>): [number, number] {
  let reciprocal = 0;
  let first = 0;
  for (const { doc, retrieval_idx: right } of queries) {
    const scores = scoresOf(doc);
    const reached = scores[right] as number;
    let rank = 0;
    for (let at = 0; at < scores.length; at++) if ((scores[at] as number) >= reached) rank++;
    reciprocal += 1 / rank;
    if (rank === 1) first++;
  }
  return [reciprocal / queries.length, first / queries.length];
}

const encoder = new StaticEncoder(loadStaticModel(staticModelFolder(options.model, ".")));
const vectors = functions.map((code) => encoder.encode(code));
const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
const words = new LexicalIndex();
for (const text of functions)
  words.append(chunkTerms({ text, symbol: null, scope: "", signature: null }), new Uint32Array(0));
words.commit();
const live = new Uint8Array(functions.length).fill(1);

const byMeaning = standing((query) => {
  const vector = encoder.encode(query);
  return vectors.map((other) => dot(vector, other));
});
const byWords = standing((query) => words.score(queryTerms(query), live).scores);
printTable(
  `CoSQA: ${queries.length} queries, ${functions.length} functions`,
  ["", "mean reciprocal rank", "answered first"],
  [
    [options.model, ...byMeaning.map((value) => value.toFixed(3))],
    ["BM25", ...byWords.map((value) => value.toFixed(3))],
  ],
);
