import { chmod, mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { decode } from "@toon-format/toon";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSemgrep } from "../src/grep/engines/semgrep.ts";
import { writeGrepProject } from "./support/grep-project.ts";
import { callTool, connectClient, failure, initialize, playRaw, reply, textOf } from "./support/mcp.ts";
import { run, runShell } from "./support/program.ts";
import { indexFolder, removeFolder, temporaryFolder } from "./support/sample-project.ts";

interface Match {
  readonly engine: string;
  readonly file: string;
  readonly line: number;
  readonly end_line: number;
  readonly column: number;
  readonly text: string;
  readonly symbol?: string;
  readonly kind?: string;
  readonly before?: readonly { readonly line: number; readonly text: string }[];
  readonly after?: readonly { readonly line: number; readonly text: string }[];
  readonly retrieve: { readonly tool: string; readonly arguments: Record<string, unknown> };
}

let root: string;
let client: Client;

const esc = String.fromCharCode(0x1b);
const grep = (parameters: Record<string, unknown>) => reply(client, "grepai_grep", parameters);
const matchesOf = (answer: Record<string, unknown>) => answer["matches"] as readonly Match[];
const places = (answer: Record<string, unknown>) => matchesOf(answer).map(({ file, line }) => `${file}:${line}`);

/** Every file in scope that holds TODO, in order. */
const todoPlaces = [
  "-dash.txt:1",
  "dist-free/app.min.js:1",
  "docs/Guide.md:3",
  "latin1.txt:2",
  "no-newline.txt:1",
  "package-lock.json:1",
  "src/deep/orders.go:3",
  "src/orders.ts:2",
  "utf16be.txt:1",
  "utf16le.txt:2",
  "utf8-bom.txt:1",
  "we ird [x]{y}!#.txt:1",
];

beforeAll(async () => {
  root = await temporaryFolder();
  await writeGrepProject(root);
  client = await connectClient({ cwd: root });
});

afterAll(async () => {
  await client?.close();
  await removeFolder(root);
});

