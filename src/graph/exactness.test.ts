import { afterEach, describe, expect, it } from "vitest";
import { calleesShown, callersShown, IndexedProject, type Sources } from "./testing/indexed-project.ts";

let project: IndexedProject | null = null;

async function index(sources: Sources): Promise<IndexedProject> {
  project = await IndexedProject.of(sources);
  return project;
}

afterEach(() => {
  project?.close();
  project = null;
});

describe("functions held by constants with a written type", () => {
  it("are callers of what their bodies call", async () => {
    const indexed = await index({
      "handlers.ts": [
        "type Handler = (text: string) => string;",
        "function trim(text: string): string { return text; }",
        "export const arrow: Handler = (text) => trim(text);",
        "export const whole: Handler = function (text) { return trim(text); };",
        "export function outer(): Handler {",
        "  const inner: Handler = (text) => trim(text);",
        "  return inner;",
        "}",
      ].join("\n"),
    });
    expect(callersShown(indexed.callers("trim"))).toEqual([
      "handlers.ts:arrow",
      "handlers.ts:whole",
      "handlers.ts:outer.inner",
    ]);
  });
});

describe("methods that the language's own types have", () => {
  it("are not guessed from a receiver of unknown type, however similar its name", async () => {
    const indexed = await index({
      "queue.ts": [
        "export class TaskController { enqueue(task: string): void {} close(): void {} }",
        "export class Unpromise { then(next: () => void): void {} }",
        "export const stream = { start(controller: any) { controller.enqueue('a'); controller.close(); } };",
        "export function wait(promise: any) { promise.then(() => {}); }",
      ].join("\n"),
      "store.go": "package store\n\ntype Mux struct{}\n\nfunc (m *Mux) Get(path string) {}\n",
      "use.go":
        'package store\n\nimport "net/http"\n\nfunc Type(r *http.Request) string { return r.Header.Get("a") }\n',
    });
    expect(callersShown(indexed.callers("TaskController.enqueue"))).toEqual([]);
    expect(callersShown(indexed.callers("TaskController.close"))).toEqual([]);
    expect(callersShown(indexed.callers("Unpromise.then"))).toEqual([]);
    expect(callersShown(indexed.callers("Mux.Get"))).toEqual([]);
  });

  it("are guessed where the receiver has the type's name", async () => {
    const indexed = await index({
      "queue.ts": "export class Queue { close(): void {} }\nexport function stop(queue: any) { queue.close(); }\n",
    });
    expect(callersShown(indexed.callers("Queue.close"))).toEqual(["queue.ts:stop"]);
  });
});

describe("classes held by a field", () => {
  it("are what a call of the field makes, but not for certain", async () => {
    const indexed = await index({
      "app.py": [
        "class Formatter:",
        "    pass",
        "",
        "class App:",
        "    formatter_class = Formatter",
        "",
        "    def make(self):",
        "        return self.formatter_class()",
      ].join("\n"),
    });
    const made = indexed.callees("App.make");
    expect(calleesShown(made)).toEqual(["app.py:Formatter"]);
    expect(made.rows.map((row) => row.confidence)).toEqual(["inferred"]);
  });
});
