import { DocumentError } from "../document-error.ts";
import { fileLabel } from "../file-label.ts";
import { dictionary, type Literal } from "../literal.ts";
import { DocumentRecord } from "../record.ts";
import type { DocumentAdapter, DocumentContents, DocumentFile } from "../types.ts";
import { Archive } from "./archive.ts";
import { type DocumentXmlEvents, DocumentXmlReader, type XmlElement } from "./document-xml.ts";
import { propertyValue, type SideEntries } from "./property.ts";

const format = "FreeCAD document";
const mainEntry = "Document.xml";
/** Expanded size of `Document.xml`; a sketch of 1,000 lines takes 0.5 MB of it. */
const maxXmlBytes = 256 * 1024 * 1024;
/** Characters of all records. */
const maxRecordsLength = 128 * 1024 * 1024;
/** Size of a list that lies in an entry of its own, and of all that are read of a document. */
const maxSideEntryBytes = 256 * 1024;
const maxSideEntriesBytes = 8 * 1024 * 1024;

/** Properties that stand at the top of an object's record rather than among the others. */
const topFields: Readonly<Record<string, string>> = {
  Label: "Label",
  Placement: "Placement",
  Geometry: "Geometry",
  Constraints: "Constraints",
  cells: "Cells",
};

async function readSideEntries(archive: Archive, signal: AbortSignal): Promise<SideEntries> {
  const entries = new Map<string, Buffer>();
  let total = 0;
  for (const [name, sizeBytes] of archive.sizes()) {
    // Lists are named after their property; shapes and pictures have an ending.
    if (name.includes(".") || sizeBytes > maxSideEntryBytes) continue;
    total += sizeBytes;
    if (total > maxSideEntriesBytes) break;
    const pieces: Buffer[] = [];
    for await (const piece of archive.read(name, maxSideEntryBytes, signal)) pieces.push(piece);
    entries.set(name, Buffer.concat(pieces));
  }
  return entries;
}

/** Makes the records while the XML is read. */
class RecordBuilder implements DocumentXmlEvents {
  readonly #sideEntries: SideEntries;
  readonly #types = new Map<string, string>();
  readonly #objects: DocumentRecord[] = [];
  readonly #documentFields = new Map<string, Literal>();
  readonly #documentProperties = new Map<string, Literal>();
  #object: { readonly fields: Map<string, Literal>; readonly properties: Map<string, Literal> } | null = null;
  #length = 0;

  constructor(sideEntries: SideEntries) {
    this.#sideEntries = sideEntries;
  }

  document(attributes: XmlElement["attributes"]): void {
    for (const [name, value] of Object.entries(attributes)) this.#documentFields.set(name, value);
  }

  objectType(name: string, type: string): void {
    this.#types.set(name, type);
  }

  objectStart(): void {
    this.#object = { fields: new Map(), properties: new Map() };
  }

  property(element: XmlElement): void {
    const name = element.attributes["name"] ?? "";
    const value = propertyValue(element, this.#sideEntries);
    if (this.#object === null) this.#documentProperties.set(name, value);
    else if (Object.hasOwn(topFields, name)) this.#object.fields.set(topFields[name] as string, value);
    else this.#object.properties.set(name, value);
  }

  objectEnd(name: string): void {
    if (this.#object === null) return;
    const { fields, properties } = this.#object;
    this.#object = null;
    const type = this.#types.get(name) ?? "";
    const label = fields.get("Label");
    const record = new DocumentRecord(
      { kind: "object", name, label: typeof label === "string" ? label : name, type },
      dictionary([
        ["Name", name],
        ["Label", label ?? name],
        ["TypeId", type],
        ...[...fields].filter(([field]) => field !== "Label"),
        ["Properties", properties],
      ]),
    );
    this.#length += record.text.length;
    if (this.#length > maxRecordsLength) {
      throw new DocumentError("too-large", `Its records have more than ${maxRecordsLength} characters.`);
    }
    this.#objects.push(record);
  }

  finish(path: string): DocumentContents {
    const ownLabel = this.#documentProperties.get("Label");
    const label = typeof ownLabel === "string" && ownLabel !== "" ? ownLabel : fileLabel(path);
    const document = new DocumentRecord(
      { kind: "document", name: "", label, type: "App::Document" },
      dictionary([
        ["Label", label],
        ["TypeId", "App::Document"],
        ...this.#documentFields,
        ["Properties", dictionary([...this.#documentProperties].filter(([name]) => name !== "Label"))],
      ]),
    );
    return { format, label, records: [document, ...this.#objects], isCut: false };
  }
}

/** FreeCAD documents: a zip archive whose `Document.xml` holds all objects with their properties. */
export const freecadAdapter: DocumentAdapter = {
  format,
  extensions: [".fcstd"],
  isText: false,
  async read(file: DocumentFile, signal: AbortSignal): Promise<DocumentContents> {
    const archive = await Archive.open(file, signal);
    const builder = new RecordBuilder(await readSideEntries(archive, signal));
    const reader = new DocumentXmlReader(builder);
    const decoder = new TextDecoder();
    for await (const piece of archive.read(mainEntry, maxXmlBytes, signal)) {
      reader.write(decoder.decode(piece, { stream: true }));
    }
    reader.write(decoder.decode());
    reader.finish();
    return builder.finish(file.path);
  },
};