describe("grepai_grep", () => {
  it("finds text in every encoding, passes over binary, ignored and secret files, and says how much it searched", async () => {
    const answer = await grep({ query: "TODO", case_sensitive: true });
    expect(places(answer)).toEqual(todoPlaces);
    expect(answer).toMatchObject({
      query: "TODO",
      mode: "text",
      regex: false,
      case_sensitive: true,
      engines_used: ["ripgrep"],
      engines_unavailable: [],
      engine_errors: {},
      documents_in_scope: 16,
      documents_searched: 16,
      documents_with_matches: 12,
      documents_unreadable: 0,
      documents_skipped: { "git-ignored": 2, secret: 2, symlink: 1 },
      match_count: 12,
      returned_count: 12,
      truncated: false,
      scan_capped: false,
      paging: { skip: 0, take: 50, returned: 12, total: 12 },
    });
  });

  it("tells the line, the column and the text, decoded", async () => {
    const answer = await grep({ query: "größer" });
    expect(matchesOf(answer).map(({ file, line, column, text }) => [file, line, column, text])).toEqual([
      ["latin1.txt", 2, 6, "TODO größer"],
      ["utf16be.txt", 1, 6, "TODO größer"],
      ["utf16le.txt", 2, 6, "TODO größer"],
      ["utf8-bom.txt", 1, 6, "TODO größer"],
    ]);
    expect(places(await grep({ query: "GRÖSSER" }))).toEqual([]);
    expect(places(await grep({ query: "GRÖßER" })).length).toBe(4);
    expect(places(await grep({ query: "gr[öx]ßer", regex: true })).length).toBe(3);
  });

  it.each<[Record<string, unknown>, readonly string[]]>([
    [{ query: "todo", location: "src" }, ["src/deep/orders.go:3", "src/orders.ts:2"]],
    [{ query: "todo", location: "./src/deep/" }, ["src/deep/orders.go:3"]],
    [{ query: "todo", location: "SRC/DEEP" }, ["src/deep/orders.go:3"]],
    [{ query: "todo", location: "src/orders.ts" }, ["src/orders.ts:2"]],
    [{ query: "todo", location: "guide" }, ["docs/Guide.md:3"]],
    [{ query: "todo", location: "rders" }, ["src/deep/orders.go:3", "src/orders.ts:2"]],
    [{ query: "todo", location: "*", language: "go" }, ["src/deep/orders.go:3"]],
    [{ query: "todo", glob: "**/*.{go,md}" }, ["docs/Guide.md:3", "src/deep/orders.go:3"]],
    [{ query: "todo", glob: ["src/**", "!*.go"] }, ["src/orders.ts:2"]],
    [{ query: "todo", glob: "src/?rders.ts" }, ["src/orders.ts:2"]],
    [{ query: "placeorder" }, ["src/deep/orders.go:4", "src/orders.ts:1"]],
    [{ query: "placeorder", case_sensitive: true }, []],
    [{ pattern: "PlaceOrder", case_sensitive: true }, ["src/deep/orders.go:4"]],
    [{ query: "place", word: true }, []],
    [{ query: "total", word: true, location: "src" }, ["src/orders.ts:1", "src/orders.ts:3", "src/orders.ts:4"]],
    [{ query: "= [12];$", regex: true }, ["src/windows.ts:1", "src/windows.ts:2"]],
    [{ query: "return.*;\n\\}", regex: true, multiline: true }, ["src/orders.ts:4"]],
    [
      { query: "place\\wrder|log\\r?$", regex: true, location: "src" },
      ["src/deep/orders.go:3", "src/deep/orders.go:4", "src/orders.ts:1"],
    ],
    [{ query: "[x]{y}", location: "we ird [x]{y}!#.txt" }, []],
    [{ query: "TODO weird", location: "we ird [x]{y}!#.txt" }, ["we ird [x]{y}!#.txt:1"]],
    [{ query: "-dash" }, []],
    [{ query: "TODO dash", location: "-dash.txt" }, ["-dash.txt:1"]],
  ])("%j", async (parameters, expected) => {
    expect(places(await grep(parameters))).toEqual(expected);
  });

  it("shows nothing of keys under harmless names", async () => {
    await mkdir(join(root, "harmless"));
    await writeFile(join(root, "harmless", "deploy.txt"), "-----BEGIN RSA PRIVATE KEY-----\nMIIEverysecret\n");
    await writeFile(join(root, "harmless", "account.json"), '{ "private_key": "verysecret" }\n');
    expect(places(await grep({ query: "verysecret" }))).toEqual([]);
  });

  it("shows the part of a long line around the match", async () => {
    const location = "dist-free/app.min.js";
    const [match] = matchesOf(await grep({ query: "TODO", location }));
    expect(match?.column).toBe(5_001);
    expect(match?.text).toHaveLength(200);
    expect(match?.text).toMatch(/^…x+TODOy+…$/);
    const [whole] = matchesOf(await grep({ query: "TODO", location, max_line_chars: 0 }));
    expect(whole?.text).toHaveLength(10_004);
  });

  it("shows context, spans and absolute paths", async () => {
    const query = { query: "negative", location: "src/orders.ts", context: 1, path_style: "absolute" };
    expect(matchesOf(await grep(query))).toMatchObject([
      {
        file: join(root, "src/orders.ts"),
        line: 2,
        end_line: 2,
        text: "  // TODO: refuse negative totals",
        before: [{ line: 1, text: "export function placeOrder(total: number): string {" }],
        after: [{ line: 3, text: '  if (total > limit) return "too much";' }],
      },
    ]);
    const spanning = { query: "limit\\)[^}]*\\}", regex: true, multiline: true, location: "src/orders.ts" };
    expect(matchesOf(await grep(spanning))).toMatchObject([{ line: 3, end_line: 5 }]);
  });

  it("gives pages in one order", async () => {
    const pages: string[] = [];
    for (let skip = 0; skip < todoPlaces.length; skip += 5) {
      const answer = await grep({ query: "TODO", case_sensitive: true, skip, take: 5 });
      expect(answer).toMatchObject({ match_count: 12, truncated: skip < 10, paging: { skip, take: 5, total: 12 } });
      pages.push(...places(answer));
    }
    expect(pages).toEqual(todoPlaces);
    const beyond = await grep({ query: "TODO", case_sensitive: true, skip: 100 });
    expect(beyond).toMatchObject({ match_count: 12, returned_count: 0, truncated: false });
  });

  it("names a call that reads each place", async () => {
    const [match] = matchesOf(await grep({ query: "negative" }));
    expect(match?.retrieve.tool).toBe("grepai_grep");
    const [read] = matchesOf(await grep(match?.retrieve.arguments ?? {}));
    expect(read).toMatchObject({ file: "src/orders.ts", line: 2, before: [{ line: 1 }] });
    expect(read?.after?.at(-1)?.line).toBe(5);
  });

  it("says what an empty answer proves", async () => {
    const answer = await grep({ query: "place|submit", location: "src", case_sensitive: true });
    const hints = answer["hints"] as Record<string, string | null>;
    expect(hints["no_match_note"]).toContain("3 files of 3");
    expect(hints["no_match_note"]).toContain("set regex to true");
    expect(hints["no_match_note"]).toContain("case_sensitive");
    const nowhere = await grep({ query: "TODO", glob: "*.rs" });
    expect((nowhere["hints"] as Record<string, string>)["scope_note"]).toContain("No file");
  });

  it("answers in few keys and in TOON", async () => {
    const parameters = { query: "TODO", location: "src", compact: true };
    expect(await grep(parameters)).toEqual({
      q: "TODO",
      r: [
        { f: "src/deep/orders.go", l: 3 },
        { f: "src/orders.ts", l: 2 },
      ],
      t: 2,
    });
    const toon = textOf(await callTool(client, "grepai_grep", { ...parameters, format: "toon" }));
    expect(decode(toon)).toEqual(await grep(parameters));
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{}, "INVALID_PARAMETERS", "'query' is required"],
    [{ query: "a", pattern: "b" }, "INVALID_PARAMETERS", "another name"],
    [{ query: "a", limit: 201 }, "INVALID_PARAMETERS", "1 to 200"],
    [{ query: "a", mode: "magic" }, "INVALID_PARAMETERS", "semgrep"],
    [{ query: "x".repeat(2_001) }, "QUERY_TOO_LONG", "2000"],
    [{ query: "a", location: "nope/nope.ts" }, "LOCATION_NOT_FOUND", "nope/nope.ts"],
    [{ query: "a", location: "ignored/a.ts" }, "LOCATION_NOT_FOUND", "git-ignored"],
    [{ query: "a", location: "../.." }, "PATH_OUTSIDE_PROJECT", "outside"],
    [{ query: "a", location: "src/orders.ts/x" }, "NOT_A_DIRECTORY", "src/orders.ts"],
    [{ query: "a(b", regex: true }, "INVALID_PATTERN", "position 2"],
    [{ query: "[z-a]", regex: true }, "INVALID_PATTERN", "position 2"],
    [{ query: "a(?=b)", regex: true }, "INVALID_PATTERN", "position 2"],
    [{ query: "(a)\\1", regex: true }, "INVALID_PATTERN", "position 4"],
    [{ query: "(x{0,5000}){0,5000}", regex: true }, "INVALID_PATTERN", "size"],
    [{ query: "a\nb" }, "INVALID_PATTERN", "multiline"],
    [{ query: "a\\nb", regex: true }, "INVALID_PATTERN", "multiline"],
    [{ query: "a", language: "klingon" }, "INVALID_PARAMETERS", "klingon"],
  ])("refuses %j", async (parameters, code, hint) => {
    const refused = await failure(client, "grepai_grep", parameters);
    expect(refused.code).toBe(code);
    expect(refused.error).toContain(hint);
  });

  it("finds what was written a moment ago, and not what was taken away", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "a.ts"), "const first = 1;\n");
    const own = await connectClient({ cwd: folder });
    try {
      const find = async (query: string) => places(await reply(own, "grepai_grep", { query }));
      expect(await find("first")).toEqual(["a.ts:1"]);
      await writeFile(join(folder, "a.ts"), "const second = 1;\n");
      await mkdir(join(folder, "new"));
      await writeFile(join(folder, "new", "b.ts"), "const second = 2;\n");
      expect(await find("second")).toEqual(["a.ts:1", "new/b.ts:1"]);
      expect(await find("first")).toEqual([]);
      await writeFile(join(folder, ".gitignore"), "new\n");
      await mkdir(join(folder, ".git", "objects"), { recursive: true });
      await mkdir(join(folder, ".git", "refs"), { recursive: true });
      await writeFile(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
      expect(await find("second")).toEqual(["a.ts:1"]);
      await writeFile(join(folder, ".gitignore"), "a.ts\n");
      expect(await find("second")).toEqual(["new/b.ts:1"]);
    } finally {
      await own.close();
      await removeFolder(folder);
    }
  });
});

