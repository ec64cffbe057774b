import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chunkSource } from "../src/chunk/chunk.ts";
import { extractFacts } from "../src/parse/extract.ts";
import { LineIndex } from "../src/parse/lines.ts";
import { SyntaxParser } from "../src/parse/parser.ts";
import { detectLanguage } from "../src/parse/registry.ts";
import { packFacts } from "../src/store/packed-facts.ts";
import { makeCorpus } from "./support/corpus.ts";
import { median, printTable } from "./support/figures.ts";

/*
 * What symbols, calls and reads and writes cost in indexing: extracting and packing them beside parsing and chunking the
 * same files, in processor time of one thread.
 * usage: npm run bench -- facts FOLDER [MEGABYTES] [ROUNDS]
 */

const chunking = { sizeTokens: 512, overlapTokens: 50 };

const [folder, megabytes = "5", rounds = "5"] = process.argv.slice(2);
if (folder === undefined) throw new Error("name a folder with source code");
const corpus = makeCorpus(folder, { bytes: Number(megabytes) * 1e6 });
const texts = corpus.files.map((path) => ({
  language: detectLanguage(path).id,
  text: readFileSync(join(corpus.root, path), "utf8"),
}));
rmSync(corpus.root, { recursive: true, force: true });

const parser = await SyntaxParser.create();
const kinds = new Map<string, number>();
const stored = { references: 0, strings: 0, names: 0 };

/** Processor time so far, which other programs on the machine disturb less than the clock. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** One round over all files, in milliseconds of processor time. */
function measure(isCounted: boolean): { readonly base: number; readonly facts: number } {
  let base = 0;
  let extraction = 0;
  for (const { language, text } of texts) {
    const lines = new LineIndex(text);
    const startedAt = cpuMs();
    const outcome = parser.parse(language, text);
    const parsedAt = cpuMs();
    base += parsedAt - startedAt;
    if (outcome.kind !== "tree") continue;
    const facts = extractFacts(parser, outcome, text, lines);
    const packed = packFacts(facts);
    const extractedAt = cpuMs();
    chunkSource(text, facts, outcome.tree, chunking, lines);
    outcome.tree.delete();
    extraction += extractedAt - parsedAt;
    base += cpuMs() - extractedAt;
    if (!isCounted) continue;
    for (const { kind } of facts.references) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    stored.references += packed.references.rows.byteLength;
    stored.strings += Buffer.byteLength(packed.references.strings);
    stored.names += packed.names.referred.length;
  }
  return { base, facts: extraction };
}

measure(true);
const measured = Array.from({ length: Number(rounds) }, () => measure(false));
printTable(
  `Facts of ${texts.length} files, ${(corpus.bytes / 1e6).toFixed(1)} MB, medians of ${rounds}`,
  ["parse and chunk (ms)", "facts (ms)", "share", "rows (KB)", "strings (KB)", "names (KB)"],
  [
    [
      median(measured.map(({ base }) => base)),
      median(measured.map(({ facts }) => facts)),
      median(measured.map(({ base, facts }) => facts / base)),
      stored.references / 1e3,
      stored.strings / 1e3,
      stored.names / 1e3,
    ],
  ],
);
printTable(
  "References by kind",
  ["kind", "number"],
  [...kinds].sort((a, b) => b[1] - a[1]),
);
