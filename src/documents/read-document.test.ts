import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocumentError } from "./document-error.ts";
import { isDocument, readDocument } from "./read-document.ts";
import type { DocumentRecord } from "./record.ts";
import { makeZip, type ZipEntry } from "./testing/zip.ts";
import type { DocumentContents } from "./types.ts";

const samples = fileURLToPath(new URL("../../test/fixtures/documents", import.meta.url));
const never = new AbortController().signal;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "grepai-documents-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readSample(name: string): Promise<DocumentContents> {
  return await readDocument(samples, name, never);
}

function readBytes(name: string, bytes: Buffer | string): Promise<DocumentContents> {
  writeFileSync(join(folder, name), bytes);
  return readDocument(folder, name, never);
}

const recordOf = (contents: DocumentContents, name: string): DocumentRecord => {
  const record = contents.records.find((each) => each.name === name);
  if (record === undefined) throw new Error(`no record ${name}`);
  return record;
};

/** The problem of a document that has no records. */
async function problemOf(reading: Promise<DocumentContents>): Promise<string> {
  const error = await reading.then(
    ({ records }) => `${records.length} records`,
    (thrown: unknown) => thrown,
  );
  if (error instanceof DocumentError) return `${error.problem}: ${error.message}`;
  if (typeof error === "string") return error;
  throw error;
}

describe("which files are documents", () => {
  it.each(["a.FCStd", "parts/b.fcstd", "x.ipynb", "X.IPYNB"])("%s is", (path) => expect(isDocument(path)).toBe(true));
  it.each(["a.FCStd1", "ipynb", "a.ipynb.py", "b.fcstd/readme.md"])("%s is not", (path) =>
    expect(isDocument(path)).toBe(false),
  );
});

describe("a FreeCAD document", () => {
  let bracket: DocumentContents;
  const at = (name: string, path: string) => recordOf(bracket, name).textAt(path);
  beforeAll(async () => {
    bracket = await readSample("bracket.FCStd");
  });

  it("has a record for itself and one for each object, with type and label", () => {
    expect(bracket.format).toBe("FreeCAD document");
    expect(bracket.label).toBe("bracket");
    expect(bracket.records[0]).toMatchObject({ kind: "document", name: "", label: "bracket", type: "App::Document" });
    expect(bracket.records[0]?.textAt("Properties.CreatedBy")).toBe("'Zoë Müller'");
    expect(bracket.records[0]?.textAt("Properties.Comment")).toBe(`'''Wall bracket, "left"\nsecond line & <third>'''`);
    expect(recordOf(bracket, "Sketch")).toMatchObject({
      kind: "object",
      label: "Skizze – Grundriß",
      type: "Sketcher::SketchObject",
    });
    expect(recordOf(bracket, "Cylinder")).toMatchObject({ label: "支柱", type: "Part::Cylinder" });
    expect(recordOf(bracket, "Box").label).toBe(`Block "A" isn't \\round`);
    expect(
      bracket.records.slice(1).every(({ kind, name, type }) => kind === "object" && name !== "" && type !== ""),
    ).toBe(true);
  });

  it("tells the geometry and constraints of a sketch", () => {
    expect(at("Sketch", "Sketch.Geometry[0]")).toBe(
      "{'type': 'Part::GeomLineSegment', 'construction': False, 'start': {'x': 0.0, 'y': 0.0, 'z': 0.0}, 'end': {'x': 60.0, 'y': 0.0, 'z': 0.0}}",
    );
    expect(at("Sketch", "Sketch.Geometry[4].radius")).toBe("4.25");
    expect(at("Sketch", "Sketch.Geometry[4].center")).toBe("{'x': 15.0, 'y': 15.0, 'z': 0.0}");
    expect(at("Sketch", "Sketch.Geometry[5].end_angle")).toBe("3.0");
    expect(at("Sketch", "Sketch.Geometry[5].construction")).toBe("True");
    expect(at("Sketch", "Sketch.Geometry[6]")).toBe(
      "{'type': 'Part::GeomPoint', 'construction': True, 'x': 1.5, 'y': -2.25, 'z': 0.0}",
    );
    expect(at("Sketch", "Sketch.Geometry[7].minor_radius")).toBe("3.0");
    expect(at("Sketch", "Sketch.Geometry[8].poles[1].y")).toBe("45.0");
    expect(at("Sketch", "Sketch.Constraints[7]")).toBe(
      "{'name': 'width', 'type': 'DistanceX', 'value': 60.0, 'first': 0, 'first_pos': 1, 'second': 0, 'second_pos': 2, 'driving': True, 'active': True}",
    );
    expect(at("Sketch", "Sketch.Constraints[8].type")).toBe("'Radius'");
  });

  it("tells expressions, cells, placements and links", () => {
    expect(at("Pad", "Pad.Properties.ExpressionEngine")).toBe(
      "[('Length', 'Spreadsheet.height / 4 + 0.5mm', 'thickness of the plate')]",
    );
    expect(at("Box", "Box.Properties.ExpressionEngine[0][1]")).toBe("'<<Maße>>.width * 2'");
    expect(at("Spreadsheet", "Spreadsheet.Cells.B1")).toBe("{'content': '=60mm', 'alias': 'width'}");
    expect(at("Spreadsheet", "Spreadsheet.Cells.A3.content")).toBe(`"'0042"`);
    expect(at("Cylinder", "Cylinder.Placement.Base")).toBe("{'x': 10.0, 'y': -20.5, 'z': 1e-05}");
    expect(at("Cylinder", "Cylinder.Placement.Rotation.Angle")).toBe("0.5235987755982988");
    expect(at("Pad", "Pad.Properties.Profile.object")).toBe("'Sketch'");
    expect(at("Link", "Link.Properties.LinkedObject")).toBe("'Cylinder'");
    expect(at("Link", "Link.Properties.PlacementList[0].Base.z")).toBe("50.0");
    expect(at("Body", "Body.Properties.Group")).toBe("['Sketch', 'Pad']");
  });

  it("tells properties of every kind", () => {
    const group = (name: string) => at("Group", `Group.Properties.${name}`);
    expect(group("Anchor")).toBe("{'x': 1.0, 'y': 2.5, 'z': -3.0}");
    expect(group("Approved")).toBe("True");
    expect(group("Meta")).toBe("{'finish': 'verzinkt', 'material': 'S235JR'}");
    expect(group("Notes")).toBe("['first note', 'zweite Notiz']");
    expect(group("Offsets")).toBe("[0.5, 1.25, 1e+20]");
    expect(group("Steps")).toBe("[1, 2, 3]");
    expect(group("Flags")).toBe("[True, False, False]");
    expect(group("Finish")).toBe("'galvanised'");
    expect(group("Face")).toBe("{'object': 'Box', 'sub': ['Face1', 'Face3']}");
    expect(group("Tint")).toBe("'#ff800000'");
    expect(at("Text_document", "Text_document.Properties.Text")).toBe(
      "r'''Line one\n  \"quoted\" and 'single'\nC:\\temp\\n'''",
    );
  });

  it("may be empty", async () => {
    expect((await readSample("empty.FCStd")).records).toHaveLength(1);
  });
});