describe("with an index", () => {
  it("names the symbol around each match while it holds", async () => {
    const folder = await temporaryFolder();
    await writeGrepProject(folder);
    await indexFolder(folder);
    const own = await connectClient({ cwd: folder });
    try {
      const query = { query: "submit", location: "src/orders.ts" };
      const before = await reply(own, "grepai_grep", query);
      expect(matchesOf(before)).toMatchObject([{ line: 4, symbol: "placeOrder", kind: "function" }]);
      expect(JSON.stringify(before["hints"])).toContain("grepai_trace_callers");
      await writeFile(join(folder, "src/orders.ts"), "\n\nfunction other() {\n  return submit(total);\n}\n");
      const [moved] = matchesOf(await reply(own, "grepai_grep", query));
      expect(moved).toMatchObject({ line: 4, text: "  return submit(total);" });
      expect(moved?.symbol).toBeUndefined();
    } finally {
      await own.close();
      await removeFolder(folder);
    }
  });
});

describe("structural", () => {
  const shapes: Readonly<Record<string, string>> = {
    "a.ts": "call(one, two);\nconst x = { a: 1 };\nif (x) {\n  call(\n    three,\n  );\n}\n",
    "b.tsx": "export const B = () => <p onClick={() => call(four)}>call(five)</p>;\n",
    "c.js": "call(six); // call(seven)\n",
    "d.py": "def shape(a, b=2):\n    return {'kind': 'arc', 'radius': 4}\n\ncall(eight)\n",
    "e.go":
      "package e\n\nfunc E() error {\n\tif err := call(nine); err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n",
    "f.rs": "fn f() { call(ten).unwrap(); }\n",
    "G.java": 'class G { void g() { call(eleven); String s = "call(x)"; } }\n',
    "h.c": "int h(void) { return call(twelve); }\n",
    "i.kt": "fun i() { call(thirteen) }\n",
    "j.css": ".a { color: red; }\n",
  };
  let folder: string;
  let own: Client;

  beforeAll(async () => {
    folder = await temporaryFolder();
    for (const [path, content] of Object.entries(shapes)) await writeFile(join(folder, path), content);
    own = await connectClient({ cwd: folder });
  });
  afterAll(async () => {
    await own?.close();
    await removeFolder(folder);
  });

  const find = (parameters: Record<string, unknown>) =>
    reply(own, "grepai_grep", { mode: "structural", ...parameters });

  it("finds calls in every language with a grammar, not in strings, comments or text, and names what is missing", async () => {
    const answer = await find({ query: "call($A)" });
    expect(answer["engines_used"]).toEqual(["ast-grep"]);
    expect(places(answer)).toEqual(["G.java:1", "a.ts:4", "b.tsx:1", "c.js:1", "d.py:4", "e.go:4", "f.rs:1"]);
    expect(JSON.stringify(answer["notes"])).toContain("npm install @ast-grep/lang-kotlin");
    expect(matchesOf(answer)[1]).toMatchObject({
      engine: "ast-grep",
      line: 4,
      end_line: 6,
      column: 3,
      text: "  call(\n    three,\n  );",
      metavariables: { A: "three" },
    });
  });

  it.each<[Record<string, unknown>, readonly string[]]>([
    [{ query: "call($$$ARGS)", language: "ts" }, ["a.ts:1", "a.ts:4", "b.tsx:1"]],
    [{ query: "{'kind': $K, 'radius': $R}", language: "python" }, ["d.py:2"]],
    [{ query: "def $F($$$ARGS): $$$BODY" }, ["d.py:1"]],
    [{ query: "if err := $CALL; err != nil { return err }", language: "go" }, ["e.go:4"]],
    [{ query: "$X.unwrap()" }, ["f.rs:1"]],
    [{ query: "return call($A);", language: "c" }, ["h.c:1"]],
    [{ query: "color: red", glob: "*.css" }, []],
  ])("%j", async (parameters, expected) => {
    expect(places(await find(parameters))).toEqual(expected);
  });

  it("warns of broken patterns and refuses what is no code", async () => {
    expect(JSON.stringify(await find({ query: "call(", language: "js" }))).toContain("syntax error");
    const refused = await failure(own, "grepai_grep", { mode: "structural", query: "a b c", language: "js" });
    expect(refused).toMatchObject({ code: "INVALID_PATTERN", error: expect.stringContaining("JavaScript") });
    const missing = await failure(own, "grepai_grep", { mode: "structural", query: "call($A)", language: "kotlin" });
    expect(missing).toMatchObject({ code: "ENGINE_UNAVAILABLE", error: expect.stringContaining("npm install") });
  });

  it("lets text and structure take turns, and goes on when one of them fails", async () => {
    const both = await find({ mode: "both", query: "call\\(", regex: true });
    expect(both["engines_used"]).toContain("ripgrep");
    const answer = await find({ mode: "both", query: "call(six)", limit: 3 });
    expect(answer).toMatchObject({ engines_used: ["ripgrep", "ast-grep"], match_count: 2, engine_errors: {} });
    expect(matchesOf(answer).map(({ engine }) => engine)).toEqual(["ripgrep", "ast-grep"]);
    const halved = await find({ mode: "both", query: "a b c", language: "js" });
    expect(halved["engines_used"]).toEqual(["ripgrep"]);
    expect((halved["engine_errors"] as Record<string, string>)["ast-grep"]).toContain("INVALID_PATTERN");
  });

  it("says how to have semgrep where it is not installed", async () => {
    const client = await connectClient({ cwd: folder, env: { PATH: folder } });
    const missing = await failure(client, "grepai_grep", { mode: "semgrep", query: "call(...)" });
    await client.close();
    expect(missing).toMatchObject({ code: "ENGINE_UNAVAILABLE", error: expect.stringContaining("install semgrep") });
  });

  it.skipIf(findSemgrep(process.env) === null)("finds with semgrep what it finds", async () => {
    const answer = await find({ mode: "semgrep", query: "{..., 'radius': $X, ...}" });
    expect(answer["engines_used"]).toEqual(["semgrep"]);
    expect(matchesOf(answer)).toMatchObject([
      {
        file: "d.py",
        line: 2,
        text: "    return {'kind': 'arc', 'radius': 4}",
        rule: "python",
        metavariables: { X: "4" },
      },
    ]);
  });

  it("survives deep nesting", async () => {
    await writeFile(join(folder, "deep.js"), `x = ${"[".repeat(100_000)}${"]".repeat(100_000)};\ncall(last);\n`);
    expect(places(await find({ query: "call($A)", language: "js" }))).toEqual(["c.js:1", "deep.js:2"]);
  });
});

