import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IndexedProject } from "./testing/indexed-project.ts";

let project: IndexedProject;

beforeAll(async () => {
  project = await IndexedProject.of({
    "lib/store.ts":
      "export function save(x: number) { return check(x); }\nexport function check(x: number) { return x; }\n",
    "lib/other.ts": "export function save(y: string) { return y.trim(); }\n",
    "app/main.ts": "import { save } from '../lib/store';\nexport function main() { save(1); save(2); }\n",
    "app/text.ts": "import { save } from '../lib/other';\nexport function text() { save('a'); }\n",
    "test/main.test.ts": "import { save } from '../lib/store';\nexport function testSave() { save(3); }\n",
    "app/guess.ts": "export function guess(thing: any) { thing.refresh(); }\n",
    "lib/one.ts": "export class One { refresh() {} }\n",
    "lib/two.ts": "export class Two { refresh() {} }\n",
  });
});

afterAll(() => project.close());

const rowsOf = (answer: ReturnType<IndexedProject["callers"]>): readonly string[] =>
  answer.rows.map((row) => `${row.file}:${row.line} ${row.symbol} -> ${row.definition?.file}`);

describe("callers of a name with several definitions", () => {
  it("are answered for all, each row with the definition it belongs to", () => {
    const answer = project.callers("save");
    expect(answer.definitions.map(({ file }) => file)).toEqual(["lib/other.ts", "lib/store.ts"]);
    expect(rowsOf(answer)).toEqual([
      "app/main.ts:2 main -> lib/store.ts",
      "app/text.ts:2 text -> lib/other.ts",
      "test/main.test.ts:2 testSave -> lib/store.ts",
    ]);
  });

  it("are those of the chosen definition alone", () => {
    const answer = project.callers("save", {}, { definition: "lib/other.ts" });
    expect(answer.definitions.map(({ file }) => file)).toEqual(["lib/other.ts"]);
    expect(rowsOf(answer)).toEqual(["app/text.ts:2 text -> lib/other.ts"]);
  });
});

describe("filters", () => {
  it("leave out what lies elsewhere and say so", () => {
    const answer = project.callers("save", {}, { shows: (path) => path?.startsWith("app/") === true });
    expect(rowsOf(answer)).toEqual(["app/main.ts:2 main -> lib/store.ts", "app/text.ts:2 text -> lib/other.ts"]);
    expect(answer.total).toBe(2);
    expect(answer.notes).toContain("1 more is left out by path, include_tests or min_confidence.");
  });

  it("do not make a symbol look unused", () => {
    const answer = project.callers("check", {}, { shows: () => false });
    expect(answer.rows).toEqual([]);
    expect(answer.notes.join(" ")).not.toContain("No callers are known");
    expect(answer.notes).toContain("1 more is left out by path, include_tests or min_confidence.");
  });

  it("cut at the limit and keep the count", () => {
    const answer = project.callers("save", {}, { limit: 2 });
    expect([answer.rows.length, answer.total]).toEqual([2, 3]);
    expect(answer.notes).toContain("Only the first 2 of 3 are shown (limit).");
  });

  it("leave out what is less sure than asked", () => {
    expect(project.callees("guess").rows.map(({ confidence }) => confidence)).toEqual(["ambiguous", "ambiguous"]);
    expect(project.callees("guess", {}, { minConfidence: "inferred" }).rows).toEqual([]);
    expect(project.callees("main", {}, { minConfidence: "exact" }).rows).toHaveLength(1);
  });

  it("of callees go by where the callee is defined", () => {
    const answer = project.callees("main", {}, { shows: (path) => path === "lib/store.ts" });
    expect(answer.rows.map(({ symbol }) => symbol)).toEqual(["save"]);
    expect(project.callees("main", {}, { shows: (path) => path === "app/main.ts" }).rows).toEqual([]);
  });
});

describe("a graph", () => {
  it("goes towards the callers", () => {
    const { roots } = project.graph("check", { direction: "callers", depth: 3 });
    expect(roots).toMatchObject([
      {
        name: "check",
        edge: null,
        children: [
          {
            name: "save",
            edge: { confidence: "exact", sites: [{ file: "lib/store.ts", line: 1 }] },
            children: [{ name: "main" }, { name: "testSave" }],
          },
        ],
      },
    ]);
  });

  it("goes both ways, counting each symbol once", () => {
    const answer = project.graph("lib/store.ts:save", { direction: "both" });
    expect(answer.roots[0]).toMatchObject({
      name: "save",
      children: [{ name: "check" }],
      callers: [{ name: "main" }, { name: "testSave" }],
    });
    expect(answer.nodeCount).toBe(4);
  });

  it("starts at every definition of the name, and at the chosen one alone", () => {
    expect(project.graph("save").roots.map(({ file }) => file)).toEqual(["lib/other.ts", "lib/store.ts"]);
    const chosen = project.graph("save", { definition: "lib/store.ts:1" });
    expect(chosen.roots.map(({ file }) => file)).toEqual(["lib/store.ts"]);
  });

  it("tells each edge's call sites and shows but does not follow guesses", () => {
    const [root] = project.graph("guess", { depth: 3 }).roots;
    expect(root?.children.map(({ edge }) => edge?.confidence)).toEqual(["ambiguous", "ambiguous"]);
    const [main] = project.graph("main", { depth: 1 }).roots;
    expect(main?.children[0]?.edge?.sites).toEqual([
      { file: "app/main.ts", line: 2, context: "export function main() { save(1); save(2); }" },
    ]);
  });

  it("leaves out what may not be shown, and what follows from it", () => {
    const [root] = project.graph("check", {
      direction: "callers",
      depth: 3,
      shows: (path) => path?.startsWith("test/") !== true,
    }).roots;
    expect(root?.children[0]?.children.map(({ name }) => name)).toEqual(["main"]);
  });
});
