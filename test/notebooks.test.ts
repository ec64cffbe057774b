import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "./support/program.ts";
import { indexFolder, removeFolder, temporaryFolder } from "./support/sample-project.ts";

const samples = fileURLToPath(new URL("fixtures/documents", import.meta.url));

let root: string;
let lines: readonly string[];

/** 1-based line of a notebook that holds a text. */
const lineOf = (text: string): number => lines.findIndex((line) => line.includes(text)) + 1;

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run([...args, "--json"], { cwd: root });
  return JSON.parse(stdout) as Record<string, unknown>;
}

beforeAll(async () => {
  root = await temporaryFolder();
  await copyFile(join(samples, "analysis.ipynb"), join(root, "analysis.ipynb"));
  await writeFile(join(root, "report.py"), "def write_report(rows):\n    return len(rows)\n");
  const source = ["from report import write_report\n", "\n", "def summarise(rows):\n", "    return write_report(rows)"];
  const cells = [{ cell_type: "code", execution_count: 1, id: "a", metadata: {}, outputs: [], source }];
  const notebook = { cells, metadata: {}, nbformat: 4, nbformat_minor: 5 };
  await writeFile(join(root, "report.ipynb"), `${JSON.stringify(notebook, null, 1)}\n`);
  lines = (await readFile(join(root, "report.ipynb"), "utf8")).split("\n");
  await indexFolder(root);
});

afterAll(() => removeFolder(root));

describe("notebooks in the index", () => {
  it("are found by what their cells say, without the JSON around it", async () => {
    const { results } = (await json("search", "how often each word occurs")) as {
      results: readonly { file: string; content: string; symbol?: string }[];
    };
    const found = results.find(({ file }) => file === "analysis.ipynb");
    expect(found).toMatchObject({ symbol: "count_words" });
    expect(found?.content).toContain("    return Counter(word.findall(text.lower()))\n");
    expect(found?.content).not.toContain("execution_count");
  });

  it("call what they import, at the lines of the file", async () => {
    const answer = (await json("trace", "callers", "write_report")) as Record<string, unknown>;
    expect(JSON.stringify(answer)).toContain("summarise");
    expect(JSON.stringify(answer)).toContain(`"line":${lineOf("return write_report")}`);
  });
});
