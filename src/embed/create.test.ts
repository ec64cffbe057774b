import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shippedPath } from "../assets.ts";
import type { EmbedderConfig } from "../config/types.ts";
import { createEmbedder, staticModelFolder } from "./create.ts";
import { passageText } from "./passage.ts";

const config: EmbedderConfig = {
  provider: "static",
  model: "code-static",
  endpoint: null,
  dimensions: null,
  parallelism: 1,
  timeoutMs: 1_000,
  queryTimeoutMs: 1_000,
};

test("the built-in model works with no server", async () => {
  const embedder = createEmbedder(config, { projectRoot: "/", env: {} });
  expect(embedder.isLocal).toBe(true);
  expect(await embedder.id()).toMatchObject({ provider: "static", dimensions: 256 });
  expect(await embedder.health()).toEqual({ status: "connected" });
  const [outcome] = await embedder.embed(["open a file"], { kind: "query" });
  expect(outcome).toEqual({ ok: true, vector: expect.any(Float32Array) });
});

test("a model is a shipped name or a folder", () => {
  expect(staticModelFolder("code-static", "/project")).toBe(shippedPath("models", "code-static"));
  expect(staticModelFolder("./models/mine", "/project")).toBe(join("/project", "models", "mine"));
  expect(staticModelFolder("/models/mine", "/project")).toBe("/models/mine");
  expect(staticModelFolder("~/models/mine", "/project")).toMatch(/models.mine$/);
  for (const name of ["nomic-embed-text", "..", ""]) {
    expect(() => staticModelFolder(name, "/project")).toThrow(/embedder\.model.*code-static/);
  }
});

test("a folder without a model is told by name", async () => {
  const folder = mkdtempSync(join(tmpdir(), "grepai-nothing-"));
  try {
    const embedder = createEmbedder({ ...config, model: folder }, { projectRoot: "/", env: {} });
    await expect(embedder.id()).rejects.toEqual(
      expect.objectContaining({ code: "EMBEDDER_UNAVAILABLE", message: expect.stringContaining(folder) }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("passages say where they are", () => {
  const method = {
    path: "src/http/server.ts",
    language: "typescript",
    chunk: { scope: "Server", symbol: "close", signature: "close(): void", text: "close(): void {\n  stop();\n}" },
  };
  expect(passageText(method, "server")).toBe("// src/http/server.ts · Server.close\nclose(): void {\n  stop();\n}");
  const laterPart = { ...method, chunk: { ...method.chunk, text: "  stop();\n}" } };
  expect(passageText(laterPart, "server")).toBe("// src/http/server.ts · Server.close · close(): void\n  stop();\n}");
  const plain = {
    path: "notes.txt",
    language: "text",
    chunk: { scope: "", symbol: null, signature: null, text: "hi" },
  };
  expect(passageText(plain, "server")).toBe("// notes.txt\nhi");
  const lines = passageText(method, "static").split("\n");
  expect(lines.slice(0, 3)).toEqual(new Array(3).fill("src/http/server.ts Server.close"));
  expect(lines.slice(3).join("\n")).toBe(method.chunk.text);
});
