import { describe, expect, it } from "vitest";
import { dictionary, Float, Tuple } from "./literal.ts";
import { DocumentRecord } from "./record.ts";

const head = { kind: "object", name: "Sketch", label: "Sketch", type: "Sketcher::SketchObject" } as const;

const circle = (radius: number) =>
  dictionary([
    ["type", "Circle"],
    ["radius", new Float(radius)],
  ]);

const sketch = new DocumentRecord(
  head,
  dictionary([
    ["Label", "Grundriß"],
    ["Geometry", [circle(4.25), circle(6)]],
    ["Properties", dictionary([["ExpressionEngine", [new Tuple([".Constraints.width", "Sheet.width"])]]])],
    ["text/plain", "first line\nsecond line"],
    ["One", new Tuple([1])],
    ["Steps", Array.from({ length: 80 }, (_, index) => 1000 + index)],
  ]),
);

const pathOf = (text: string) => sketch.fieldPathAt(sketch.text.indexOf(text));

describe("the text of a record", () => {
  it("has a field a line, and short values on one line", () => {
    expect(sketch.text.split("\n").slice(0, 8)).toEqual([
      "{",
      "  'Label': 'Grundriß',",
      "  'Geometry': [{'type': 'Circle', 'radius': 4.25}, {'type': 'Circle', 'radius': 6.0}],",
      "  'Properties': {'ExpressionEngine': [('.Constraints.width', 'Sheet.width')]},",
      "  'text/plain': '''first line",
      "second line''',",
      "  'One': (1,),",
      "  'Steps': [",
    ]);
    expect(sketch.text.endsWith("    1079,\n  ],\n}\n")).toBe(true);
  });
});

describe("field paths", () => {
  it.each([
    ["'Label'", "Sketch.Label"],
    ["Grundriß", "Sketch.Label"],
    ["4.25", "Sketch.Geometry[0].radius"],
    ["'radius': 6.0", "Sketch.Geometry[1].radius"],
    ["{'type': 'Circle', 'radius': 6.0}", "Sketch.Geometry[1]"],
    ["Sheet.width", "Sketch.Properties.ExpressionEngine[0][1]"],
    ["second line", "Sketch['text/plain']"],
    ["1079", "Sketch.Steps[79]"],
    ["{\n", "Sketch"],
  ])("of %j is %s", (text, path) => expect(pathOf(text)).toBe(path));

  it("lead into a dictionary by a key of it", () => {
    const at = (text: string, key: string) => sketch.fieldPathAt(sketch.text.indexOf(text), key);
    expect(at("{'type': 'Circle', 'radius': 6.0}", "radius")).toBe("Sketch.Geometry[1].radius");
    expect(at("{'type': 'Circle', 'radius': 6.0}", "width")).toBe("Sketch.Geometry[1]");
    expect(at("{\n", "Label")).toBe("Sketch.Label");
  });

  it("lead back to the value", () => {
    expect(sketch.textAt("Sketch.Geometry[1]")).toBe("{'type': 'Circle', 'radius': 6.0}");
    expect(sketch.textAt("Sketch.Geometry[0].radius")).toBe("4.25");
    expect(sketch.textAt("Sketch['text/plain']")).toBe("'''first line\nsecond line'''");
    expect(sketch.textAt("Sketch")).toBe(sketch.text);
    expect(sketch.textAt("Sketch.Geometry[2]")).toBeNull();
  });

  it("have no name in front where the document itself has the field", () => {
    const own = new DocumentRecord({ ...head, kind: "document", name: "" }, dictionary([["Comment", "left"]]));
    expect(own.fieldPathAt(own.text.indexOf("left"))).toBe("Comment");
    expect(own.textAt("")).toBe(own.text);
  });
});
