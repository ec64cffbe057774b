import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseDefinitions } from "./choose.ts";
import { findDefinitions } from "./query.ts";
import { IndexedProject } from "./testing/indexed-project.ts";

let project: IndexedProject;

beforeAll(async () => {
  project = await IndexedProject.of({
    "web/a.ts": "export class Door {\n  open() {\n    return 1;\n  }\n}\nexport function open() {\n  return 2;\n}\n",
    "web/deep/b.ts": "export class Gate {\n  open() {}\n}\n",
    "cli/open.go": "package cli\n\nfunc open() {}\n",
  });
});

afterAll(() => project.close());

function chosen(choice: string): readonly string[] {
  return project.store.read((view) =>
    chooseDefinitions(view, findDefinitions(view, "open"), choice).map(({ path, line }) => `${path}:${line}`),
  );
}

describe("chooseDefinitions", () => {
  it.each([
    ["web/a.ts:2", ["web/a.ts:2"]],
    ["./web/a.ts:3", ["web/a.ts:2"]],
    ["web/a.ts:6", ["web/a.ts:6"]],
    ["web/a.ts", ["web/a.ts:2", "web/a.ts:6"]],
    ["web/", ["web/a.ts:2", "web/a.ts:6", "web/deep/b.ts:2"]],
    ["Gate.open", ["web/deep/b.ts:2"]],
    ["web/a.ts:open", ["web/a.ts:6"]],
    ["web/a.ts:Door.open", ["web/a.ts:2"]],
    ["cli.open", ["cli/open.go:3"]],
  ])("%s", (choice, places) => {
    expect(chosen(choice)).toEqual(places);
  });

  it.each(["web/a.ts:99", "Door.close", "nowhere", ""])("refuses %j, naming what there is", (choice) => {
    expect(() => chosen(choice)).toThrow(
      /'definition' .* fits none of the definitions: cli\/open\.go:3, web\/a\.ts:2, .*web\/deep\/b\.ts:2\./,
    );
  });
});
