import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { notebookSource } from "./notebook-source.ts";

const sample = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../test/fixtures/documents/${name}`, import.meta.url)), "utf8");

/** The lines that are not empty. */
const program = (source: string | null): readonly string[] => (source ?? "").split("\n").filter((line) => line !== "");

/** A notebook as nbformat lays it out. */
function notebook(cells: readonly object[], metadata: object = {}): string {
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1);
}

const code = (...lines: readonly string[]) => ({
  cell_type: "code",
  metadata: {},
  outputs: [{ output_type: "stream", text: ["def printed():\n"] }],
  source: lines.map((line, index) => (index < lines.length - 1 ? `${line}\n` : line)),
});

describe("the source of a notebook", () => {
  it("has every line where the file has it", () => {
    for (const name of ["analysis.ipynb", "version-3.ipynb"]) {
      const json = sample(name);
      const source = notebookSource(json);
      const fileLines = json.split("\n");
      const lines = (source ?? "").split("\n");
      expect(lines).toHaveLength(fileLines.length);
      for (const [index, line] of lines.entries()) {
        if (line === "" || line.startsWith("# %%")) continue;
        const written = line.replace(/^# /, "");
        const value = JSON.parse((fileLines[index] ?? "").trim().replace(/,$/, "")) as string;
        expect(value.replace(/\n$/, "")).toBe(written);
      }
    }
  });

  it("is code, and prose in comments, without outputs", () => {
    expect(program(notebookSource(sample("analysis.ipynb"))).slice(0, 14)).toEqual([
      "# %% [markdown]",
      "# # Häufigkeit von Wörtern",
      "# Counts words in *two* texts.",
      "# %%",
      "import re",
      "from collections import Counter",
      `word = re.compile(r"[\\w']+")`,
      "# %%",
      "def count_words(text):",
      `    """How often each word occurs, it's case-insensitive."""`,
      "    return Counter(word.findall(text.lower()))",
      "counts = count_words('Der Hund und der Hase')",
      "counts",
      "# %%",
    ]);
    expect(notebookSource(sample("analysis.ipynb"))).not.toContain("Traceback");
    expect(program(notebookSource(sample("version-3.ipynb")))).toEqual([
      "# %% [heading]",
      "# Old notebook",
      "# %%",
      "print 'hello'",
    ]);
  });

  it("has magics and commands in comments", () => {
    const cells = [
      code("%matplotlib inline", "!pip install x", "  %time f()", "f?", "a = b % c"),
      code("%%bash", "ls"),
      code("%%time", "f()"),
    ];
    expect(program(notebookSource(notebook(cells)))).toEqual([
      "# %%",
      "# %matplotlib inline",
      "# !pip install x",
      "#   %time f()",
      "# f?",
      "a = b % c",
      "# %%",
      "# %%bash",
      "# ls",
      "# %%",
      "# %%time",
      "f()",
    ]);
  });

  it("is all comments in another language", () => {
    const metadata = { kernelspec: { display_name: "R", language: "R", name: "ir" } };
    expect(program(notebookSource(notebook([code("x <- c(1, 2)")], metadata)))).toEqual(["# %%", "# x <- c(1, 2)"]);
  });

  it("takes keys and texts that look like structure for what they are", () => {
    const cells = [code('s = "\\\\"', 'print("source: [\\"")', "{'cells': [']']}"), code("é = '\\u00e9'")];
    expect(program(notebookSource(notebook(cells)))).toEqual([
      "# %%",
      's = "\\\\"',
      'print("source: [\\"")',
      "{'cells': [']']}",
      "# %%",
      "é = '\\u00e9'",
    ]);
  });

  it.each([
    ["no JSON", "def f(): pass"],
    ["a file that ends early", sample("analysis.ipynb").slice(0, 3_000)],
    ["another JSON", '{ "a": ["b"] }'],
    ["all in one line", JSON.stringify({ cells: [code("a = 1", "b = 2")], nbformat: 4 })],
    ["source in one text", notebook([{ cell_type: "code", source: "a = 1\nb = 2" }])],
    ["deep", "[".repeat(100_000)],
  ])("is not made of %s", (_, json) => expect(notebookSource(json)).toBeNull());
});
