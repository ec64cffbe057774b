import { copyFile, mkdir, readFile, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectClient, failure, reply } from "./support/mcp.ts";
import { run } from "./support/program.ts";
import { removeFolder, temporaryFolder } from "./support/sample-project.ts";

/** Documents that FreeCAD and Jupyter made. */
const samples = fileURLToPath(new URL("fixtures/documents", import.meta.url));

interface Match {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly document_label?: string;
  readonly object_name?: string;
  readonly object_label?: string;
  readonly type_id?: string;
  readonly record_kind?: string;
  readonly field_path?: string;
  readonly metavariables?: Readonly<Record<string, string>>;
  readonly before?: readonly { readonly line: number; readonly text: string }[];
  readonly retrieve: { readonly tool: string; readonly arguments: Record<string, unknown> };
}

let root: string;
let client: Client;

const grep = (parameters: Record<string, unknown>) => reply(client, "grepai_grep", parameters);
const matchesOf = (answer: Record<string, unknown>) => answer["matches"] as readonly Match[];
const fieldsOf = async (parameters: Record<string, unknown>) =>
  matchesOf(await grep(parameters)).map(({ file, field_path }) => `${file} ${field_path}`);

beforeAll(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, "parts"));
  await mkdir(join(root, ".git", "objects"), { recursive: true });
  await writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  await copyFile(join(samples, "bracket.FCStd"), join(root, "parts", "wall bracket.FCStd"));
  await copyFile(join(samples, "analysis.ipynb"), join(root, "analysis.ipynb"));
  await copyFile(join(samples, "version-3.ipynb"), join(root, "version-3.ipynb"));
  await writeFile(join(root, "count.py"), "def count_words(text):\n    return {'radius': 4.25}\n");
  client = await connectClient({ cwd: root });
});

afterAll(async () => {
  await client?.close();
  await removeFolder(root);
});