describe("a notebook", () => {
  it("has a record for each cell, with the source as it is", async () => {
    const { label, records, isCut } = await readSample("analysis.ipynb");
    expect(label).toBe("analysis");
    expect(records.map(({ name, type }) => `${name} ${type}`)).toEqual([
      " notebook",
      "cells[0] markdown",
      ...[1, 2, 3, 4, 5, 6].map((index) => `cells[${index}] code`),
      "cells[7] raw",
    ]);
    expect(records[2]).toMatchObject({ kind: "object", label: "cell-1" });
    expect(records[2]?.text).toContain(`import re\nfrom collections import Counter\n\nword = re.compile(r"[\\w']+")`);
    expect(records[1]?.textAt("cells[0].source")).toBe(
      "'''# Häufigkeit von Wörtern\n\nCounts words in *two* texts.'''",
    );
    expect(records[0]?.textAt("metadata.language_info.name")).toBe("'python'");
    // One cell prints 3,000 lines.
    expect(isCut).toBe(true);
    expect(Math.max(...records.map(({ text }) => text.length))).toBeLessThan(110_000);
  });

  it("has the text of outputs, without colours and pictures", async () => {
    const notebook = await readSample("analysis.ipynb");
    const cell = (index: number, path: string) =>
      recordOf(notebook, `cells[${index}]`).textAt(`cells[${index}].${path}`);
    expect(cell(2, "outputs[0].data['text/plain']")).toBe(`"Counter({'der': 2, 'hund': 1, 'und': 1, 'hase': 1})"`);
    expect(cell(3, "outputs[0].text")).toBe("'''red words: 4\n'''");
    expect(cell(4, "outputs[0].data['image/png']")).toBe("None");
    expect(cell(6, "outputs[0].ename")).toBe("'ZeroDivisionError'");
    expect(cell(6, "outputs[0].traceback")).toContain("ZeroDivisionError: division by zero");
  });

  it("of version 3 keeps its cells in worksheets", async () => {
    const notebook = await readSample("version-3.ipynb");
    const cell = recordOf(notebook, "worksheets[0].cells[1]");
    expect(cell.textAt("worksheets[0].cells[1].input")).toBe(`"print 'hello'"`);
    expect(cell.textAt("worksheets[0].cells[1].outputs[0].text")).toBe("'''hello\n'''");
  });

  it.each([
    ["no JSON", "{ not json", "damaged: It is not valid JSON."],
    ["empty", "", "damaged: It is not valid JSON."],
    ["another JSON", "[1, 2]", /^damaged: It is JSON but not a notebook: /],
    ["cells of a wrong form", '{"nbformat": 4, "cells": [{"cell_type": 3}]}', /not a notebook at cells\.0\.cell_type/],
    ["binary", Buffer.from([1, 0, 2, 0, 3]), /^damaged: It is not text/],
  ])("that is %s is refused", async (_, content, problem) => {
    const told = await problemOf(readBytes("odd.ipynb", content));
    if (typeof problem === "string") expect(told).toBe(problem);
    else expect(told).toMatch(problem);
  });

  it("of deep or wide metadata is cut", async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
    const { isCut } = await readBytes("deep.ipynb", `{"nbformat": 4, "cells": [], "metadata": {"deep": ${deep}}}`);
    expect(isCut).toBe(true);
  });
});