describe("hostile calls", () => {
  it.each([
    "(a+)+$",
    "(b|bb)+$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^(?:.*\\r?\\n){0,60}.*absent_word",
    "(?:[^;]*;\\s*)*?END_THAT_IS_NOT_THERE",
    "(.*)*x",
    "(?=(a+))*b",
    "((a{1,100}){1,100}){1,100}",
  ])("%s ends", async (query) => {
    for (const multiline of [false, true]) {
      const result = await callTool(client, "grepai_grep", { query, regex: true, multiline });
      if (result.isError) expect(JSON.parse(textOf(result)).code).toBe("INVALID_PATTERN");
    }
  });

  it("passes over a binary file of 1 GB and shows the place in a line of 50 MB", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "sparse.txt"), "");
    await truncate(join(folder, "sparse.txt"), 2 ** 30);
    const half = "x".repeat(25_000_000);
    await writeFile(join(folder, "line.txt"), `${half}NEEDLE${half}\nshort NEEDLE\n`);
    const own = await connectClient({ cwd: folder });
    const answer = await reply(own, "grepai_grep", { query: "NEEDLE" });
    await own.close();
    await removeFolder(folder);
    expect(answer).toMatchObject({ match_count: 2, documents_in_scope: 2 });
    expect(matchesOf(answer)).toMatchObject([
      { file: "line.txt", line: 1, column: 25_000_001 },
      { file: "line.txt", line: 2, column: 7, text: "short NEEDLE" },
    ]);
    expect(matchesOf(answer)[0]?.text.length).toBeLessThanOrEqual(200);
  });

  it.skipIf(process.getuid?.() === 0)("counts a file that cannot be read, and searches the others", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "open.txt"), "NEEDLE\n");
    await writeFile(join(folder, "closed.txt"), "NEEDLE\n");
    await chmod(join(folder, "closed.txt"), 0);
    const { code, stdout, stderr } = await run(["grep", "NEEDLE"], { cwd: folder });
    expect([code, stdout]).toEqual([2, "open.txt:1:NEEDLE\n"]);
    expect(stderr).toContain("1 file or folder could not be read");
    await removeFolder(folder);
  });

  it("answers 50 calls at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        grep({ query: index % 2 === 0 ? "TODO" : "placeorder", case_sensitive: index % 2 === 0 }),
      ),
    );
    expect(answers.map((answer) => answer["match_count"])).toEqual(
      answers.map((_, index) => (index % 2 === 0 ? 12 : 2)),
    );
  });

  it("gives no answer to a cancelled call, and goes on", async () => {
    const call = (id: number, query: string) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "grepai_grep", arguments: { query } },
    });
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } };
    const session = await playRaw([...initialize, call(2, "TODO"), cancel, cancel, call(3, "negative"), 1_000], {
      cwd: root,
    });
    expect(session.answer(2)).toBeUndefined();
    expect(session.result<{ structuredContent: { match_count: number } }>(3).structuredContent.match_count).toBe(1);
  });
});

