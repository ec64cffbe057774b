import { afterEach, describe, expect, it } from "vitest";
import { callersShown, IndexedProject, type Sources } from "./testing/indexed-project.ts";

let project: IndexedProject | null = null;

async function index(sources: Sources): Promise<IndexedProject> {
  project = await IndexedProject.of(sources);
  return project;
}

afterEach(() => {
  project?.close();
  project = null;
});

describe("calls through fields", () => {
  it("lead to the field's type and never back to the method that makes them", async () => {
    const indexed = await index({
      "pump.ts": "export class Pump {\n  fill(tank: string): string { return tank; }\n}\n",
      "station.ts": [
        "import { Pump } from './pump';",
        "export class Station {",
        "  private pump = new Pump();",
        "  fill(tank: string): string { return this.pump.fill(tank); }",
        "}",
        "export class Given {",
        "  constructor(private readonly source: Pump) {}",
        "  fill(tank: string): string { return this.source.fill(tank); }",
        "}",
        "export class Unknown {",
        "  constructor(private readonly source: any) {}",
        "  fill(tank: string): string { return this.source.fill(tank); }",
        "}",
        "export class Countdown { fill(n: number): number { return n > 0 ? this.fill(n - 1) : 0; } }",
      ].join("\n"),
    });
    const pump = indexed.callers("Pump.fill");
    expect(callersShown(pump)).toEqual(expect.arrayContaining(["station.ts:Station.fill", "station.ts:Given.fill"]));
    expect(pump.rows.filter((row) => row.confidence === "exact").map((row) => row.line)).toEqual([4, 8]);
    expect(callersShown(indexed.callers("Station.fill"))).not.toContain("station.ts:Station.fill");
    expect(callersShown(indexed.callers("Given.fill"))).not.toContain("station.ts:Given.fill");
    expect(callersShown(indexed.callers("Unknown.fill"))).not.toContain("station.ts:Unknown.fill");
    expect(callersShown(indexed.callers("Countdown.fill"))).toContain("station.ts:Countdown.fill");
  });
});

describe("library calls", () => {
  it("are never bound to a definition of the same name in the project", async () => {
    const indexed = await index({
      "panel.ts": [
        "import { useStore } from '@acme/state';",
        "import { spawn } from 'node:child_process';",
        "import * as fs from 'fs';",
        "export function Panel() { return useStore(); }",
        "export function run() { return spawn('ls'); }",
        "export function load() { return fs.readAll('x'); }",
      ].join("\n"),
      "fakes/store.ts":
        "export function useStore() { return null; }\nexport class Db { spawn(q: string) { return q; } }\nexport function readAll() {}\n",
      "Main.java": [
        "import java.util.LinkedList;",
        "class Sack { void push(String s) {} }",
        "class Main {",
        '  int go() { LinkedList<String> xs = new LinkedList<>(); xs.push("a"); return 1; }',
        "}",
      ].join("\n"),
      "go.mod": "module example.com/tool\n",
      "main.go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("x") }\n',
      "log/log.go": "package log\n\nfunc Println(s string) {}\n",
      "job.py": "import json\nfrom shutil import copy\n\n\ndef save(x):\n    copy(x)\n    return json.dumps(x)\n",
      "text.py": "def dumps(x):\n    return x\n\n\ndef copy(x):\n    return x\n",
    });
    for (const symbol of ["useStore", "Db.spawn", "readAll", "Sack.push", "log.Println", "text.dumps", "text.copy"]) {
      expect(callersShown(indexed.callers(symbol)), symbol).toEqual([]);
    }
  });
});