describe("damaged and hostile FreeCAD documents", () => {
  const documentXml = (inner: string) => `<?xml version='1.0' encoding='utf-8'?>\n<Document>${inner}</Document>`;
  const pack = (xml: string | Buffer, more: Partial<ZipEntry> = {}) =>
    makeZip([{ name: "Document.xml", content: Buffer.from(xml), ...more }]);
  const problem = (bytes: Buffer) => problemOf(readBytes("odd.FCStd", bytes));

  it("reads what its own archives hold", async () => {
    expect(await problem(pack(documentXml("")))).toBe("1 records");
  });

  it("tells what is wrong", async () => {
    expect(await problem(Buffer.alloc(0))).toMatch(/^damaged: The archive is damaged/);
    expect(await problem(Buffer.from("no zip at all"))).toMatch(/^damaged: The archive is damaged/);
    expect(await problem(makeZip([]))).toBe("damaged: The archive has no Document.xml.");
    expect(await problem(pack("<Document><Objects></Document>"))).toMatch(
      /^damaged: Document.xml is not well-formed at/,
    );
    expect(await problem(pack("<Document>"))).toMatch(/^damaged: Document.xml is not well-formed/);
    expect(await problem(pack("<html></html>"))).toMatch(/not the XML of a FreeCAD document/);
    expect(await problem(pack(documentXml(""), { isEncrypted: true }))).toMatch(/is encrypted/);
    expect(await problem(pack(`${documentXml("")}<!-- a comment -->`, { isFlipped: true }))).toMatch(/checksum/);
  });

  it("expands no entities", async () => {
    const declared = `<!DOCTYPE Document [<!ENTITY a "aaaaaaaaaa">]><Document><Properties>&a;</Properties></Document>`;
    expect(await problem(pack(declared))).toMatch(/^damaged: Document.xml declares a document type/);
  });

  it("refuses bombs before they are expanded", async () => {
    const bomb = pack(documentXml(" ".repeat(1_000_000)), { claimedBytes: 3_000_000_000 });
    expect(await problem(bomb)).toMatch(/^too-large: Document.xml has 3000000000 bytes/);
    const lying = pack(documentXml(" ".repeat(10_000_000)), { claimedBytes: 1_000 });
    expect(await problem(lying)).toMatch(/^damaged: The archive is damaged/);
    expect(await problem(pack("<Document>".repeat(100_000)))).toMatch(/more than 60 levels/);
  });

  it("reads large documents without the parts that hold no records", async () => {
    const bytes = readFileSync(join(samples, "bracket.FCStd"));
    const end = bytes.lastIndexOf("PK\x05\x06");
    const directoryStart = bytes.readUInt32LE(end + 16);
    const directory = Buffer.from(bytes.subarray(directoryStart));
    directory.writeUInt32LE(2 ** 30, end - directoryStart + 16);
    const path = join(folder, "vast.FCStd");
    writeFileSync(path, bytes);
    truncateSync(path, 2 ** 30);
    writeFileSync(path, directory, { flag: "a" });
    expect((await readDocument(folder, "vast.FCStd", never)).records).toHaveLength(29);
    rmSync(path);
  });

  it("ends with an answer for every damage", async () => {
    const bytes = readFileSync(join(samples, "bracket.FCStd"));
    const outcomes = new Set<string>();
    for (let length = 0; length < bytes.length; length += 211) {
      outcomes.add((await problem(bytes.subarray(0, length))).split(":")[0] as string);
    }
    expect([...outcomes]).toEqual(["damaged"]);
    let seed = 7;
    for (let round = 0; round < 150; round++) {
      const damaged = Buffer.from(bytes);
      for (let flip = 0; flip < 4; flip++) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
        damaged.writeUInt8(seed & 0xff, seed % bytes.length);
      }
      expect(await problem(damaged)).toMatch(/^(?:damaged: |29 records$)/);
    }
  });
});

describe("reading", () => {
  it("ends when it is cancelled", async () => {
    const reason = new Error("enough");
    await expect(readDocument(samples, "bracket.FCStd", AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(readDocument(samples, "analysis.ipynb", AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("says what cannot be read", async () => {
    const read = (name: string) => problemOf(readDocument(folder, name, never));
    expect(await read("missing.ipynb")).toMatch(/^unreadable: /);
    mkdirSync(join(folder, "folder.ipynb"));
    expect(await read("folder.ipynb")).toBe("unreadable: It is not a regular file.");
    if (process.getuid?.() === 0) return;
    writeFileSync(join(folder, "locked.ipynb"), "{}");
    chmodSync(join(folder, "locked.ipynb"), 0);
    expect(await read("locked.ipynb")).toMatch(/^unreadable: /);
  });
});