describe("documents in grepai_grep", () => {
  it("are searched as records, beside files", async () => {
    const answer = await grep({ query: "'radius': 4.25" });
    expect(matchesOf(answer)).toHaveLength(2);
    expect(matchesOf(answer)[0]).toMatchObject({ file: "count.py", line: 2 });
    expect(matchesOf(answer)[0]).not.toHaveProperty("field_path");
    expect(matchesOf(answer)[1]).toMatchObject({
      file: "parts/wall bracket.FCStd",
      document_label: "bracket",
      object_name: "Sketch",
      object_label: "Skizze – Grundriß",
      type_id: "Sketcher::SketchObject",
      record_kind: "object",
      field_path: "Sketch.Geometry[4].radius",
      retrieve: { tool: "grepai_grep", arguments: { location: "parts/wall bracket.FCStd#Sketch" } },
    });
    expect(answer).toMatchObject({
      documents_in_scope: 4,
      documents_searched: 4,
      documents_unreadable: 0,
      objects_searched: 28 + 8 + 2,
      match_count: 2,
    });
  });

  it("tell the field of what was found", async () => {
    const file = "parts/wall bracket.FCStd";
    expect(await fieldsOf({ query: "Spreadsheet.height / 4" })).toEqual([
      `${file} Pad.Properties.ExpressionEngine[0][1]`,
    ]);
    expect(await fieldsOf({ query: "Zoë Müller" })).toEqual([`${file} Properties.CreatedBy`]);
    expect(await fieldsOf({ query: "Sketcher::\\w+", regex: true })).toEqual([`${file} Sketch.TypeId`]);
    expect(await fieldsOf({ query: "=width / 2" })).toEqual([`${file} Spreadsheet.Cells.B2.content`]);
    expect(await fieldsOf({ query: "-20.5" })).toEqual([`${file} Cylinder.Placement.Base.y`]);
    expect(await fieldsOf({ query: "Counter(word" })).toEqual(["analysis.ipynb cells[2].source"]);
    expect(await fieldsOf({ query: "ZeroDivisionError'" })).toEqual(["analysis.ipynb cells[6].outputs[0].ename"]);
    expect(await fieldsOf({ query: "print 'hello'" })).toEqual(["version-3.ipynb worksheets[0].cells[1].input"]);
  });

  it("give lines and context within the record", async () => {
    const [match] = matchesOf(await grep({ query: "支柱", context: 20 }));
    expect(match).toMatchObject({ object_name: "Cylinder", line: 3, text: "  'Label': '支柱'," });
    expect(match?.before).toEqual([
      { line: 1, text: "{" },
      { line: 2, text: "  'Name': 'Cylinder'," },
    ]);
  });

  it("are read back by the call that a match names", async () => {
    for (const query of ["DistanceX", "<<Maße>>.width", "C:\\temp", "word = re.compile", "=width / 2"]) {
      const [match] = matchesOf(await grep({ query }));
      if (match === undefined) throw new Error(`nothing for ${query}`);
      const again = matchesOf(await grep(match.retrieve.arguments));
      expect(again).toContainEqual(
        expect.objectContaining({ line: match.line, object_name: match.object_name, file: match.file }),
      );
      expect(again.every(({ object_name }) => object_name === match.object_name)).toBe(true);
    }
  });

  it.each([
    ["part of a document's path", "WALL", 1],
    ["a document's label", "bracket", 1],
    ["an object's label", "skizze – grundriß", 1],
    ["a part of an object's label", "Grundriß", 1],
    ["an object's name", "Sketch", 1],
    ["a document and an object", "parts/wall bracket.FCStd#Sketch", 1],
    ["a document and a label", "parts/wall bracket.FCStd#Skizze – Grundriß", 1],
    ["another object", "Cylinder", 0],
  ])("are selected by %s", async (_, location, count) => {
    expect(await fieldsOf({ query: "4.25", location })).toHaveLength(count === 0 ? 0 : 2);
  });

  it("tell when a location names nothing", async () => {
    for (const location of ["Kreis", "parts/wall bracket.FCStd#Kreis"]) {
      const refused = await failure(client, "grepai_grep", { query: "x", location });
      expect(refused).toMatchObject({ code: "LOCATION_NOT_FOUND" });
    }
  });

  it("are the files they are when asked for", async () => {
    const answer = await grep({ query: "count_words", documents: false, location: "analysis.ipynb" });
    expect(matchesOf(answer).length).toBeGreaterThan(0);
    for (const match of matchesOf(answer)) expect(match).not.toHaveProperty("field_path");
    expect(answer).toMatchObject({ objects_searched: 0 });
    const lines = (await readFile(join(root, "analysis.ipynb"), "utf8")).split("\n");
    expect(lines[(matchesOf(answer)[0]?.line ?? 0) - 1]).toBe(matchesOf(answer)[0]?.text);
  });

  it("have a place in compact rows", async () => {
    const answer = await grep({ query: "-20.5", compact: true });
    expect(answer["r"]).toEqual([{ f: "parts/wall bracket.FCStd", l: 5, p: "Cylinder.Placement.Base.y" }]);
  });
});

