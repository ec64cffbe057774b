import type { Definition, ImportBinding, LanguageId, Reference } from "../../parse/types.ts";
import type { StoredDefinition, StoredFile, StoredImport, StoredReference } from "../types.ts";
import { type Connection, indexDamaged } from "./connection.ts";
import { decodeDefinitions, decodeImports } from "./facts.ts";
import { type FileRow, fileColumns, storedFile } from "./file-queries.ts";
import { nearestNames } from "./nearest-names.ts";
import { RecentlyUsed } from "./recently-used.ts";
import { ReferenceTable } from "./reference-table.ts";

/** A file as far as its symbols need it. */
type PlaceRow = [
  fileId: number,
  path: string,
  language: LanguageId,
  contentId: number,
  firstDefinitionId: number | null,
];
const placeColumns = "f.id, f.path, k.language, f.content_id, f.first_definition_id";

/** Tables that list names a content. */
type NameTable = "definition_names" | "reference_names" | "import_names";
type FactColumn = "definitions" | "imports";

/** Contents whose decoded facts are kept at hand; a trace asks for the same ones again and again. */
const keptContents = 1024;

/** Definitions, references and imports of one committed state. */
export class SymbolQueries {
  readonly #connection: Connection;
  // A content never changes and its id is never used again, so that these outlive the transaction.
  readonly #definitions = new RecentlyUsed<readonly Definition[]>(keptContents);
  readonly #references = new RecentlyUsed<ReferenceTable>(keptContents);
  readonly #imports = new RecentlyUsed<readonly ImportBinding[]>(keptContents);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  definitionsByName(name: string, limit = Number.POSITIVE_INFINITY): readonly StoredDefinition[] {
    const found: StoredDefinition[] = [];
    for (const place of this.#placesNaming("definition_names", name)) {
      if (found.length >= limit) break;
      for (const [index, definition] of this.#decoded(place).entries()) {
        if (definition.name === name) found.push(storedAt(place, definition, index));
      }
    }
    return found.slice(0, limit);
  }

  definition(id: number): StoredDefinition | null {
    const place = this.#connection
      .query<PlaceRow>(
        `SELECT ${placeColumns} FROM files f JOIN contents k ON k.id = f.content_id
         WHERE f.first_definition_id <= ? ORDER BY f.first_definition_id DESC LIMIT 1`,
      )
      .get(id);
    if (place === undefined) return null;
    const index = id - (place[4] ?? id);
    const definition = this.#decoded(place)[index];
    return definition === undefined ? null : storedAt(place, definition, index);
  }

  definitionsInFile(fileId: number): readonly StoredDefinition[] {
    const place = this.#place(fileId);
    return place === undefined ? [] : this.#definitionsAt(place);
  }

  referencesByName(name: string): readonly StoredReference[] {
    return this.#placesNaming("reference_names", name).flatMap((place) =>
      this.#referencesAt(place, (table) => table.named(name)),
    );
  }

  referencesInFile(fileId: number): readonly StoredReference[] {
    const place = this.#place(fileId);
    return place === undefined ? [] : this.#referencesAt(place, (table) => table.all());
  }

  referencesWithin(definitionId: number): readonly StoredReference[] {
    const definition = this.definition(definitionId);
    const place = definition === null ? undefined : this.#place(definition.fileId);
    if (place === undefined) return [];
    const index = definitionId - (place[4] ?? 0);
    return this.#referencesAt(place, (table) => table.within(index));
  }

  importsInFile(fileId: number): readonly ImportBinding[] {
    const place = this.#place(fileId);
    return place === undefined ? [] : this.#importsOf(place[3]);
  }

  importsByImportedName(imported: string): readonly StoredImport[] {
    return this.#placesNaming("import_names", imported).flatMap(([fileId, path, language, contentId]) =>
      this.#importsOf(contentId)
        .filter((binding) => binding.imported === imported)
        .map((binding) => ({ ...binding, fileId, path, language })),
    );
  }

  filesImporting(specifierSuffix: string): readonly StoredFile[] {
    return this.#connection
      .query<FileRow>(
        `SELECT ${fileColumns} FROM files f JOIN contents k ON k.id = f.content_id
         WHERE f.content_id IN (SELECT content_id FROM import_sources WHERE substr(name, -length(?1)) = ?1)
         ORDER BY f.path`,
      )
      .all(specifierSuffix)
      .map(storedFile);
  }

  similarNames(name: string, limit: number): readonly string[] {
    const names = this.#connection.query<[string]>("SELECT DISTINCT name FROM definition_names").all();
    const isDefined = this.#connection.query(
      `SELECT 1 FROM definition_names n JOIN files f ON f.content_id = n.content_id WHERE n.name = ? LIMIT 1`,
    );
    const candidates = names.flatMap(([candidate]) => (candidate === name ? [] : [candidate]));
    const found: string[] = [];
    // Names that only contents without a file define are passed over.
    for (const candidate of nearestNames(name, candidates)) {
      if (found.length >= limit) break;
      if (isDefined.get(candidate) !== undefined) found.push(candidate);
    }
    return found;
  }

  #place(fileId: number): PlaceRow | undefined {
    return this.#connection
      .query<PlaceRow>(`SELECT ${placeColumns} FROM files f JOIN contents k ON k.id = f.content_id WHERE f.id = ?`)
      .get(fileId);
  }

  #placesNaming(table: NameTable, name: string): readonly PlaceRow[] {
    return this.#connection
      .query<PlaceRow>(
        `SELECT ${placeColumns} FROM ${table} n JOIN files f ON f.content_id = n.content_id
         JOIN contents k ON k.id = n.content_id WHERE n.name = ? ORDER BY f.path`,
      )
      .all(name);
  }

  #definitionsAt(place: PlaceRow): readonly StoredDefinition[] {
    return this.#decoded(place).map((definition, index) => storedAt(place, definition, index));
  }

  /** Definitions of a place's content, which all its places share. */
  #decoded([, , , contentId, firstId]: PlaceRow): readonly Definition[] {
    if (firstId === null) return [];
    return this.#definitions.take(contentId, () =>
      decodeDefinitions(this.#fact(contentId, "definitions"), this.#connection.path),
    );
  }

  #referencesAt(
    [fileId, path, language, contentId, firstId]: PlaceRow,
    select: (table: ReferenceTable) => readonly Reference[],
  ): StoredReference[] {
    const table = this.#references.take(contentId, () => this.#referenceTable(contentId));
    return select(table).map(({ enclosing, ...reference }) => ({
      ...reference,
      fileId,
      path,
      language,
      enclosingId: enclosing < 0 || firstId === null ? null : firstId + enclosing,
    }));
  }

  #referenceTable(contentId: number): ReferenceTable {
    const row = this.#connection
      .query<[strings: string, rows: Buffer]>(
        "SELECT reference_strings, reference_rows FROM facts WHERE content_id = ?",
      )
      .get(contentId);
    if (row === undefined) throw indexDamaged(this.#connection.path, "a record is missing");
    const [strings, rows] = row;
    return new ReferenceTable({ strings, rows }, this.#connection.path);
  }

  #importsOf(contentId: number): readonly ImportBinding[] {
    return this.#imports.take(contentId, () => decodeImports(this.#fact(contentId, "imports"), this.#connection.path));
  }

  #fact(contentId: number, column: FactColumn): string {
    const row = this.#connection.query<[string]>(`SELECT ${column} FROM facts WHERE content_id = ?`).get(contentId);
    if (row === undefined) throw indexDamaged(this.#connection.path, "a record is missing");
    return row[0];
  }
}

function storedAt(
  [fileId, path, language, , firstId]: PlaceRow,
  definition: Definition,
  index: number,
): StoredDefinition {
  return { ...definition, id: (firstId ?? 0) + index, fileId, path, language };
}