describe("grepai grep", () => {
  it("prints places and lines, and ends as ripgrep does", async () => {
    const found = await run(["grep", "TODO.*g", "src"], { cwd: root });
    expect(found).toMatchObject({
      code: 0,
      stdout: "src/deep/orders.go:3:// TODO: log\nsrc/orders.ts:2:  // TODO: refuse negative totals\n",
      stderr: "",
    });
    expect(await run(["grep", "zzz"], { cwd: root })).toMatchObject({ code: 1, stdout: "", stderr: "" });
    const broken = await run(["grep", "("], { cwd: root });
    expect([broken.code, broken.stdout]).toEqual([2, ""]);
    expect(broken.stderr).toContain("position 1");
    expect((await run(["grep", "a", "nope/"], { cwd: root })).code).toBe(2);
  });

  it.each<[readonly string[], string]>([
    [["-F", "log(", "src"], ""],
    [["-i", "placeorder", "src", "-l"], "src/deep/orders.go\nsrc/orders.ts\n"],
    [["total", "src", "--count"], "src/orders.ts:4\n"],
    [["-w", "total", "src", "-c"], "src/orders.ts:3\n"],
    [["TODO", "-g", "*.md"], "docs/Guide.md:3:TODO write this\n"],
    [["TODO", "--lang", "go"], "src/deep/orders.go:3:// TODO: log\n"],
    [
      ["-U", "limit\\)[^}]*\\}", "src/orders.ts"],
      'src/orders.ts:3:  if (total > limit) return "too much";\nsrc/orders.ts:4:  return submit(total);\nsrc/orders.ts:5:}\n',
    ],
    [
      ["PlaceOrder|package", "src/deep/orders.go", "--context", "1"],
      "src/deep/orders.go:1:package deep\nsrc/deep/orders.go-2-\nsrc/deep/orders.go-3-// TODO: log\nsrc/deep/orders.go:4:func PlaceOrder() {}\n",
    ],
    [["--skip", "1", "-n", "1", "TODO", "src"], "src/orders.ts:2:  // TODO: refuse negative totals\n"],
  ])("%j", async (args, stdout) => {
    expect(await run(["grep", ...args], { cwd: root })).toMatchObject({ stdout, code: stdout === "" ? 1 : 0 });
  });

  it("colours what matched when asked to, and never lets a file's own codes through", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "evil.ts"), `// ${esc}[2J named \u202e\n`);
    const plain = await run(["grep", "named"], { cwd: folder });
    expect(plain.stdout).toBe("evil.ts:1:// \\x1b[2J named \\u202e\n");
    const coloured = await run(["grep", "named"], { cwd: folder, env: { FORCE_COLOR: "1" } });
    expect(coloured.stdout).toContain(`${esc}[31m${esc}[1mnamed`);
    expect(coloured.stdout).not.toContain(`${esc}[2J`);
    await removeFolder(folder);
  });

  it("answers programs with the keys of the tool, also for failures", async () => {
    const { stdout, code } = await run(["grep", "negative", "--json"], { cwd: root });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ match_count: 1, matches: [{ file: "src/orders.ts", line: 2 }] });
    const none = await run(["grep", "zzz", "--json"], { cwd: root });
    expect([none.code, JSON.parse(none.stdout).matches]).toEqual([1, []]);
    const failed = await run(["grep", "(", "--json"], { cwd: root });
    expect([failed.code, JSON.parse(failed.stdout).code]).toEqual([2, "INVALID_PATTERN"]);
  });

  it("ends quietly when its reader has seen enough", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "many.txt"), "common line of text\n".repeat(100_000));
    const { stdout, stderr } = await runShell(`$GREPAI grep common | head -n 1; echo "\${PIPESTATUS[0]}"`, {
      cwd: folder,
    });
    expect([stdout, stderr]).toEqual(["many.txt:1:common line of text\n0\n", ""]);
    const counted = await run(["grep", "-c", "common"], { cwd: folder });
    expect(counted.stdout).toBe("many.txt:100000\n");
    await removeFolder(folder);
  });
});
