import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toByteString } from "./glob.ts";
import { PatternList, parseIgnorePatterns } from "./pattern-list.ts";
import { TestProject } from "./testing/project.ts";

const hardPatterns = [
  ...["a**b", "**foo", "foo**/bar", "foo/**bar", "**", "*/", "/*", "**/", "a/**", "a/**/b", "/**/b", "a/**/**/b"],
  ...["**/x/**", "a/*", "*/b", "a/*/", "**/b/", "a/**/", "a*/**/b", "x***", "***/b", "**\\/b", "a/**\\/b", "*a*b*c"],
  ...["[[:alpha:]]x", "[!a]b", "[^a]b", "[]]x", "[]-]x", "[a\\]b]x", "[a-c]z", "[c-a]z", "[a", "a]", "[/]b", "a[/]b"],
  ...["[[:digit:]]", "[[:space:]]", "[[:constructor:]]", "[[:alpha]x", "[[:]x", "[*]", "[?]", "[\\]]", "[a-]x"],
  ...["[!-]x", "[--0]x", "*.[ch]", "[名]x", "?x", "?", "a?c", "名*"],
  ...["\\*", "\\!x", "\\#x", "\\a", "\\\\", "foo\\", "*\\", "a\\b", "x\\?", "a\\/b"],
  ...["a ", "a\t", "a\\ ", "a\\  ", "a\\\\ ", " lead", "tra  il", "\ufeffbom"],
  ...[
    "!",
    "/",
    "//",
    "a//b",
    "a/./b",
    "a/",
    "b/c/",
    "{a,b}",
    "a+b",
    "(x)",
    "$id",
    "^q",
    "a|b",
    "x.",
    "*.ts",
    "/a",
    "b/c",
  ],
];

const names = [
  ...["a", "b", "c", "x", "foo", "bar", "axb", "ab", "aab", "afoo", "foobar", "1x", "ax", "]x", "-x", "bx", "*", "a "],
  ...["a\t", "foo\\", "a\\", "!x", "#x", "!", "{a,b}", "abc", "az", "cz", "[a", "a]", "a+b", "(x)", "$id", "^q", "a|b"],
  ...["x.", "a\\b", "\\", "5", " ", "[", "bom", " lead", "tra  il", "tra il", "名", "名x", "éx", "f.c", "d.ts", "x?"],
  ...["xy", "?", "new\nline", "0x"],
];

const paths = names.flatMap((name) => [name, `a/${name}`, `foo/x/${name}`, `${name}/a/b`]);

/** A sequence of numbers below a limit that is the same in every run (mulberry32). */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function randomPatterns(count: number): string[] {
  const random = randomFrom(7);
  const pieces = [
    "a",
    "b",
    "x",
    "/",
    "*",
    "**",
    "?",
    "[ab]",
    "[!a]",
    "\\",
    "foo",
    "**/",
    "/**",
    "\\*",
    "[a-c]",
    " ",
    "名",
  ];
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random(7) }, () => pieces[random(pieces.length)]).join(""),
  );
}

/** Whether the list, which lies in `folder`, leaves out a path below it or a folder on the way there. */
function leavesOut(list: PatternList, folder: string, path: string): boolean {
  const parts = path.split("/");
  return parts.some((name, index) => {
    const prefix = `${folder}/${parts.slice(0, index + 1).join("/")}`;
    const isFolder = index < parts.length - 1;
    return list.match({ path: toByteString(prefix), name: toByteString(name), isFolder }) !== null;
  });
}

describe("PatternList", () => {
  let project: TestProject;
  beforeEach(() => {
    project = new TestProject();
  });
  afterEach(() => project.remove());

  it.each([false, true])("decides hard and random patterns as git does (ignoring case: %s)", (ignoreCase) => {
    project.git(["init", "-q"]);
    project.git(["config", "core.ignoreCase", String(ignoreCase)]);
    const patterns = [...hardPatterns, ...randomPatterns(100)].map((pattern) =>
      ignoreCase ? pattern.replaceAll("a", "A").replaceAll("foo", "Foo") : pattern,
    );
    // Each pattern rules a folder of its own, so that git is asked once for all of them.
    project.write(Object.fromEntries(patterns.map((pattern, index) => [`p${index}/.gitignore`, `${pattern}\n`])));
    const asked = patterns.flatMap((_, index) => paths.map((path) => `p${index}/${path}`));
    const answer = project.git(["check-ignore", "-z", "--stdin", "-v", "-n", "--no-index"], {
      input: `${asked.join("\0")}\0`,
    });
    const fields = answer.split("\0");
    const differences: unknown[] = [];
    for (const [index, pattern] of patterns.entries()) {
      const place = { label: "", base: { kind: "inside", folder: `p${index}` }, ignoreCase } as const;
      const list = new PatternList(parseIgnorePatterns(`${pattern}\n`, ignoreCase), place);
      for (const [position, path] of paths.entries()) {
        const byGit = fields[(index * paths.length + position) * 4 + 2] !== "";
        if (leavesOut(list, `p${index}`, path) !== byGit) differences.push({ pattern, path, byGit });
      }
    }
    expect(fields.length).toBe(asked.length * 4 + 1);
    expect(differences).toEqual([]);
  });

  it("lets the last matching line decide and names it", () => {
    const list = new PatternList(parseIgnorePatterns("# no\n\n*.ts\r\n!keep.ts\n", false), {
      label: ".gitignore",
      base: { kind: "inside", folder: "" },
      ignoreCase: false,
    });
    const match = (name: string) => list.match({ path: name, name, isFolder: false });
    expect(match("a.ts")).toMatchObject({ text: "*.ts", line: 3, negated: false });
    expect(match("keep.ts")).toMatchObject({ text: "!keep.ts", line: 4, negated: true });
    expect(match("a.js")).toBeNull();
  });
});
