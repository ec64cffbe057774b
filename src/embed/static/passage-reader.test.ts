import { describe, expect, it } from "vitest";
import { shippedPath } from "../../assets.ts";
import { chunkTerms } from "../../text/terms.ts";
import type { PassageSource } from "../passage.ts";
import { StaticEncoder } from "./encoder.ts";
import { loadStaticModel } from "./load.ts";
import { PassageReader } from "./passage-reader.ts";

const model = loadStaticModel(shippedPath("models", "code-static"));

function passage(text: string, symbol: string | null = "parseOrder"): PassageSource {
  return { path: "src/orders/HTTPOrders.go", language: "go", chunk: { text, symbol, scope: "Shop", signature: "f()" } };
}

/** Sums in another order differ in the last digits. */
function expectClose(vector: Float32Array, expected: Float32Array): void {
  const differences = vector.map((value, at) => Math.abs(value - (expected[at] ?? Number.NaN)));
  expect(Math.max(...differences)).toBeLessThan(1e-6);
}

describe("terms and vector of a passage read together", () => {
  const reader = new PassageReader(model);
  const encoder = new StaticEncoder(model);

  it.each([
    ["code", "func parseHTTPResponse2(id_of_user string) error {\n\treturn nil // naïve_caféUser 日本user 404\n}\n"],
    ["nothing", ""],
    ["no word the model knows", "— ∑ 😀"],
    ["a word too long to be a term", `${"user".repeat(100)} order ${"HTTPServer".repeat(20)}`],
    ["a slice of a longer text", `func before() {}\nfunc ${"orderNumber ".repeat(400)}`.slice(17)],
  ])("are those of each read alone: %s", (_, text) => {
    for (const source of [passage(text), passage(text, null), passage(`${text} again`)]) {
      const vector = new Float32Array(model.dimensions).fill(7);
      expect(reader.read(source, vector)).toEqual(chunkTerms(source.chunk));
      expectClose(vector, encoder.encodePassage(source));
    }
  });

  it("are so past as many words as are remembered", () => {
    const source = passage(Array.from({ length: 66_000 }, (_, at) => `order${at}`).join(" "));
    const vector = new Float32Array(model.dimensions);
    expect(reader.read(source, vector).hashes).toEqual(chunkTerms(source.chunk).hashes);
    expectClose(vector, encoder.encodePassage(source));
  });

  it("does not let one passage into the next", () => {
    const vector = (text: string) => {
      const into = new Float32Array(model.dimensions);
      reader.read(passage(text), into);
      return into;
    };
    const first = vector("read the file");
    vector("close the order");
    expect(vector("read the file")).toEqual(first);
  });

  it("finds a model's table whose rows fill no registers as well", () => {
    const { vectors, ...rest } = model;
    const rows = vectors.length / model.dimensions;
    const narrow = { ...rest, dimensions: 10, vectors: new Int8Array(rows * 10).map((_, at) => vectors[at] ?? 0) };
    const source = passage("func readFile(path string)");
    const vector = new Float32Array(10);
    new PassageReader(narrow).read(source, vector);
    expect(vector).toEqual(new StaticEncoder(narrow).encodePassage(source));
  });
});