describe("aliases", () => {
  const sources: Sources = {
    "core.ts":
      "export function build() { return 1; }\nexport const again = build;\nexport { build as made };\nexport default build;\n",
    "use.ts": [
      "import { build as renamed, again, made } from './core';",
      "import any from './core';",
      "import * as core from './core';",
      "export function a1() { return renamed(); }",
      "export function a2() { return again(); }",
      "export function a3() { return made(); }",
      "export function a4() { return any(); }",
      "export function a5() { return core.build(); }",
      "export async function a6() { const m = await import('./core'); return m.build(); }",
      "const local = renamed;",
      "export function a7() { return local(); }",
      "export function a8() { const inner = core.build; return inner(); }",
    ].join("\n"),
    "old.cjs":
      "const { again: once } = require('./core');\nfunction a9() { return once(); }\nmodule.exports = { a9 };\n",
    "pkg/__init__.py": "from .tasks import send as dispatch\n",
    "pkg/tasks.py": "def send():\n    return 1\n",
    "pkg/api.py": [
      "from pkg.tasks import send as _send",
      "import pkg.tasks as t",
      "import pkg.tasks",
      "from . import tasks, dispatch",
      "",
      "def p1():\n    return _send()\n",
      "def p2():\n    return t.send()\n",
      "def p3():\n    return tasks.send()\n",
      "def p4():\n    return pkg.tasks.send()\n",
      "def p5():\n    return dispatch()\n",
    ].join("\n"),
    "other.ts": "export function again() { return 2; }\nexport function callsOther() { return again(); }\n",
  };

  it("of imports, exports, constants, CommonJS and Python packages are followed", async () => {
    const indexed = await index(sources);
    expect(callersShown(indexed.callers("build"))).toEqual([
      "old.cjs:a9",
      ...["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"].map((name) => `use.ts:${name}`),
    ]);
    expect(callersShown(indexed.callers("pkg/tasks.py:send"))).toEqual(
      ["p1", "p2", "p3", "p4", "p5"].map((name) => `pkg/api.py:${name}`),
    );
  });

  it("answer for the alias asked about and not for a namesake", async () => {
    const indexed = await index(sources);
    expect(callersShown(indexed.callers("core.ts:again"))).toEqual(["old.cjs:a9", "use.ts:a2"]);
    expect(callersShown(indexed.callers("other.ts:again"))).toEqual(["other.ts:callsOther"]);
  });
});

describe("barrels", () => {
  it("are followed through names, defaults, stars and namespaces, and loops end", async () => {
    const indexed = await index({
      "kit/index.ts": "export { default as Card, flip as turn } from './card';\nexport * from './inner';\n",
      "kit/card.ts": "export function flip() { return 1; }\nexport default function Card() { return flip(); }\n",
      "kit/inner/index.ts": "export * from '../tabs';\nexport * as extra from './rest';\n",
      "kit/inner/rest.ts": "export function rest() { return 3; }\n",
      "kit/tabs.ts": "export function openTabs() { return 2; }\n",
      "kit/near.ts": "import { turn } from '.';\nexport function near() { return turn(); }\n",
      "page.ts":
        "import { Card, turn, openTabs, extra } from './kit';\nexport function all() { return Card() + turn() + openTabs() + extra.rest(); }\n",
      "ring/a.ts": "export * from './b';\nexport function one() { return 1; }\n",
      "ring/b.ts": "export * from './a';\nexport function two() { return 2; }\n",
      "ring/use.ts":
        "import { one, two, three } from './b';\nexport function spin() { return one() + two() + three(); }\n",
      "three.ts": "export function three() {}\n",
    });
    expect(callersShown(indexed.callers("kit/card.ts:Card"))).toEqual(["page.ts:all"]);
    expect(callersShown(indexed.callers("flip"))).toEqual(["kit/card.ts:Card", "kit/near.ts:near", "page.ts:all"]);
    expect(callersShown(indexed.callers("openTabs"))).toEqual(["page.ts:all"]);
    expect(callersShown(indexed.callers("rest"))).toEqual(["page.ts:all"]);
    expect(callersShown(indexed.callers("one"))).toEqual(["ring/use.ts:spin"]);
    expect(callersShown(indexed.callers("two"))).toEqual(["ring/use.ts:spin"]);
    expect(callersShown(indexed.callers("three"))).toEqual([]);
  });
});

describe("module specifiers", () => {
  it("map JavaScript extensions to sources and follow tsconfig paths and workspace packages", async () => {
    const indexed = await index({
      "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@unit/*": ["unit/*"] } } }',
      "unit/mass.ts": "export function weigh() { return 1; }\n",
      "unit/m.mts": "export function em() { return 2; }\n",
      "unit/v.tsx": "export function View() { return null; }\n",
      "unit/plain.js": "export function plain() { return 3; }\n",
      "packages/tax/package.json": '{ "name": "@acme/tax", "main": "dist/index.js" }',
      "packages/tax/src/index.ts": "export function rate() { return 4; }\n",
      "main.ts": [
        "import { weigh } from './unit/mass.js';",
        "import { em } from './unit/m.mjs';",
        "import { View } from './unit/v.js';",
        "import { plain } from './unit/plain.js';",
        "import { weigh as mapped } from '@unit/mass';",
        "import { rate } from '@acme/tax';",
        "export function run() { return [weigh(), em(), View(), plain()]; }",
        "export function other() { return mapped() + rate(); }",
      ].join("\n"),
    });
    expect(callersShown(indexed.callers("weigh"))).toEqual(["main.ts:run", "main.ts:other"]);
    for (const symbol of ["em", "View", "plain"]) {
      expect(callersShown(indexed.callers(symbol)), symbol).toEqual(["main.ts:run"]);
    }
    expect(callersShown(indexed.callers("rate"))).toEqual(["main.ts:other"]);
  });
});

