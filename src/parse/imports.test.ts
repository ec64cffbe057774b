import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SyntaxParser } from "./parser.ts";
import { definitionLines, factsOf, importLines } from "./testing/facts.ts";
import type { FileFacts, LanguageId } from "./types.ts";

let parser: SyntaxParser;

beforeAll(async () => {
  parser = await SyntaxParser.create({ timeoutMs: 60_000 });
});

afterAll(() => parser.close());

/** @param text after its first line break */
function read(language: LanguageId, text: string): FileFacts {
  return factsOf(parser, language, text.slice(1));
}

describe("bindings of modules", () => {
  it("names each import, export and re-export of TypeScript", () => {
    const facts = read(
      "typescript",
      `
import fallback, { work as job, type Shape } from "./impl.js";
import * as impl from "./impl.js";
import type { Only } from "./types";
import "./side.js";
import legacy = require("./legacy.cjs");
export { work as effort, job } from "./impl.js";
export { default as main, default } from "./impl.js";
export * from "./rest.js";
export * as rest from "./rest.js";
const load = await import("./lazy.js");
const { first, second: other } = await import("./pair.js");
function local() {}
export { local, local as renamed };
export const alias = local;
export default local;
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual(["10-10 constant load", "12-12 +function local", "14-14 +constant alias"]);
    expect(importLines(facts)).toEqual([
      "import ./impl.js default as fallback",
      "import ./impl.js work as job",
      "import ./impl.js Shape",
      "import ./impl.js * as impl",
      "import ./types Only",
      "import ./side.js * as ",
      "import ./legacy.cjs * as legacy",
      "re-export ./impl.js work as effort",
      "re-export ./impl.js job",
      "re-export ./impl.js default as main",
      "re-export ./impl.js default",
      "re-export ./rest.js *",
      "re-export ./rest.js * as rest",
      "import ./lazy.js * as load",
      "import ./pair.js first",
      "import ./pair.js second as other",
      "export (here) local",
      "export (here) local as renamed",
      "export (here) local as alias",
      "export (here) local as default",
    ]);
  });

  it("names what require binds and module.exports passes on", () => {
    const facts = read(
      "javascript",
      `
const impl = require("./impl");
const { work, rest: others } = require("./impl");
const run = require("./runner").run;
function local() {}
module.exports = { local, named: work };
exports.again = local;
module.exports.more = impl;
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual(["1-1 +constant impl", "3-3 constant run", "4-4 +function local"]);
    expect(importLines(facts)).toEqual([
      "import ./impl * as impl",
      "import ./impl work",
      "import ./impl rest as others",
      "import ./runner run",
      "export (here) local",
      "export (here) work as named",
      "export (here) local as again",
      "export (here) impl as more",
    ]);
  });

  it("reads long lists in time that grows with their length", () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `name${index}`).join(", ");
    const facts = read(
      "typescript",
      `\nimport { ${names} } from "./names.js";\nexport { ${names} } from "./names.js";\n`,
    );
    expect(facts.status).toBe("parsed");
    const lines = importLines(facts);
    expect(lines).toHaveLength(10_000);
    expect(lines[4_999]).toBe("import ./names.js name4999");
    expect(lines[9_999]).toBe("re-export ./names.js name4999");
  });
});
