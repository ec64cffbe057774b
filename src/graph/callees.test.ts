import { afterEach, describe, expect, it } from "vitest";
import { calleesShown, IndexedProject, type Sources } from "./testing/indexed-project.ts";

let project: IndexedProject | null = null;

async function index(sources: Sources): Promise<IndexedProject> {
  project = await IndexedProject.of(sources);
  return project;
}

afterEach(() => {
  project?.close();
  project = null;
});

describe("traceCallees", () => {
  it("lists project symbols with their definition and library symbols by their module", async () => {
    const indexed = await index({
      "order.ts": [
        "import { readFile } from 'node:fs/promises';",
        "import path from 'node:path';",
        "import { price } from './price';",
        "function check(n: number) { return n; }",
        "export async function place(n: number, hook: () => void) {",
        "  check(n);",
        "  price(n); price(n + 1);",
        "  await readFile(path.join('a', 'b'));",
        "  hook();",
        "  [1].map(check);",
        "}",
      ].join("\n"),
      "price.ts": "export function price(n: number) { return n; }\n",
      "map.ts": "export class Table { map() {} join() {} }\nexport function hook() {}\n",
    });
    const answer = indexed.callees("place");
    expect(calleesShown(answer)).toEqual([
      "order.ts:check",
      "price.ts:price",
      "node:fs/promises.readFile",
      "node:path.join",
    ]);
    expect(answer.rows.find((row) => row.kind === "value")).toMatchObject({ symbol: "check", line: 10 });
    expect(answer.rows[1]).toMatchObject({
      line: 7,
      symbol: "price",
      context: "price(n); price(n + 1);",
      definition: { name: "place" },
      target: { file: "price.ts", line: 1 },
    });
    expect(answer.notes).toContain("Calls that could not be resolved: hook, map.");
  });

  it("of a class are those of its constructor and its fields", async () => {
    const indexed = await index({
      "cache.ts":
        "function warm() {}\nfunction seed() {}\nfunction late() {}\nexport class Cache { size = seed(); constructor() { warm(); } get() { late(); } }\n",
    });
    expect(calleesShown(indexed.callees("Cache"))).toEqual(["cache.ts:seed", "cache.ts:warm"]);
    expect(calleesShown(indexed.callees("Cache.get"))).toEqual(["cache.ts:late"]);
  });

  it("guesses by name alone only with a word of doubt", async () => {
    const indexed = await index({
      "a.ts": "export class Lamp { shine() {} }\nexport class Sun { shine() {} glow() {} }\n",
      "b.ts": "export function look(thing: any, lamp: any) {\n  thing.glow();\n  thing.shine();\n  lamp.shine();\n}\n",
    });
    const answer = indexed.callees("look");
    expect(answer.rows.map((row) => [row.qualifiedName, row.confidence])).toEqual([
      ["Sun.glow", "inferred"],
      ["Lamp.shine", "ambiguous"],
      ["Sun.shine", "ambiguous"],
      ["Lamp.shine", "inferred"],
    ]);
    expect(answer.notes.join(" ")).toContain("2 rows rest on a name that several definitions share");
  });

  it("follows primary constructors, extensions and inherited members in other languages, and says how", async () => {
    const indexed = await index({
      "Bill.cs": [
        "namespace Shop;",
        "public class Slip(int number) { public string Draw() => number.ToString(); }",
        "public class Press { public void Put(string s) { } }",
        "public class Desk(Press press)",
        "{",
        "    public void Ring() { press.Put(new Slip(1).Draw()); Note(); }",
        "    private static void Note() { }",
        "}",
      ].join("\n"),
      "Animal.java": [
        "class Animal { void eat() {} }",
        "class Cat extends Animal { void live() { eat(); this.eat(); purr(); } private void purr() {} }",
      ].join("\n"),
    });
    expect(calleesShown(indexed.callees("Desk.Ring"))).toEqual([
      "Bill.cs:Desk.Note",
      "Bill.cs:Press.Put",
      "Bill.cs:Slip",
      "Bill.cs:Slip.Draw",
    ]);
    const cat = indexed.callees("Cat.live");
    expect(calleesShown(cat)).toEqual(["Animal.java:Animal.eat", "Animal.java:Cat.purr"]);
    expect(cat.notes).toContain("Calls in java are matched by name, scope and declared types.");
  });
});
