import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDefinitions } from "./query.ts";
import { qualifiedName } from "./symbols.ts";
import { IndexedProject } from "./testing/indexed-project.ts";

let project: IndexedProject;

beforeAll(async () => {
  project = await IndexedProject.of({
    "src/net/server.ts":
      "export class Server {\n  #secret() {}\n  start() {\n    function inner() {}\n    inner();\n  }\n}\nexport function start() {}\n",
    "src/cli/start.ts": "export function start() {}\n",
    "auth/token.go": "package auth\n\ntype Token struct{}\n\nfunc (t *Token) Check() {}\n\nfunc Login() {}\n",
    "tools/login.py": "def Login():\n    pass\n",
  });
});

afterAll(() => project.close());

function found(query: string): readonly string[] {
  return project.store.read((view) =>
    findDefinitions(view, query).map((definition) => `${definition.path}:${qualifiedName(definition)}`),
  );
}

describe("findDefinitions", () => {
  it.each([
    ["start", ["src/cli/start.ts:start", "src/net/server.ts:Server.start", "src/net/server.ts:start"]],
    ["start()", ["src/cli/start.ts:start", "src/net/server.ts:Server.start", "src/net/server.ts:start"]],
    ["Server.start", ["src/net/server.ts:Server.start"]],
    ["Server#start", ["src/net/server.ts:Server.start"]],
    ["Token::Check", ["auth/token.go:Token.Check"]],
    ["(*Token).Check", ["auth/token.go:Token.Check"]],
    ["auth.Token.Check", ["auth/token.go:Token.Check"]],
    ["auth.Login", ["auth/token.go:Login"]],
    ["login.Login", ["tools/login.py:Login"]],
    ["tools.login.Login", ["tools/login.py:Login"]],
    ["src/cli/start.ts:start", ["src/cli/start.ts:start"]],
    ["./src/cli/start.ts:start", ["src/cli/start.ts:start"]],
    ["server.ts:Server.start", ["src/net/server.ts:Server.start"]],
    ["src/net/server.ts:4", ["src/net/server.ts:Server.start.inner"]],
    ["src/net/server.ts:5", ["src/net/server.ts:Server.start"]],
    ["Server.secret", ["src/net/server.ts:Server.#secret"]],
    ["Client.start", []],
    ["src/net/server.ts:999", []],
    ["nowhere.ts:start", []],
    ["a+b(", []],
  ])("%s", (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  it("asks for a symbol when there is none", () => {
    expect(() => found("  ")).toThrow("Parameter 'symbol' is required.");
  });
});