describe("shadowed names", () => {
  it("lead nowhere but to what binds them", async () => {
    const indexed = await index({
      "store.ts": "export function keep() { return 1; }\n",
      "use.ts": [
        "import { keep } from './store';",
        "export function honest() { return keep(); }",
        "export function byParameter(keep: () => number) { return keep(); }",
        "export function byVariable() { const keep = () => 2; return keep(); }",
        "export function byFunction() { function keep() { return 3; } return keep(); }",
        "export function byCatch() { try { return 1; } catch (keep) { return String(keep); } }",
        "export function byLoop(xs: Array<() => number>) { for (const keep of xs) { keep(); } }",
        "export function byPattern({ keep }: { keep: () => number }) { return keep(); }",
        "export function aliasOfParameter(keep: () => number) { const k = keep; return k(); }",
      ].join("\n"),
      "lease.go":
        "package lease\n\nfunc extend() error { return nil }\n\nfunc direct() error { return extend() }\n\nfunc byParam(extend func() error) error { return extend() }\n",
    });
    expect(callersShown(indexed.callers("store.ts:keep"))).toEqual(["use.ts:honest"]);
    expect(callersShown(indexed.callers("extend"))).toEqual(["lease.go:direct"]);
    expect(callersShown(indexed.callers("byVariable.keep"))).toEqual(["use.ts:byVariable"]);
  });

  it("object methods are no names of the function around them", async () => {
    const indexed = await index({
      "family.ts":
        "export function make() {\n  return { look: (n: number) => look(n, 1) };\n}\nfunction look(n: number, m: number) { return n + m; }\n",
    });
    expect(callersShown(indexed.callers("family.ts:4"))).toEqual(["family.ts:make.look"]);
  });
});

describe("functions handed on", () => {
  it("are listed as values, and no missing caller is claimed", async () => {
    const indexed = await index({
      "wire.ts": [
        "export function onPress() { return 1; }",
        "export function double(n: number) { return n * 2; }",
        "export function start() { return 2; }",
        "export function walk(n: number): void { [n].forEach(walk); }",
        "export function tick() { return 3; }",
        "export function spare() { return 4; }",
        "export function wire(el: any, opts: { load?: () => number }) {",
        "  el.on('press', onPress);",
        "  setTimeout(tick, 10);",
        "  const table = { go: start };",
        "  const load = opts.load ?? spare;",
        "  return [1].map(double).length + table.go() + load();",
        "}",
      ].join("\n"),
      "jobs.py":
        "import asyncio\n\n\ndef work(n):\n    return n\n\n\nTABLE = {'w': work}\n\n\nasync def run():\n    await asyncio.to_thread(work, 1)\n",
      "N.java":
        "import java.util.List;\nclass N {\n  static int dbl(int n) { return n * 2; }\n  int use(List<Integer> xs) { return xs.stream().map(N::dbl).toList().size(); }\n}\n",
    });
    for (const symbol of ["onPress", "double", "start", "tick", "spare"]) {
      const answer = indexed.callers(symbol);
      expect(
        answer.rows.map((row) => [row.symbol, row.kind]),
        symbol,
      ).toEqual([["wire", "value"]]);
      expect(answer.notes.join(" ")).toContain("only handed on as a value");
      expect(answer.notes.join(" ")).not.toContain("No callers");
    }
    expect(indexed.callers("walk").rows.map((row) => [row.symbol, row.kind])).toEqual([["walk", "value"]]);
    expect(indexed.callers("work").rows.map((row) => [row.symbol, row.kind])).toEqual([
      ["<module>", "value"],
      ["run", "value"],
    ]);
    expect(indexed.callers("N.dbl").rows.map((row) => [row.qualifiedName, row.kind])).toEqual([["N.use", "value"]]);
  });
});

