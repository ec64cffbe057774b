import type { EmbedderId } from "../embed/types.ts";
import { readDerivedFile, writeDerivedFile } from "../store/derived-file.ts";
import { DocTable, type IndexedFile } from "./doc-table.ts";
import { LexicalIndex } from "./lexical/lexical-index.ts";
import { type RenumberListener, SearchIndex } from "./search-index.ts";
import { encodeSections, SectionReader } from "./sections.ts";
import { VectorIndex } from "./vector/vector-index.ts";

const KIND = "search";
/** Grows with every change of the layout below, of the lexical terms, and of the weights inside term frequencies. */
const VERSION = 1;

/** What precedes the arrays. Files in columns, which read faster than objects. */
interface SnapshotDescription {
  readonly embedder: EmbedderId | null;
  readonly fileIds: readonly number[];
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  readonly languageOfFile: readonly number[];
  readonly documentCounts: readonly number[];
}

/**
 * Writes the index to a file that {@link loadSnapshot} reads back. Clears out gone documents first.
 * @throws GrepaiError DISK_FULL, PERMISSION_DENIED
 */
export function saveSnapshot(index: SearchIndex, path: string): void {
  index.settle();
  const { docs, words, vectors } = index.parts;
  const { embedder, databaseId, generation } = index.origin;
  const { files, passageIds } = docs.saved();
  const { segment, lengths } = words.saved();
  const { rows, scales } = vectors?.saved() ?? { rows: new Int8Array(0), scales: new Float32Array(0) };
  const languages = [...new Set(files.map((file) => file.language))];
  const description: SnapshotDescription = {
    embedder,
    fileIds: files.map((file) => file.id),
    paths: files.map((file) => file.path),
    languages,
    languageOfFile: files.map((file) => languages.indexOf(file.language)),
    documentCounts: files.map((file) => file.documentCount),
  };
  const arrays = [passageIds, lengths, segment.terms, segment.offsets, segment.postings, scales, rows];
  writeDerivedFile(path, { kind: KIND, version: VERSION, databaseId, generation }, encodeSections(description, arrays));
}

/** The index of a snapshot, or null when there is none, or one that is damaged or of another version. */
export function loadSnapshot(path: string, onRenumber?: RenumberListener): SearchIndex | null {
  const read = readDerivedFile(path, { kind: KIND, version: VERSION });
  if ("problem" in read) return null;
  const reader = new SectionReader(read.payload);
  const description = reader.description as SnapshotDescription;
  const passageIds = reader.uint32();
  const lengths = reader.uint32();
  const segment = { terms: reader.uint32(), offsets: reader.uint32(), postings: reader.uint32() };
  const scales = reader.float32();
  const rows = reader.bytes();
  const { embedder } = description;
  const parts = {
    docs: new DocTable({ files: filesOf(description), passageIds }),
    words: new LexicalIndex({ segment, lengths }),
    vectors:
      embedder === null
        ? null
        : VectorIndex.restore(embedder.dimensions, new Int8Array(rows.buffer, rows.byteOffset, rows.length), scales),
  };
  const { databaseId, generation } = read.header;
  return SearchIndex.restore({ databaseId, generation, embedder }, parts, onRenumber);
}

function filesOf(description: SnapshotDescription): IndexedFile[] {
  const { fileIds, paths, languages, languageOfFile, documentCounts } = description;
  let next = 0;
  return fileIds.map((id, index) => {
    const documentCount = documentCounts[index] as number;
    const firstDocument = next;
    next += documentCount;
    return {
      id,
      path: paths[index] as string,
      language: languages[languageOfFile[index] as number] as string,
      firstDocument,
      documentCount,
    };
  });
}
