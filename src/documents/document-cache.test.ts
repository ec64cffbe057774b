import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DocumentCache } from "./document-cache.ts";

const never = new AbortController().signal;

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "grepai-documents-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const notebook = (source: string) => JSON.stringify({ nbformat: 4, cells: [{ cell_type: "code", source }] });
const write = (name: string, source: string) => writeFileSync(join(root, name), notebook(source));

async function sourceOf(cache: DocumentCache, name: string): Promise<string | null | undefined> {
  const outcome = await cache.read(root, name, never);
  return outcome.kind === "problem" ? outcome.error.message : outcome.contents.records[1]?.textAt("cells[0].source");
}

it("keeps a document until it changes", async () => {
  const cache = new DocumentCache();
  write("a.ipynb", "first");
  const before = await cache.read(root, "a.ipynb", never);
  expect(await cache.read(root, "a.ipynb", never)).toBe(before);
  write("a.ipynb", "other");
  utimesSync(join(root, "a.ipynb"), new Date(), new Date(Date.now() + 5_000));
  expect(await sourceOf(cache, "a.ipynb")).toBe("'other'");
});

it("remembers damage and sees it mended", async () => {
  const cache = new DocumentCache();
  writeFileSync(join(root, "b.ipynb"), "{");
  const before = await cache.read(root, "b.ipynb", never);
  expect(before).toMatchObject({ kind: "problem", error: { problem: "damaged" } });
  expect(await cache.read(root, "b.ipynb", never)).toBe(before);
  write("b.ipynb", "mended");
  expect(await sourceOf(cache, "b.ipynb")).toBe("'mended'");
});

it("holds no more than it may, and the latest", async () => {
  const cache = new DocumentCache(20_000);
  const names = Array.from({ length: 8 }, (_, index) => `c${index}.ipynb`);
  for (const name of names) {
    write(name, "x".repeat(2_000));
    await cache.read(root, name, never);
    expect(cache.bytes).toBeLessThanOrEqual(20_000);
  }
  expect(cache.bytes).toBeGreaterThan(10_000);
  const last = await cache.read(root, "c7.ipynb", never);
  expect(await cache.read(root, "c7.ipynb", never)).toBe(last);
  write("large.ipynb", "x".repeat(20_000));
  expect(await sourceOf(cache, "large.ipynb")).toHaveLength(20_002);
  expect(await cache.read(root, "c7.ipynb", never)).toBe(last);
});

it("tells of documents that are gone", async () => {
  expect(await new DocumentCache().read(root, "gone.ipynb", never)).toMatchObject({ error: { problem: "unreadable" } });
});