describe("classes", () => {
  const sources: Sources = {
    "motor.ts": [
      "export class Motor { constructor(public n: number) { warm(); } run() { return this.n; } static build() { return new Motor(0); } }",
      "function warm() {}",
      "export function main() { return new Motor(1).run(); }",
      "export function held() { const m = new Motor(2); return m.run(); }",
      "export class Jet extends Motor { constructor() { super(3); } }",
      "export function typed(m: Motor) { return 1; }",
    ].join("\n"),
    "motor.py":
      "class Rotor:\n    def __init__(self, n):\n        self.n = n\n\n    def run(self):\n        return self.n\n\n\ndef main():\n    return Rotor(1).run()\n",
    "Van.php":
      "<?php\nclass Van {\n  public function __construct(array $items) {}\n  public function weigh(): int { return 1; }\n  public static function blank(): static { return new static([]); }\n}\nfunction load() { $v = new Van([1]); return $v->weigh() + (new Van([2, 3]))->weigh() + Van::blank()->weigh(); }\n",
    "Gear.java":
      "class Gear {\n  Gear(int n) { oil(); }\n  void oil() {}\n  int run() { return 1; }\n  static int go() { return new Gear(1).run(); }\n}\n",
  };

  it("are called by whatever creates them, asked for by class or by constructor", async () => {
    const indexed = await index(sources);
    const creators = ["motor.ts:Motor.build", "motor.ts:main", "motor.ts:held", "motor.ts:Jet.constructor"];
    expect(callersShown(indexed.callers("Motor"))).toEqual(creators);
    expect(callersShown(indexed.callers("Motor.constructor"))).toEqual(creators);
    expect(indexed.callers("Motor").rows.at(-1)).toMatchObject({ symbol: "Jet", kind: "super" });
    expect(callersShown(indexed.callers("Rotor"))).toEqual(["motor.py:main"]);
    expect(callersShown(indexed.callers("Rotor.__init__"))).toEqual(["motor.py:main"]);
    expect(callersShown(indexed.callers("Van"))).toEqual(["Van.php:Van.blank", "Van.php:load"]);
    expect(callersShown(indexed.callers("Van.__construct"))).toEqual(["Van.php:Van.blank", "Van.php:load"]);
    expect(callersShown(indexed.callers("Gear"))).toEqual(["Gear.java:Gear.go"]);
  });

  it("have their methods found on what was created", async () => {
    const indexed = await index(sources);
    expect(callersShown(indexed.callers("Motor.run"))).toEqual(["motor.ts:main", "motor.ts:held"]);
    expect(callersShown(indexed.callers("Rotor.run"))).toEqual(["motor.py:main"]);
    expect(callersShown(indexed.callers("Van.weigh"))).toEqual(["Van.php:load"]);
    expect(callersShown(indexed.callers("Gear.run"))).toEqual(["Gear.java:Gear.go"]);
  });
});

describe("Python", () => {
  it("keeps nested functions and nested classes apart", async () => {
    const indexed = await index({
      "svc.py": [
        "import asyncio",
        "",
        "def tidy(v):\n    return v\n",
        "def outer(x):",
        "    def inner(v):\n        return tidy(v)\n",
        "    async def later():\n        return inner(x)\n",
        "    return inner(x), later\n",
        "class Desk:",
        "    async def load(self):\n        return [tidy(i) async for i in self.stream()]\n",
        "    async def stream(self):\n        yield 1\n",
        "    @staticmethod\n    def make():\n        return Desk()\n",
        "    class Part:\n        def load(self):\n            return tidy(2)\n",
        "async def main():\n    await Desk.make().load()\n    return outer(1)\n",
      ].join("\n"),
    });
    expect(callersShown(indexed.callers("tidy"))).toEqual([
      "svc.py:outer.inner",
      "svc.py:Desk.load",
      "svc.py:Desk.Part.load",
    ]);
    expect(callersShown(indexed.callers("inner"))).toEqual(["svc.py:outer.later", "svc.py:outer"]);
    expect(callersShown(indexed.callers("Desk.stream"))).toEqual(["svc.py:Desk.load"]);
    expect(callersShown(indexed.callers("Desk.load"))).toEqual(["svc.py:main"]);
    expect(callersShown(indexed.callers("Part.load"))).toEqual([]);
  });
});

