import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SyntaxParser } from "./parser.ts";
import { QueryMatches } from "./query-matches.ts";
import { detectLanguage } from "./registry.ts";

const samples = join(import.meta.dirname, "samples");
let parser: SyntaxParser;

beforeAll(async () => {
  parser = await SyntaxParser.create({ timeoutMs: 60_000 });
});

afterAll(() => parser.close());

const patient = { maxStartDepth: 500, isLate: () => false };

function parse(path: string, text: string) {
  const parsed = parser.parse(detectLanguage(path).id, text);
  if (parsed.kind !== "tree") throw new Error(`${path} was not parsed`);
  return parsed;
}

describe("matches read from memory", () => {
  const files = readdirSync(samples).filter((name) => !name.endsWith(".facts"));

  it.each([...files, "../collect.ts"])("are those of the library: %s", (name) => {
    const text = readFileSync(join(samples, name), "utf8");
    const parsed = parse(name, text);
    const { query, bodyField } = parsed.grammar;
    const expected = query.matches(parsed.tree.rootNode, { maxStartDepth: 500 }).map(({ patternIndex, captures }) => ({
      pattern: patternIndex,
      captures: captures.map(({ name: capture, node }) => {
        const body = bodyField === -1 ? null : node.childForFieldId(bodyField);
        return [capture, node.startIndex, node.endIndex, body === null ? -1 : body.startIndex];
      }),
    }));
    const matches = new QueryMatches(parsed.runtime, query, parsed.tree, text, patient);
    const found: typeof expected = [];
    while (matches.next()) {
      const captures = Array.from({ length: matches.captureCount }, (_, capture) => {
        const node = matches.node(capture);
        const captureName = query.captureNames[matches.captureIndex(capture)] ?? "";
        const body = bodyField === -1 ? -1 : matches.startOfField(node, bodyField);
        return [captureName, matches.startOf(node), matches.endOf(node), body];
      });
      found.push({ pattern: matches.pattern, captures });
    }
    matches.free();
    parsed.tree.delete();
    expect(expected.length).toBeGreaterThan(5);
    expect(found).toEqual(expected);
  });

  it("are given up when the time is over", () => {
    const text = "const answer = compute(1);\n".repeat(20_000);
    const parsed = parse("a.ts", text);
    const run = () =>
      new QueryMatches(parsed.runtime, parsed.grammar.query, parsed.tree, text, { ...patient, isLate: () => true });
    expect(run).toThrow("out of time");
    parsed.tree.delete();
  });
});
