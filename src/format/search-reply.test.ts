import { decode } from "@toon-format/toon";
import { describe, expect, it } from "vitest";
import type { SearchAnswer, SearchHit } from "../search/types.ts";
import { encodeReply } from "./encode.ts";
import { assistantLimits, jsonBytes } from "./limits.ts";
import { compactSearchReply, fullSearchReply } from "./search-reply.ts";

function hit(changes: Partial<SearchHit> = {}): SearchHit {
  return {
    score: 0.923_456,
    file: "src/auth/middleware.go",
    startLine: 15,
    endLine: 45,
    content: "func AuthMiddleware() {\n}",
    language: "go",
    kind: "function",
    symbol: "AuthMiddleware",
    scope: "",
    tokens: null,
    ...changes,
  };
}

const answer = (hits: readonly SearchHit[], notes: readonly string[] = []): SearchAnswer => ({
  query: "auth",
  hits,
  notes,
});

describe("fullSearchReply", () => {
  it("has the documented keys first, in their order", () => {
    const reply = fullSearchReply(answer([hit()]), null);
    expect(Object.keys(reply)).toEqual(["query", "results", "total"]);
    expect(Object.keys(reply.results[0] ?? {}).slice(0, 5)).toEqual([
      "score",
      "file",
      "start_line",
      "end_line",
      "content",
    ]);
    expect(reply.results[0]).toMatchObject({ score: 0.923, start_line: 15, end_line: 45, symbol: "AuthMiddleware" });
    expect(reply.total).toBe(1);
  });

  it("names a symbol with its scope and leaves the key out where there is none", () => {
    const reply = fullSearchReply(
      answer([hit({ scope: "Server", symbol: "start" }), hit({ symbol: null, kind: "text" })]),
      null,
    );
    expect(reply.results[0]?.symbol).toBe("Server.start");
    expect(reply.results[1]).not.toHaveProperty("symbol");
  });

  it("changes nothing of contents without limits", () => {
    const content = `${"x".repeat(5_000)}\r\u001b[2J`;
    expect(fullSearchReply(answer([hit({ content })]), null).results[0]?.content).toBe(content);
  });

  it("cuts long lines, then shortens contents, before it leaves results out", () => {
    const wide = fullSearchReply(answer([hit({ content: "w".repeat(50_000) })]), assistantLimits);
    expect(wide.results[0]?.content).toHaveLength(assistantLimits.maxLineWidth);

    const long = Array.from({ length: 100 }, (_, index) =>
      hit({ file: `f${index}.ts`, content: "a line of code\n".repeat(300) }),
    );
    const reply = fullSearchReply(answer(long), assistantLimits);
    expect(jsonBytes(reply)).toBeLessThanOrEqual(assistantLimits.maxBytes);
    expect(reply.results).toHaveLength(100);
    expect(reply.notes?.join(" ")).toMatch(/100 results is shortened/);
  });

  it("leaves last results out only when nothing else helps, and says how many", () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      hit({ file: `${"folder/".repeat(150)}${index}.ts`, content: "x\n".repeat(500) }),
    );
    const reply = fullSearchReply(answer(many), assistantLimits);
    expect(jsonBytes(reply)).toBeLessThanOrEqual(assistantLimits.maxBytes);
    expect(reply.total).toBe(100);
    expect(reply.results.length).toBeGreaterThan(10);
    expect(reply.notes?.at(-1)).toContain(`The last ${100 - reply.results.length} of 100 results are left out`);
  });
});

describe("compactSearchReply", () => {
  it("has exactly the documented keys", () => {
    const reply = compactSearchReply(answer([hit()]), assistantLimits);
    expect(reply).toEqual({ q: "auth", r: [{ s: 0.923, f: "src/auth/middleware.go", l: "15-45" }], t: 1 });
    expect(encodeReply({ ...reply }, "json")).toBe(
      '{"q":"auth","r":[{"s":0.923,"f":"src/auth/middleware.go","l":"15-45"}],"t":1}',
    );
  });

  it("adds notes after them", () => {
    expect(Object.keys(compactSearchReply(answer([], ["a note"]), null))).toEqual(["q", "r", "t", "notes"]);
  });
});

describe("encodeReply", () => {
  it("says the same in TOON as in JSON", () => {
    const reply = { ...fullSearchReply(answer([hit(), hit({ file: 'odd, "name".go' })]), null) };
    expect(decode(encodeReply(reply, "toon"))).toEqual(JSON.parse(encodeReply(reply, "json")));
  });
});
