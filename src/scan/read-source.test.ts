import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSourceSync } from "./read-source.ts";
import { TestProject } from "./testing/project.ts";
import type { ReadResult } from "./types.ts";

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const limit = 2 * 1024 * 1024;
const read = (path: string, maxFileBytes = limit): ReadResult => readSourceSync(project.root, path, { maxFileBytes });

/** Writes and reads one file. */
function readBack(content: string | Buffer, path = "a.ts"): ReadResult {
  project.write({ [path]: content });
  return read(path);
}

const textOf = (result: ReadResult) => (result.kind === "text" ? result.text : result.skipped);
const reasonOf = (result: ReadResult) => (result.kind === "skipped" ? result.skipped.reason : "text");

/** Bytes without a pattern, the same in every run. */
function noise(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash("sha256").update(String(index)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

describe("decoding", () => {
  const source = "export function one() {\n  return 'ä€😀';\n}\n";

  it("gives the same text whatever the encoding, without a mark", () => {
    const little = Buffer.from(`\uFEFF${source}`, "utf16le");
    const encodings = {
      "utf-8": [Buffer.from(source), Buffer.from(`\uFEFF${source}`)],
      "utf-16le": [little],
      "utf-16be": [Buffer.from(little).swap16()],
    };
    for (const [encoding, forms] of Object.entries(encodings)) {
      for (const bytes of forms) expect(readBack(bytes)).toMatchObject({ kind: "text", text: source, encoding });
    }
  });

  it("takes what is not UTF-8 for Windows-1252", () => {
    expect(readBack(Buffer.from("// caf\xe9 \x93quoted\x94 \x80\n", "latin1"))).toMatchObject({
      encoding: "latin1",
      text: "// café “quoted” €\n",
    });
  });

  it("is not misled by characters across any border", () => {
    for (const border of [512, 1000, 1024, 4096, 8000, 8192, 65_536]) {
      for (let shift = 1; shift <= 3; shift++) {
        const lines = `${"// pad\n".repeat(Math.floor((border - shift) / 7))}`;
        const text = `${lines}${"/".repeat(border - shift - lines.length)}😀名é\n`;
        expect(textOf(readBack(text))).toBe(text);
      }
    }
  });

  it("gives every line one ending, so that line numbers are those of an editor", () => {
    expect(textOf(readBack("a\r\nb\rc\n\r\nd"))).toBe("a\nb\nc\n\nd");
  });

  it("keeps all of a text with a stray zero byte far in", () => {
    const head = "int before(void) { return 1; }\n".repeat(1000);
    const tail = "int after(void) { return 2; }\n".repeat(1000);
    expect(textOf(readBack(`${head}\0${tail}`, "late.c"))).toBe(`${head} ${tail}`);
  });

  it("takes bytes that are no text for binary", () => {
    expect(reasonOf(readBack(noise(3000)))).toBe("binary");
    expect(reasonOf(readBack(Buffer.from(noise(20_000).map((byte) => byte || 1))))).toBe("binary");
    expect(reasonOf(readBack("a\0b"))).toBe("binary");
    expect(reasonOf(readBack(`${"x\n".repeat(5000)}${"\0".repeat(5000)}`))).toBe("binary");
    expect(reasonOf(readBack(Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), noise(100)])))).toBe("binary");
    expect(reasonOf(readBack(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(4000)])))).toBe("binary");
    expect(reasonOf(readBack(""))).toBe("text");
  });

  it("names a content by the hash of its bytes", () => {
    const hash = (result: ReadResult) => (result.kind === "text" ? result.contentHash : "");
    const expected = createHash("sha256").update("a\r\n").digest("hex").slice(0, 32);
    expect(hash(readBack("a\r\n"))).toBe(expected);
    expect(hash(readBack("a\n"))).not.toBe(expected);
  });
});

describe("content that is left out", () => {
  it("is minified code, not code with one long line, prose or large hand-written files", () => {
    const bundle = Array.from({ length: 2000 }, (_, index) => `function a${index}(b){return b?a(b-1):${index}};`).join(
      "",
    );
    const byHand = "export function convert(value: number): number {\n  return value + 1;\n}\n\n";
    const picture = `const path = "${"M1 2L3 4".repeat(1000)}";\n`;
    expect(reasonOf(readBack(bundle, "vendor-pack.js"))).toBe("minified");
    expect(reasonOf(readBack(`${"// licence\n".repeat(60)}${bundle}`, "b.js"))).toBe("minified");
    expect(reasonOf(readBack(picture + byHand.repeat(10), "icon.tsx"))).toBe("text");
    expect(reasonOf(readBack(`${"A sentence of a paragraph. ".repeat(100)}\n\n`.repeat(20), "README.md"))).toBe("text");
    expect(reasonOf(readBack(byHand.repeat(16_000), "big.ts"))).toBe("text");
    expect(reasonOf(readBack("x".repeat(2000), "small.js"))).toBe("text");
  });

  it("is a private key under a harmless name", () => {
    const key = `-----BEGIN OPENSSH PRIVATE ${"KEY"}-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n`;
    expect(reasonOf(readBack(key, "deploy.txt"))).toBe("secret");
    expect(reasonOf(readBack(`{ "type": "service_account", "private_${"key"}": "abc" }`, "firebase.json"))).toBe(
      "secret",
    );
    expect(reasonOf(readBack(`const sample = "${key.split("\n")[0]}";\n`, "keys.ts"))).toBe("text");
  });
});

describe("what may be opened", () => {
  it("is a regular file inside the project, never through a link", () => {
    project.write({ "real.ts": "x" });
    project.write({ "secret.ts": "outside" }, project.parent);
    symlinkSync("../secret.ts", join(project.root, "link.ts"));
    symlinkSync("..", join(project.root, "up"));
    mkdirSync(join(project.root, "folder.ts"));
    execFileSync("mkfifo", [join(project.root, "pipe.ts")]);
    expect(reasonOf(read("link.ts"))).toBe("symlink");
    expect(reasonOf(read("up/secret.ts"))).toBe("symlink");
    expect(reasonOf(read("folder.ts"))).toBe("not-a-file");
    expect(reasonOf(read("pipe.ts"))).toBe("not-a-file");
    expect(read("gone.ts")).toMatchObject({ skipped: { path: "gone.ts", reason: "unreadable" } });
    expect(reasonOf(read("real.ts/below.ts"))).toBe("unreadable");
    for (const path of ["../secret.ts", "a/../../secret.ts", join(project.parent, "secret.ts"), ""]) {
      expect(() => read(path)).toThrow(expect.objectContaining({ code: "PATH_OUTSIDE_PROJECT" }));
    }
  });

  it("is not larger than the limit", () => {
    project.write({ "a.ts": "12345" });
    expect(textOf(read("a.ts", 5))).toBe("12345");
    expect(read("a.ts", 4)).toMatchObject({ skipped: { reason: "too-large", detail: "5 bytes, the limit is 4" } });
  });

  it("is reported by the system's code when it is not permitted", () => {
    project.write({ "locked.ts": "x" });
    chmodSync(join(project.root, "locked.ts"), 0o000);
    const isSuperuser = process.geteuid?.() === 0;
    if (isSuperuser) {
      for (const folder of [project.parent, project.root]) chmodSync(folder, 0o755);
      process.seteuid?.(65534);
    }
    try {
      expect(read("locked.ts")).toMatchObject({ skipped: { reason: "unreadable", detail: "EACCES" } });
    } finally {
      if (isSuperuser) process.seteuid?.(0);
    }
  });
});
