import { describe, expect, it } from "vitest";
import { type Expression, headName, parseExpression } from "./expression.ts";

/** Short form: `a.b()` for a call of member b. */
function shown(expression: Expression | null): string | null {
  if (expression === null) return null;
  switch (expression.kind) {
    case "name":
      return expression.name;
    case "member":
      return `${shown(expression.object)}.${expression.name}`;
    case "call":
      return `${shown(expression.callee)}()`;
    case "new":
      return `new ${expression.type}`;
  }
}

describe("parseExpression", () => {
  it.each([
    ["this.printer", "this.printer"],
    ["new Crate([1, 2])", "new Crate"],
    ["(new Crate(')'))", "new Crate"],
    ["Svc.make()", "Svc.make()"],
    ["await load(a, (b) => b)", "load()"],
    ["a?.b!.c", "a.b.c"],
    ["$this->items", "$this.items"],
    ["Crate::blank()", "Crate.blank()"],
    ["Vec::<Item>::of(1)", "Vec.of()"],
    ["useStore<State>()", "useStore()"],
    ["&Box[int]{v: 1}", "new Box"],
    ["pkg.Outer{}", "new pkg.Outer"],
    ["new ns.Widget<string>()", "new ns.Widget"],
    ["this.#cache", "this.#cache"],
  ])("reads %s", (text, expected) => {
    expect(shown(parseExpression(text))).toBe(expected);
  });

  it.each(["a + b", "[1, 2]", "items[0]", "(x) => x", "{ a: 1 }", '"text"', "", "open(", "new int[3]"])(
    "does not understand %s",
    (text) => {
      expect(parseExpression(text)).toBeNull();
    },
  );

  it("tells the first name", () => {
    const expression = parseExpression("a.b().c");
    expect(expression === null ? null : headName(expression)).toBe("a");
  });
});
