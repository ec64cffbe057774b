import { afterEach, describe, expect, it } from "vitest";
import { traceAccesses } from "./accesses.ts";
import type { ListOptions } from "./options.ts";
import { IndexedProject, type Sources } from "./testing/indexed-project.ts";
import type { AccessMode } from "./types.ts";

let project: IndexedProject | null = null;

afterEach(() => {
  project?.close();
  project = null;
});

async function index(sources: Sources): Promise<void> {
  project = await IndexedProject.of(sources);
}

function answer(mode: AccessMode, symbol: string, options: Partial<ListOptions> = {}) {
  const indexed = project as IndexedProject;
  return indexed.store.read((view) =>
    traceAccesses(view, symbol, mode, { ...indexed.options(), limit: null, ...options }),
  );
}

/** `file:line reader kind`, and the confidence where it is not exact. */
function rows(mode: AccessMode, symbol: string): readonly string[] {
  return answer(mode, symbol).rows.map(({ file, line, symbol: name, kind, confidence }) =>
    [`${file}:${line}`, name, kind, ...(confidence === "exact" ? [] : [confidence])].join(" "),
  );
}

describe("readers and writers", () => {
  it("of TypeScript fields go by the receiver's type, across files, and not by the name", async () => {
    await index({
      "box.ts":
        "export class Box {\n  size = 1;\n  grow() {\n    this.size += 1;\n  }\n}\nexport class Other {\n  size = 2;\n  read() {\n    return this.size;\n  }\n}\n",
      "use.ts":
        "import { Box, Other } from './box';\nexport function fill(box: Box, other: Other) {\n  box.size = 3;\n  other.size = 4;\n  if (box.size > 3) box.grow();\n}\n",
    });
    expect(rows("readers", "Box.size")).toEqual(["box.ts:4 grow update", "use.ts:5 fill read"]);
    expect(rows("writers", "Box.size")).toEqual(["box.ts:4 grow update", "use.ts:3 fill write"]);
    expect(rows("readers", "Other.size")).toEqual(["box.ts:10 read read"]);
    expect(rows("writers", "Other.size")).toEqual(["use.ts:4 fill write"]);
    const both = answer("writers", "size");
    expect(both.rows.map(({ line, definition }) => [line, definition?.qualifiedName])).toEqual([
      [4, "Box.size"],
      [3, "Box.size"],
      [4, "Other.size"],
    ]);
  });

  it("of constants and globals follow imports and renamed imports, and leave locals of the name alone", async () => {
    await index({
      "conf.ts": "export const limit = 10;\nexport let count = 0;\nexport function bump() {\n  count++;\n}\n",
      "a.ts": "import { limit as most } from './conf';\nexport function a(x: number) {\n  return x > most;\n}\n",
      "b.ts": "export function b(limit: number) {\n  return limit + 1;\n}\n",
      "c.ts":
        "import { limit } from './conf';\nexport function c() {\n  take(limit);\n}\nfunction take(n: number) {}\n",
    });
    expect(rows("readers", "limit")).toEqual(["a.ts:3 a read", "c.ts:3 c value"]);
    expect(rows("writers", "limit")).toEqual([]);
    expect(answer("writers", "limit").notes).toContain("No writers are known.");
    expect(rows("writers", "count")).toEqual(["conf.ts:4 bump update"]);
  });

  it("of Go fields and package variables", async () => {
    await index({
      "go.mod": "module example.org/m\n",
      "box/box.go":
        "package box\n\ntype Box struct {\n\tSize int\n}\n\nvar Total = 0\n\nfunc New(n int) *Box {\n\tTotal++\n\treturn &Box{Size: n}\n}\n\nfunc (b *Box) Grow() {\n\tb.Size = b.Size + Total\n}\n",
      "main.go":
        'package main\n\nimport "example.org/m/box"\n\nfunc change(b *box.Box) {\n\tb.Grow()\n\tif box.Total > 1 {\n\t\tb.Size = 2\n\t}\n}\n',
    });
    expect(rows("writers", "Box.Size")).toEqual([
      "box/box.go:11 New write",
      "box/box.go:15 Grow write",
      "main.go:8 change write",
    ]);
    expect(rows("readers", "Box.Size")).toEqual(["box/box.go:15 Grow read"]);
    expect(rows("readers", "Total")).toEqual([
      "box/box.go:10 New update",
      "box/box.go:15 Grow read",
      "main.go:7 change read",
    ]);
  });

  it("of Python attributes and module variables", async () => {
    await index({
      "conf.py": "LIMIT = 3\ncount = 0\n\ndef bump():\n    global count\n    count = count + 1\n",
      "box.py":
        "from conf import LIMIT\n\nclass Box:\n    def __init__(self, size):\n        self.size = size\n        self.parts = []\n\n    def full(self):\n        return self.size > LIMIT\n\ndef fill(box: Box):\n    box.size = LIMIT\n    box.parts.append(1)\n",
    });
    expect(rows("writers", "Box.size")).toEqual(["box.py:5 Box write", "box.py:12 fill write"]);
    expect(rows("readers", "Box.size")).toEqual(["box.py:9 full read"]);
    expect(rows("readers", "Box.parts")).toEqual(["box.py:13 fill read"]);
    expect(rows("readers", "LIMIT")).toEqual(["box.py:9 full read", "box.py:12 fill value"]);
    expect(rows("writers", "count")).toEqual(["conf.py:6 bump write"]);
  });

  it("are guesses where the receiver's type is unknown, and say so", async () => {
    await index({
      "a.ts": "export class Job {\n  retries = 0;\n}\nexport function again(job: any) {\n  job.retries += 1;\n}\n",
    });
    expect(rows("writers", "retries")).toEqual(["a.ts:5 again update inferred"]);
  });

  it("of a function are the places that look at it, and its callers are named elsewhere", async () => {
    await index({
      "a.ts":
        "export function work() {}\nexport function main() {\n  work();\n  hand(work);\n}\nfunction hand(f: unknown) {}\n",
    });
    expect(rows("readers", "work")).toEqual(["a.ts:4 main value"]);
    expect(answer("readers", "work").notes).toContain("work is a function: its calls are listed by 'trace callers'.");
  });

  it("are no calls: callers and callees stay as they were", async () => {
    await index({
      "a.ts":
        "export const on = { flag: 1 };\nexport function main() {\n  if (on.flag) helper();\n}\nfunction helper() {}\n",
    });
    const indexed = project as IndexedProject;
    expect(indexed.callees("main").rows.map(({ symbol }) => symbol)).toEqual(["helper"]);
    expect(indexed.callers("on").rows).toEqual([]);
  });
});

describe("the graph of readers and writers", () => {
  it("goes on to what calls them", async () => {
    await index({
      "a.ts":
        "export class Box {\n  size = 1;\n  grow() {\n    this.size = this.size + 1;\n  }\n}\nexport function main(box: Box) {\n  box.grow();\n}\n",
    });
    const [root] = (project as IndexedProject).graph("Box.size", { direction: "callers", depth: 3 }).roots;
    expect(root).toMatchObject({
      name: "size",
      children: [{ name: "grow", edge: { kinds: ["read", "write"] }, children: [{ name: "main" }] }],
    });
  });
});
