import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SyntaxParser } from "./parser.ts";
import { definitionLines, factsOf, importLines, referenceLines } from "./testing/facts.ts";
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

describe("TypeScript", () => {
  it("finds every form of function, class and type", () => {
    const facts = read(
      "typescript",
      `
function weigh(): number { return 1; }
const arrow = (): number => weigh();
const expr = function () { return weigh(); };
export const single = (n: number) => weigh() + n;

abstract class Store<T> extends Base<T> implements Saver, pkg.Closer {
  static made = 0;
  title = "plain";
  items: Item[] = [];
  cache = new Cache();
  constructor(private readonly printer: Printer, count: number) {
    super(count);
    weigh();
  }
  save(): void { this.printer.feed(weigh()); }
  onClick = () => { weigh(); };
  #hidden() { return weigh(); }
  #later = async () => weigh();
  static create(): Store<string> { return new LocalStore(weigh()); }
  get size(): number { return weigh(); }
  set size(to: number) { weigh(); }
  async *stream() { yield weigh(); }
  abstract load(id: string): Item;
  override toString() { return super.toString(); }
}

export const api = {
  plain() { return weigh(); },
  arrowProp: () => weigh(),
  "quoted-key": function () { weigh(); },
};

namespace Inner {
  export function nested() { return weigh(); }
}

interface Saver extends Closer { save(): void; readonly path: string }
type Options = { depth: number; visit(n: number): void };
enum Level { Low, High = 2 }
declare function ambient(n: number): string;

export default function () { return weigh(); }
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual([
      "1-1 function weigh: number",
      "2-2 function arrow: number",
      "3-3 function expr",
      "4-4 +function single",
      "6-25 class Store < Base, Saver, pkg.Closer",
      "7-7 field Store.made",
      "8-8 field Store.title",
      "9-9 field Store.items: Item[]",
      "10-10 field Store.cache: Cache",
      "11-14 constructor Store.constructor",
      "11-11 field Store.printer: Printer",
      "15-15 method Store.save: void",
      "16-16 method Store.onClick",
      "17-17 method Store.#hidden",
      "18-18 method Store.#later",
      "19-19 method Store.create: Store",
      "20-20 method Store.size: number",
      "21-21 method Store.size",
      "22-22 method Store.stream",
      "23-23 method Store.load: Item",
      "24-24 method Store.toString",
      "27-31 +constant api",
      "28-28 +method api.plain",
      "29-29 +method api.arrowProp",
      "30-30 +method api.quoted-key",
      "33-35 namespace Inner",
      "34-34 +function Inner.nested",
      "37-37 interface Saver < Closer",
      "37-37 method Saver.save: void",
      "37-37 property Saver.path: string",
      "38-38 type Options",
      "38-38 property Options.depth: number",
      "38-38 method Options.visit: void",
      "39-39 enum Level",
      "39-39 enum_member Level.Low",
      "39-39 enum_member Level.High",
      "40-40 +function ambient: string",
      "42-42 +function default",
    ]);
    expect(referenceLines(facts)).toEqual([
      "2 arrow -> call weigh",
      "3 expr -> call weigh",
      "4 single -> call weigh",
      "6 Store -> inherit Base",
      "6 Store -> inherit Saver",
      "6 Store -> inherit pkg . Closer",
      "10 Store -> new Cache",
      "12 Store.constructor -> super Base",
      "13 Store.constructor -> call weigh",
      "15 Store.save -> call this.printer . feed {Printer}",
      "15 Store.save -> call weigh",
      "16 Store.onClick -> call weigh",
      "17 Store.#hidden -> call weigh",
      "18 Store.#later -> call weigh",
      "19 Store.create -> new LocalStore",
      "19 Store.create -> call weigh",
      "20 Store.size -> call weigh",
      "21 Store.size -> call weigh",
      "22 Store.stream -> call weigh",
      "24 Store.toString -> call super . toString {Base}",
      "28 api.plain -> call weigh",
      "29 api.arrowProp -> call weigh",
      "30 api.quoted-key -> call weigh",
      "34 Inner.nested -> call weigh",
      "37 Saver -> inherit Closer",
      "42 default -> call weigh",
    ]);
  });

  it("gives decorators to what they decorate", () => {
    const facts = read(
      "typescript",
      `
/** Says who may. */
@Controller("/a")
export class Desk {
  constructor(@Inject(store) private readonly store: Store) {}
  @Get("/b")
  @guard
  show(): void { load(); }
  @Input() title: string;
}
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual([
      "1-9 +class Desk",
      "4-4 +constructor Desk.constructor",
      "4-4 field Desk.store: Store",
      "5-7 +method Desk.show: void",
      "8-8 +field Desk.title: string",
    ]);
    expect(referenceLines(facts)).toEqual([
      "2 Desk -> decorator Controller",
      "4 Desk.constructor -> decorator Inject",
      "5 Desk.show -> decorator Get",
      "6 Desk.show -> decorator guard",
      "7 Desk.show -> call load",
      "8 Desk -> decorator Input",
    ]);
  });

  it("reads casts in angle brackets and calls with type arguments", () => {
    const facts = read(
      "typescript",
      `
const box = <Box>make();
function after(): void { box.open(); }
function pick<T>(value: T): T { return value; }
const named = pick<string>("a");
const made = make() as Box;
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual([
      "1-1 constant box",
      "2-2 function after: void",
      "3-3 function pick: T",
      "4-4 constant named",
      "5-5 constant made: Box",
    ]);
    expect(referenceLines(facts)).toEqual([
      "1 (file) -> call make",
      "2 after -> call box . open",
      "4 (file) -> call pick",
      "5 (file) -> call make",
    ]);
  });
});

describe("TSX and JSX", () => {
  it("takes elements for uses of their components", () => {
    const facts = read(
      "tsx",
      `
import { Card } from "./card";
type Props = { readonly title: string };
const label = <T,>(value: T): string => String(value);
export function View({ title }: Props) {
  const box = useRef<HTMLElement>(null);
  return <Panel ref={box} onClick={handle}><Card title={label(title)} /><ui.Text>{format}</ui.Text><div /></Panel>;
}
function handle() {}
const format = () => "";
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual([
      "2-2 type Props",
      "2-2 property Props.title: string",
      "3-3 function label: string",
      "4-7 +function View",
      "8-8 function handle",
      "9-9 function format",
    ]);
    expect(referenceLines(facts)).toEqual([
      "3 label -> call String",
      "5 View -> call useRef",
      "6 View -> jsx Panel",
      "6 View -> value handle",
      "6 View -> jsx Card",
      "6 View -> call label",
      "6 View -> jsx ui . Text",
      "6 View -> value format",
    ]);
    expect(importLines(facts)).toEqual(["import ./card Card"]);
  });

  it("reads elements in JavaScript", () => {
    const facts = read(
      "javascript",
      `
const label = (text) => text.trim();
export const View = () => <Panel>{label("a")}<Row.Cell /></Panel>;
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual(["1-1 function label", "2-2 +function View"]);
    expect(referenceLines(facts)).toEqual([
      "1 label -> call text . trim (local)",
      "2 View -> jsx Panel",
      "2 View -> call label",
      "2 View -> jsx Row . Cell",
    ]);
  });
});

describe("JavaScript", () => {
  it("finds functions assigned to prototypes, exports and properties", () => {
    const facts = read(
      "javascript",
      `
function weigh() {}
function Basket() { this.rows = new Rows(); this.add = function () { weigh(); }; }
Basket.prototype.put = function () { weigh(); };
Basket.total = () => weigh();
exports.create = function () { weigh(); };
module.exports.remove = () => weigh();
var old = function inner() { weigh(); };
(function () { function insideIife() { weigh(); } insideIife(); })();
class Cart extends Basket { rows = new Rows(); static of() { return new Cart(); } }
const View = memo(function () { return weigh(); });
const Named = class { run() {} };
function* ids() { yield* weigh(); }
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual([
      "1-1 function weigh",
      "2-2 function Basket",
      "2-2 field Basket.rows: Rows",
      "2-2 method Basket.add",
      "3-3 method Basket.put",
      "4-4 method Basket.total",
      "5-5 +function create",
      "6-6 +function remove",
      "7-7 function old",
      "8-8 function insideIife",
      "9-9 class Cart < Basket",
      "9-9 field Cart.rows: Rows",
      "9-9 method Cart.of: Cart",
      "10-10 function View",
      "11-11 class Named",
      "11-11 method Named.run",
      "12-12 function ids",
    ]);
    expect(referenceLines(facts)).toEqual([
      "2 Basket -> new Rows",
      "2 Basket.add -> call weigh",
      "3 Basket.put -> call weigh",
      "4 Basket.total -> call weigh",
      "5 create -> call weigh",
      "6 remove -> call weigh",
      "7 old -> call weigh",
      "8 insideIife -> call weigh",
      "8 (file) -> call insideIife",
      "9 Cart -> inherit Basket",
      "9 Cart -> new Rows",
      "9 Cart.of -> new Cart",
      "10 View -> call memo",
      "10 View -> call weigh",
      "12 ids -> call weigh",
    ]);
  });
});

describe("code outside of functions", () => {
  it("belongs to the file or the class", () => {
    const facts = read(
      "typescript",
      `
import { connect, seed } from "./db";
connect();
class Pool { static size = seed(); static { seed(); } }
describe("pool", () => { it("connects", () => { connect(); }); });
export const ready = connect().then(() => seed());
`,
    );
    expect(facts.status).toBe("parsed");
    expect(definitionLines(facts)).toEqual(["3-3 class Pool", "3-3 field Pool.size", "5-5 +constant ready"]);
    expect(referenceLines(facts)).toEqual([
      "2 (file) -> call connect",
      "3 Pool -> call seed",
      "3 Pool -> call seed",
      "4 (file) -> call describe",
      "4 (file) -> call it",
      "4 (file) -> call connect",
      "5 (file) -> call connect",
      "5 (file) -> call connect() . then",
      "5 (file) -> call seed",
    ]);
  });
});
