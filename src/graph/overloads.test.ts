import { afterEach, describe, expect, it } from "vitest";
import { IndexedProject, type Sources } from "./testing/indexed-project.ts";

let project: IndexedProject | null = null;

async function index(sources: Sources): Promise<IndexedProject> {
  project = await IndexedProject.of(sources);
  return project;
}

afterEach(() => {
  project?.close();
  project = null;
});

/** Lines of the definitions that a function calls, with how sure they are. */
function called(indexed: IndexedProject, query: string): readonly string[] {
  return indexed
    .callees(query)
    .rows.filter((row) => row.target !== null)
    .map((row) => `${row.qualifiedName}:${row.target?.line} ${row.confidence}`);
}

describe("overloads", () => {
  it("are told apart by the number of arguments, over several lines and in base classes", async () => {
    const indexed = await index({
      "Base.java": "class Base {\n  void print(int a, int b, int c) {}\n}\n",
      "Printer.java": [
        "class Printer extends Base {",
        "  void print(int a) {}",
        "  void print(int a, Map<String, Integer> b) {}",
        "  void all() {",
        "    print(1);",
        "    print(f(1, 2),",
        "      other);",
        "    print(1, 2, 3);",
        "  }",
        "}",
      ].join("\n"),
    });
    expect(called(indexed, "Printer.all")).toEqual([
      "Printer.print:2 exact",
      "Printer.print:3 exact",
      "Base.print:2 exact",
    ]);
  });

  it("are told apart by the types of arguments where these are written", async () => {
    const indexed = await index({
      "Color.java": "enum Color { RED }\n",
      "Shape.java": [
        "class Shape {",
        "  void set(Color color) {}",
        "  void set(String text) {}",
        "  void set(char letter) {}",
        "  void set(Character letter) {}",
        "  void set(long count) {}",
        "  void all(Character boxed, Object any) {",
        "    String text = any.toString();",
        "    set(Color.RED);",
        "    set(text);",
        "    set('a');",
        "    set(boxed);",
        "    set(7);",
        '    set("a" + 7);',
        "  }",
        "}",
      ].join("\n"),
    });
    expect(called(indexed, "Shape.all")).toEqual([
      "Shape.set:2 exact",
      "Shape.set:3 exact",
      "Shape.set:4 exact",
      "Shape.set:5 exact",
      "Shape.set:6 exact",
      "Shape.set:3 exact",
    ]);
  });

  it("of a base class count beside those of the class itself", async () => {
    const indexed = await index({
      "Config.java": [
        "enum Feature { A }",
        "enum Option { B }",
        "class Config { void with(Feature feature) {} void with(int flags) {} }",
        "class ReadConfig extends Config {",
        "  void with(Option option) {}",
        "  void with(int flags) {}",
        "  void all() { with(Feature.A); with(Option.B); with(1); }",
        "  void one() { with(any().intValue()); }",
        "}",
      ].join("\n"),
    });
    expect(called(indexed, "ReadConfig.all").filter((row) => row.includes("with"))).toEqual([
      "Config.with:3 exact",
      "ReadConfig.with:5 exact",
      "ReadConfig.with:6 exact",
    ]);
    expect(called(indexed, "ReadConfig.one")).toEqual(["ReadConfig.with:6 exact"]);
  });

  it("are all named, and not for certain, where nothing tells them apart", async () => {
    const indexed = await index({
      "Sink.java": [
        "class Sink {",
        "  void put(int value) {}",
        "  void put(long value) {}",
        "  void drain(Source source) { put(source.next()); }",
        "}",
      ].join("\n"),
    });
    expect(called(indexed, "Sink.drain")).toEqual(["Sink.put:2 ambiguous", "Sink.put:3 ambiguous"]);
  });
});

describe("methods that are called like constructors elsewhere", () => {
  it("are methods", async () => {
    const indexed = await index({
      "Engine.java": [
        "class Engine {",
        "  Engine() {}",
        "  void init() {}",
        "  void initialize() {}",
        "  static Engine started() { Engine engine = new Engine(); engine.init(); engine.initialize(); return engine; }",
        "}",
      ].join("\n"),
    });
    expect(called(indexed, "Engine.started")).toEqual([
      "Engine.Engine:2 exact",
      "Engine.init:3 exact",
      "Engine.initialize:4 exact",
    ]);
  });
});

describe("receivers", () => {
  it("with a type of the library are outside the project", async () => {
    const indexed = await index({
      "Quote.java": [
        "class Quote {",
        "  static Quote valueOf(char c) { return null; }",
        "  long cast(Object any) { return ((Long) any).size(); }",
        "  void use(char c) { Character.valueOf(c); }",
        "}",
        "class Box { int size() { return 0; } }",
      ].join("\n"),
    });
    expect(called(indexed, "Quote.use")).toEqual([]);
    expect(called(indexed, "Quote.cast")).toEqual([]);
  });
});
