import { describe, expect, it } from "vitest";
import { endorsements } from "./endorsement.ts";
import { CHUNK_FEATURES, FILE_FEATURES } from "./features.ts";
import { groupByFile, listPassages } from "./grouping.ts";
import { fileOutline, type Outline, outlineOf, subjectOf } from "./outlines.ts";
import { pathBoost } from "./path-boost.ts";
import { analyseQuery } from "./query.ts";

const files = new Map<string, Outline["file"]>();

function passage(path: string, symbol: string | null = null, scope = "", startLine = 1): Outline {
  const file = files.get(path) ?? fileOutline(files.size + 1, path);
  files.set(path, file);
  return outlineOf({ id: startLine, fileId: file.id, path, startLine, symbol, scope }, file);
}

describe("groupByFile and listPassages", () => {
  const ranked = [
    { outline: passage("a.ts", null, "", 1), score: 1 },
    { outline: passage("a.ts", null, "", 10), score: 0.9 },
    { outline: passage("b.ts", null, "", 1), score: 0.5 },
  ];
  const places = (passages: readonly { outline: Outline }[]) =>
    passages.map(({ outline: { file, startLine } }) => `${file.path}:${startLine}`);

  it("brings each file once before any file's second", () => {
    expect(places(listPassages(groupByFile(ranked), true))).toEqual(["a.ts:1", "b.ts:1", "a.ts:10"]);
  });

  it("leaves the order to the scores where that is not wanted", () => {
    expect(places(listPassages(groupByFile(ranked), false))).toEqual(["a.ts:1", "a.ts:10", "b.ts:1"]);
  });

  it("prefers a file that answers in several places, and breaks ties by place", () => {
    const tie = [
      { outline: passage("z.ts"), score: 0.8 },
      { outline: passage("b.ts"), score: 0.8 },
      { outline: passage("c.ts", null, "", 1), score: 0.8 },
      { outline: passage("c.ts", null, "", 9), score: 0.7 },
    ];
    expect(places(listPassages(groupByFile(tie), true))).toEqual(["c.ts:1", "b.ts:1", "z.ts:1", "c.ts:9"]);
  });
});

describe("pathBoost", () => {
  const rules = {
    enabled: true,
    penalties: [
      { pattern: "_test.", factor: 0.5 },
      { pattern: "/docs/", factor: 0.6 },
      { pattern: "**/*.generated.ts", factor: 0.1 },
    ],
    bonuses: [{ pattern: "/src/", factor: 1.1 }],
  };

  it("multiplies the factors of the rules that match", () => {
    const boost = pathBoost(rules, "parse request");
    expect(boost("src/parser.go")).toBeCloseTo(1.1);
    expect(boost("src/parser_test.go")).toBeCloseTo(0.55);
    expect(boost("docs/parser.go")).toBeCloseTo(0.6);
    expect(boost("lib/a.generated.ts")).toBeCloseTo(0.1);
    expect(boost("lib/parser.go")).toBe(1);
  });

  it("keeps nothing down that the query asks for", () => {
    expect(pathBoost(rules, "tests of the parser")("lib/parser_test.go")).toBe(1);
    expect(pathBoost(rules, "documentation of the parser")("docs/parser.md")).toBe(1);
    expect(pathBoost(rules, "documentation of the parser")("lib/parser_test.go")).toBe(0.5);
    expect(pathBoost({ ...rules, enabled: false }, "parser")("lib/parser_test.go")).toBe(1);
  });
});

describe("features", () => {
  const total = (one: Outline, query: string, endorsement = 0) => {
    const analysed = analyseQuery(query);
    const ofChunk = CHUNK_FEATURES.map((feature) => feature.weigh({ outline: one, defining: 0 }, analysed));
    const ofFile = FILE_FEATURES.map((feature) => feature.weigh({ file: one.file, endorsement }, analysed));
    return [...ofChunk, ...ofFile].reduce((sum, part) => sum + part, 0);
  };

  it("favours the definition of a name over its uses", () => {
    expect(total(passage("a.ts", "parseRequest"), "parseRequest")).toBeGreaterThan(
      total(passage("b.ts", "handle"), "parseRequest") + 0.3,
    );
    expect(total(passage("a.rb", "parse_request"), "parseRequest")).toBeGreaterThan(0.3);
  });

  it("favours the scope that was named", () => {
    const query = "Picker:move_selection";
    expect(total(passage("a.lua", "move_selection", "Picker"), query)).toBeGreaterThan(
      total(passage("a.lua", "move_selection", "Other"), query),
    );
  });

  it("favours symbols and files named by the query's words", () => {
    const query = "policies for retrying";
    expect(total(passage("a.ts", "RetryPolicy"), query)).toBeGreaterThan(total(passage("a.ts", "Backoff"), query));
    expect(total(passage("net/retry.ts"), query)).toBeGreaterThan(total(passage("net/other.ts"), query));
    expect(total(passage("retry/index.ts"), query)).toBeGreaterThan(total(passage("other/index.ts"), query));
  });

  it("favours the file that is named by the name", () => {
    expect(total(passage("lib/router.ts"), "Router")).toBeGreaterThan(total(passage("lib/routes.ts"), "Router"));
  });

  it("favours what the answers import, what lies high up, and implementations over declarations", () => {
    expect(total(passage("a.ts"), "parse requests", 1)).toBeGreaterThan(total(passage("a.ts"), "parse requests"));
    expect(total(passage("a/b.ts"), "parse requests")).toBeGreaterThan(total(passage("a/c/b.ts"), "parse requests"));
    expect(total(passage("a.c"), "parse requests")).toBeGreaterThan(total(passage("a.h"), "parse requests"));
    expect(total(passage("a.ts"), "parse requests")).toBeGreaterThan(total(passage("a.d.ts"), "parse requests"));
  });
});

describe("subjectOf", () => {
  it.each([
    ["src/router.ts", "router"],
    ["src/router.test.ts", "router"],
    ["src/router/index.ts", "router"],
    ["pkg/__init__.py", "pkg"],
    ["main.go", "main"],
    [".eslintrc.json", ".eslintrc"],
    ["Makefile", "Makefile"],
  ])("%s: %s", (path, subject) => {
    expect(subjectOf(path)).toBe(subject);
  });
});

describe("endorsements", () => {
  const group = (path: string, score: number) => {
    const one = passage(path);
    return { file: one.file, passages: [{ outline: one, score }], score };
  };
  const groups = [group("app/server.ts", 1), group("app/client.ts", 0.5), group("app/router.ts", 0.2)];
  const [server, client, router] = groups.map(({ file }) => file.id) as [number, number, number];

  it("grow with how many of the best files import a file, and with how good those are", () => {
    const both = endorsements(groups, (fileId) => new Set(fileId === router ? [] : ["router"]));
    const one = endorsements(groups, (fileId) => new Set(fileId === client ? ["router"] : []));
    expect(both.get(router)).toBeCloseTo((1 + 0.5) / 6);
    expect(one.get(router)).toBeCloseTo(0.5 / 6);
    expect(both.get(server)).toBe(0);
  });

  it("never come from the file itself", () => {
    expect(endorsements(groups, () => new Set(["router"])).get(router)).toBeCloseTo((1 + 0.5) / 6);
  });
});