describe("Go", () => {
  it("finds generic calls, promoted methods, method values and packages", async () => {
    const indexed = await index({
      "go.mod": "module example.com/shop\n\ngo 1.22\n",
      "shapes/shapes.go": [
        "package shapes",
        "type Crate[T any] struct{ v T }",
        "func (c *Crate[T]) Get() T { return c.v }",
        "func Each[A, B any](xs []A, f func(A) B) []B { return nil }",
        "type Base struct{}",
        "func (b *Base) Ping() int { return 1 }",
        "type Outer struct{ *Base }",
        'func conv(i int) string { return "" }',
        "func All() {",
        "\to := Outer{&Base{}}",
        "\to.Ping()",
        "\t_ = Each[int, string](nil, conv)",
        "\tc := &Crate[int]{}",
        "\tc.Get()",
        "}",
        "func Values() {",
        "\to := Outer{&Base{}}",
        "\th := o.Ping",
        "\th()",
        "\tgo func() { o.Ping() }()",
        "}",
      ].join("\n"),
      "cmd/main.go": [
        "package main",
        "",
        'import sh "example.com/shop/shapes"',
        "",
        "type App struct{ base *sh.Base }",
        "",
        "func (a *App) Ping() int { return a.base.Ping() }",
        "",
        "func main() { sh.All(); helper() }",
      ].join("\n"),
      "cmd/helper.go": "package main\n\nfunc helper() {}\n",
      "other/helper.go": "package other\n\nfunc helper() {}\n",
    });
    expect(callersShown(indexed.callers("Base.Ping"))).toEqual([
      "cmd/main.go:App.Ping",
      "shapes/shapes.go:All",
      "shapes/shapes.go:Values",
      "shapes/shapes.go:Values",
    ]);
    expect(callersShown(indexed.callers("App.Ping"))).toEqual([]);
    expect(callersShown(indexed.callers("Each"))).toEqual(["shapes/shapes.go:All"]);
    expect(callersShown(indexed.callers("Crate.Get"))).toEqual(["shapes/shapes.go:All"]);
    expect(indexed.callers("conv").rows.map((row) => row.kind)).toEqual(["value"]);
    expect(callersShown(indexed.callers("shapes.All"))).toEqual(["cmd/main.go:main"]);
    expect(callersShown(indexed.callers("cmd.helper"))).toEqual(["cmd/main.go:main"]);
    expect(callersShown(indexed.callers("other.helper"))).toEqual([]);
  });
});

describe("calls outside any function", () => {
  it("have the module or the class body as caller", async () => {
    const indexed = await index({
      "db.ts": "export function open() { return 1; }\nexport function fill() { return 2; }\n",
      "boot.ts":
        "import { open, fill } from './db';\nopen();\nexport const ready = (() => fill())();\nclass Pool { size = fill(); }\n",
      "db.test.ts": "import { it } from 'node:test';\nimport { open } from './db';\nit('opens', () => { open(); });\n",
      "run.py": "def start():\n    return 1\n\n\nVALUE = start()\n",
    });
    expect(callersShown(indexed.callers("open"))).toEqual(["boot.ts:<module>", "db.test.ts:<module>"]);
    expect(callersShown(indexed.callers("fill"))).toEqual(["boot.ts:<module>", "boot.ts:Pool"]);
    expect(callersShown(indexed.callers("start"))).toEqual(["run.py:<module>"]);
  });
});

describe("decorators", () => {
  it("are called by what they decorate, once each", async () => {
    const indexed = await index({
      "ctl.ts": [
        "function Route(p: string): any { return () => {}; }",
        "function load() { return 1; }",
        "export class Orders {",
        "  @Route('/orders')",
        "  show() { return load(); }",
        "  plain() { return this.show(); }",
        "}",
      ].join("\n"),
      "app.py": 'def route(path):\n    return path\n\n\n@route("/orders")\ndef list_orders():\n    return 1\n',
    });
    expect(callersShown(indexed.callers("Route"))).toEqual(["ctl.ts:Orders.show"]);
    expect(callersShown(indexed.callers("load"))).toEqual(["ctl.ts:Orders.show"]);
    expect(callersShown(indexed.callers("Orders.show"))).toEqual(["ctl.ts:Orders.plain"]);
    expect(indexed.callers("route").rows.map((row) => [row.symbol, row.kind])).toEqual([["list_orders", "decorator"]]);
  });
});