describe("code shapes in documents", () => {
  const shapes = async (parameters: Record<string, unknown>) =>
    matchesOf(await grep({ mode: "structural", ...parameters })).map(
      ({ file, line, field_path, metavariables }) => `${field_path ?? `${file}:${line}`} ${metavariables?.["X"] ?? ""}`,
    );

  it("are dictionaries of which some entries are named, also in files", async () => {
    const found = ["count.py:2 4.25", "Sketch.Geometry[4].radius 4.25", "Sketch.Geometry[5].radius 6.5"];
    expect(await shapes({ query: "{..., 'radius': $X, ...}" })).toEqual(found);
    expect(await shapes({ query: '{$$$, "radius": $X, $$$}' })).toEqual(found);
    expect(await shapes({ query: "{..., 'radius': $X, ...}", location: "bracket" })).toEqual(found.slice(1));
    expect(await shapes({ query: "{..., 'radius': $X, ...}", language: "python" })).toEqual(found);
    expect(await shapes({ query: "{..., 'radius': $X, ...}", language: "python", documents: false })).toEqual([
      "count.py:2 4.25",
    ]);
  });

  it.each([
    ["{..., 'type': 'DistanceX', 'value': $X, ...}", ["Sketch.Constraints[7].type 60.0"]],
    ["('Length', $X, $$$)", [`Pad.Properties.ExpressionEngine[0] 'Spreadsheet.height / 4 + 0.5mm'`]],
    ["{..., 'content': $X, 'alias': \"height\", ...}", ["Spreadsheet.Cells.B2.content '=width / 2'"]],
    ["{..., 'Base': {..., 'y': -20.5, ...}, ...}", ["Cylinder.Placement.Base "]],
    ["[..., 'first note', ...]", ["Group.Properties.Notes "]],
    ["{..., 'ename': $X, ...}", ["cells[6].outputs[0].ename 'ZeroDivisionError'"]],
    ["{..., 'radius': 1.0, ...}", []],
  ])("are found by %s", async (query, expected) => expect(await shapes({ query })).toEqual(expected));

  it("take turns with text", async () => {
    const answer = await grep({ query: "{..., 'radius': 6.5, ...}", mode: "both" });
    expect(answer).toMatchObject({ engines_used: ["ripgrep", "ast-grep"], match_count: 1 });
    expect(matchesOf(answer)[0]).toMatchObject({ field_path: "Sketch.Geometry[5].radius" });
  });

  it("in the code of notebooks are found in the files", async () => {
    const lines = (await readFile(join(root, "analysis.ipynb"), "utf8")).split("\n");
    const line = lines.findIndex((text) => text.includes("= count_words(")) + 1;
    expect(await shapes({ query: "count_words($X)", documents: false })).toEqual([
      `analysis.ipynb:${line} 'Der Hund und der Hase'`,
    ]);
  });
});

describe("documents that change or are damaged", () => {
  it("are found as they are on disk now", async () => {
    const path = join(root, "changing.ipynb");
    const write = (source: string) =>
      writeFile(path, JSON.stringify({ nbformat: 4, cells: [{ cell_type: "code", source }] }));
    await write("first_version = 1");
    expect(await fieldsOf({ query: "first_version" })).toEqual(["changing.ipynb cells[0].source"]);
    await write("other_version = 1");
    await utimes(path, new Date(), new Date(Date.now() + 2_000));
    expect(await fieldsOf({ query: "first_version" })).toEqual([]);
    expect(await fieldsOf({ query: "other_version" })).toEqual(["changing.ipynb cells[0].source"]);
  });

  it("are counted and named; a damaged notebook is searched as text", async () => {
    await copyFile(join(samples, "bracket.FCStd"), join(root, "parts", "broken.FCStd"));
    await truncate(join(root, "parts", "broken.FCStd"), 5_000);
    await writeFile(join(root, "broken.ipynb"), '{ "cells": [ needle_in_damage');
    const answer = await grep({ query: "needle_in_damage" });
    expect(answer).toMatchObject({ match_count: 1, documents_unreadable: 1, documents_searched: 6 });
    expect(matchesOf(answer)[0]).toMatchObject({ file: "broken.ipynb", line: 1 });
    expect(answer["notes"]).toEqual([
      "broken.ipynb: It is not valid JSON. It is searched as text.",
      expect.stringMatching(/^parts\/broken\.FCStd: The archive is damaged: .+[^.]\.$/),
    ]);
  });
});

describe("documents in grepai grep", () => {
  it("print their path with the object, which is a location again", async () => {
    const found = await run(["grep", "DistanceX", "parts/wall bracket.FCStd"], { cwd: root });
    expect(found.stdout).toMatch(/^parts\/wall bracket\.FCStd#Sketch:\d+: {4}\{'name': 'width', 'type': 'DistanceX'/);
    const again = await run(["grep", "-c", "DistanceX", "parts/wall bracket.FCStd#Sketch"], { cwd: root });
    expect(again.stdout).toBe("parts/wall bracket.FCStd:1\n");
    const raw = await run(["grep", "--no-documents", "-c", "count_words", "analysis.ipynb"], { cwd: root });
    expect(raw.stdout).toBe("analysis.ipynb:2\n");
  });
});
