import { read } from "node:fs";
import { promisify } from "node:util";
import { decodeText } from "../../scan/decode.ts";
import { DocumentError } from "../document-error.ts";
import { fileLabel } from "../file-label.ts";
import { dictionary, type Literal } from "../literal.ts";
import { DocumentRecord } from "../record.ts";
import type { DocumentAdapter, DocumentContents, DocumentFile } from "../types.ts";
import { cellsOf, type Notebook, notebookSchema, type PlacedCell } from "./notebook.ts";
import { BoundedValues } from "./outputs.ts";

const format = "Jupyter notebook";
/** Pictures make notebooks large; they are read over. */
const maxFileBytes = 128 * 1024 * 1024;
const pieceBytes = 4 * 1024 * 1024;

const readPiece = promisify(read);

async function readAll({ descriptor, sizeBytes }: DocumentFile, signal: AbortSignal): Promise<Buffer> {
  if (sizeBytes > maxFileBytes) {
    throw new DocumentError("too-large", `It has ${sizeBytes} bytes; the limit is ${maxFileBytes}.`);
  }
  const bytes = Buffer.allocUnsafe(sizeBytes);
  let length = 0;
  while (length < sizeBytes) {
    signal.throwIfAborted();
    const { bytesRead } = await readPiece(descriptor, bytes, length, Math.min(pieceBytes, sizeBytes - length), length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** @throws DocumentError */
export function parseNotebook(bytes: Buffer): Notebook {
  const decoded = decodeText(bytes);
  if (decoded.kind === "binary") throw new DocumentError("damaged", `It is not text: ${decoded.detail}.`);
  let json: unknown;
  try {
    json = JSON.parse(decoded.text);
  } catch (error) {
    // The parser's message quotes the content.
    throw new DocumentError("damaged", "It is not valid JSON.", { cause: error });
  }
  const parsed = notebookSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  throw new DocumentError("damaged", `It is JSON but not a notebook${place}: ${issue?.message ?? "unknown form"}.`);
}

function cellRecord({ name, cell }: PlacedCell, values: BoundedValues): DocumentRecord {
  const fields: (readonly [string, Literal])[] = [["cell_type", cell.cell_type]];
  if (cell.id !== undefined) fields.push(["id", cell.id]);
  const count = cell.execution_count ?? cell.prompt_number;
  if (cell.cell_type === "code") fields.push(["execution_count", count ?? null]);
  if (cell.source !== undefined) fields.push(["source", cell.source]);
  if (cell.input !== undefined) fields.push(["input", cell.input]);
  const { attachments, metadata, outputs } = cell;
  if (outputs !== undefined) fields.push(["outputs", outputs.map((output) => values.output(output))]);
  if (attachments !== undefined) fields.push(["attachments", Object.keys(attachments)]);
  if (metadata !== undefined && Object.keys(metadata).length > 0) fields.push(["metadata", values.value(metadata)]);
  return new DocumentRecord({ kind: "object", name, label: cell.id ?? name, type: cell.cell_type }, dictionary(fields));
}

/** Jupyter notebooks: a record for each cell. */
export const notebookAdapter: DocumentAdapter = {
  format,
  extensions: [".ipynb"],
  isText: true,
  async read(file: DocumentFile, signal: AbortSignal): Promise<DocumentContents> {
    const notebook = parseNotebook(await readAll(file, signal));
    const label = fileLabel(file.path);
    const own = new BoundedValues();
    const document = new DocumentRecord(
      { kind: "document", name: "", label, type: "notebook" },
      dictionary([
        ["nbformat", notebook.nbformat],
        ["nbformat_minor", notebook.nbformat_minor ?? null],
        ["metadata", own.value(notebook.metadata ?? {})],
      ]),
    );
    let { isCut } = own;
    const cells = cellsOf(notebook).map((placed) => {
      const values = new BoundedValues();
      const record = cellRecord(placed, values);
      isCut ||= values.isCut;
      return record;
    });
    return { format, label, records: [document, ...cells], isCut };
  },
};