describe("edits of the callee's file", () => {
  const user = (name: string) => `import { press } from './press';\nexport function ${name}() { return press(1); }\n`;
  const sources: Sources = {
    "press.ts": "export function press(n: number) { return n * 3; }\n",
    "one.ts": user("one"),
    "two.ts": user("two"),
    "three.ts": "import * as p from './press';\nexport function three() { return p.press(3); }\n",
  };
  const all = ["one.ts:one", "three.ts:three", "two.ts:two"];

  it("leave the callers as in a fresh index", async () => {
    const indexed = await index(sources);
    expect(callersShown(indexed.callers("press"))).toEqual(all);
    const original = sources["press.ts"] as string;
    for (const text of [`// a remark\n${original}`, `${"\n".repeat(50)}${original}`]) {
      indexed.put({ "press.ts": text });
      expect(callersShown(indexed.callers("press"))).toEqual(all);
    }
    expect(indexed.callers("press").definitions[0]?.line).toBe(51);
    indexed.put({ "press.ts": original.replace("press", "stamp") });
    expect(() => indexed.callers("press")).toThrow("Symbol 'press' not found in index.");
    expect(callersShown(indexed.callers("stamp"))).toEqual([]);
    indexed.put({ "press.ts": original });
    expect(callersShown(indexed.callers("press"))).toEqual(all);
    indexed.remove("press.ts");
    expect(() => indexed.callers("press")).toThrow("Symbol 'press' not found in index.");
    indexed.put({ "press.ts": original });
    expect(callersShown(indexed.callers("press"))).toEqual(all);
  });
});

describe("an answer", () => {
  it("tells unknown, uncalled, partly parsed and half indexed apart", async () => {
    const indexed = await index({
      "x.py": "def used():\n    return 1\n\n\ndef alone():\n    return used()\n",
      "broken.py": "def seen():\n    return 1\n\n\ndef half(a:\n",
    });
    const none = indexed.callers("alone");
    expect(none.rows).toEqual([]);
    expect(none.notes[0]).toBe("No callers are known: nothing in the index calls it or hands it on.");
    expect(() => indexed.callers("alnoe")).toThrow(/^Symbol 'alnoe' not found in index\. Did you mean: alone/);
    expect(indexed.callers("seen").notes.join(" ")).toContain(
      "Parsed only in part, so calls may be missing: broken.py",
    );
    indexed.store.setProgress({ filesDone: 3, filesTotal: 9 });
    expect(indexed.callers("alone").notes).toContain(
      "The index is still being built (3 of 9 files); the answer may change.",
    );
    expect(() => indexed.callers("nothing")).toThrow("(3 of 9 files)");
  });

  it("honours the enabled languages and excluded files of the configuration", async () => {
    const indexed = await index({
      "a.ts": "export function go() {}\n",
      "b.ts": "import { go } from './a';\nexport function b() { go(); }\n",
      "b_test.ts": "import { go } from './a';\nexport function t() { go(); }\n",
      "vendor/c.ts": "import { go } from '../a';\nexport function c() { go(); }\n",
      "d.js": "import { go } from './a';\nexport function d() { go(); }\n",
    });
    const answer = indexed.callers("go", { enabledLanguages: [".ts"], excludePatterns: ["*_test.ts", "vendor/"] });
    expect(callersShown(answer)).toEqual(["b.ts:b"]);
    expect(() => indexed.callers("d", { enabledLanguages: [".ts"] })).toThrow("which the trace settings leave out");
  });

  it("shows the source line of each call and each definition of a shared name", async () => {
    const indexed = await index({
      "a.ts": "export function same() {}\nexport function x() {\n  // why\n  return same();\n}\n",
      "b.ts": "export function same() {}\n",
    });
    const answer = indexed.callers("same");
    expect(answer.definitions.map((definition) => definition.file)).toEqual(["a.ts", "b.ts"]);
    expect(answer.rows).toMatchObject([
      {
        file: "a.ts",
        line: 4,
        symbol: "x",
        context: "return same();",
        confidence: "exact",
        definition: { file: "a.ts" },
      },
    ]);
    expect(answer.notes.join(" ")).toContain(
      "2 definitions have this name; ask for one of them: a.ts:same, b.ts:same.",
    );
  });
});

describe("the line of a call", () => {
  it("is shown wherever in its chunk it stands, also on a chunk's first line", async () => {
    const calls = Array.from(
      { length: 400 },
      (_, index) => `  ping(${index}, "some text that fills the line up to a fair length");`,
    );
    const indexed = await index({
      "ping.ts": "export function ping(n: number, text: string): void {\n  console.log(n, text);\n}\n",
      "use.ts": ["import { ping } from './ping';", "export function useAll(): void {", ...calls, "}", ""].join("\n"),
    });
    const { rows } = indexed.callers("ping");
    expect(rows).toHaveLength(400);
    expect(rows.map((row) => row.context)).toEqual(calls.map((line) => line.trim()));
  });
});
