import type { EmbedKind } from "../types.ts";

/** What a family of embedding models wants before its texts, as its model card says. */
interface ModelFamily {
  /** Matches the model's name without publisher and tag, in lower case. */
  readonly name: RegExp;
  readonly query: string;
  readonly passage: string;
}

const sentenceForPassages = "Represent this sentence for searching relevant passages: ";
const queryForCode = "Represent this query for searching relevant code: ";
const codeSearchTask = "Instruct: Given a code search query, retrieve relevant code that answers the query\nQuery: ";

/** First match counts. Models not listed (all-minilm, bge-m3, granite, jina v2, OpenAI's) want no prefix. */
const families: readonly ModelFamily[] = [
  { name: /^nomic-embed-code|^coderankembed/, query: queryForCode, passage: "" },
  { name: /^nomic-embed/, query: "search_query: ", passage: "search_document: " },
  { name: /^mxbai-embed/, query: sentenceForPassages, passage: "" },
  { name: /^bge-(small|base|large)/, query: sentenceForPassages, passage: "" },
  { name: /^snowflake-arctic-embed(2|-.*v2)/, query: "query: ", passage: "" },
  { name: /^snowflake-arctic-embed/, query: sentenceForPassages, passage: "" },
  { name: /e5-.*instruct|^e5-mistral/, query: codeSearchTask, passage: "" },
  { name: /^(multilingual-)?e5\b/, query: "query: ", passage: "passage: " },
  { name: /^qwen3-embedding/, query: codeSearchTask, passage: "" },
  { name: /^(text-)?embedding-?gemma/, query: "task: code retrieval | query: ", passage: "title: none | text: " },
];

/** The task prefix that a model wants before a text, "" for most. */
export function taskPrefix(model: string, kind: EmbedKind): string {
  const name = (model.toLowerCase().split("/").at(-1) ?? "")
    .replace(/:.*$/, "")
    .replace(/^text-embedding-(?=nomic|bge|mxbai)/, "");
  const family = families.find((candidate) => candidate.name.test(name));
  return family?.[kind] ?? "";
}
