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
    expect(cat.notes).toContain("Calls in Java are matched by name, scope and declared types.");
  });

  it("follows fields, extensions and lambdas of Kotlin and Swift", async () => {
    const indexed = await index({
      "Shop.kt": [
        "package shop",
        "",
        "class Basket(private val shelf: Shelf) {",
        "    fun total(): Int = shelf.sum() + fee()",
        "    private fun fee() = 2",
        "}",
        "class Shelf { fun sum(): Int = listOf(1, 2).map { twice(it) }.sum() }",
        "fun twice(n: Int): Int = n * 2",
        'fun Basket.label(): String = "t" + total()',
      ].join("\n"),
      "Shop.swift": [
        "struct Rack { func sum() -> Int { return [1, 2].map { doubled($0) }.reduce(0, +) } }",
        "func doubled(_ n: Int) -> Int { return n * 2 }",
        "final class Till {",
        "    let rack = Rack()",
        "    func total() -> Int { return rack.sum() + fee() }",
        "    private func fee() -> Int { return 2 }",
        "}",
        'extension Till { func label() -> String { return "t\\(total())" } }',
      ].join("\n"),
    });
    const inProject = (symbol: string) =>
      calleesShown(indexed.callees(symbol)).filter((callee) => callee.includes(":"));
    expect(inProject("Basket.total")).toEqual(["Shop.kt:Basket.fee", "Shop.kt:Shelf.sum"]);
    expect(inProject("Shelf.sum")).toEqual(["Shop.kt:twice"]);
    expect(inProject("Shop.kt:label")).toEqual(["Shop.kt:Basket.total"]);
    expect(inProject("Till.total")).toEqual(["Shop.swift:Rack.sum", "Shop.swift:Till.fee"]);
    expect(inProject("Rack.sum")).toEqual(["Shop.swift:doubled"]);
    expect(inProject("Till.label")).toEqual(["Shop.swift:Till.total"]);
  });
});
