import { packFacts } from "../packed-facts.ts";
import type { FileChange, ReadView } from "../types.ts";

/** Files of the sample project; every commit rewrites all of them to the same version. */
export const fileCount = 12;
export const dimensions = 8;

/** One commit that brings all files to a version, their definitions and vectors saying which. */
export function versionChanges(version: number, textBytes = 200): readonly FileChange[] {
  return Array.from({ length: fileCount }, (_, index): FileChange => {
    const name = `version${version}`;
    const place = { startLine: 1, endLine: 1 };
    const terms = {
      hashes: new Uint32Array([version]),
      bodyCounts: new Uint8Array([1]),
      nameCounts: new Uint8Array([0]),
    };
    const hash = `${version}-${index}`;
    return {
      kind: "put",
      path: `file${index}.ts`,
      stamp: { sizeBytes: version, mtimeMs: version, ctimeMs: version, inode: index },
      hash,
      content: {
        hash,
        lineCount: 1,
        chunks: [
          {
            ...place,
            text: name.padEnd(textBytes, "."),
            kind: "function",
            symbol: name,
            scope: "",
            signature: null,
            terms,
          },
        ],
        facts: packFacts({
          language: "typescript",
          status: "parsed",
          definitions: [
            {
              ...place,
              name,
              kind: "function",
              parent: -1,
              scope: "",
              signature: name,
              exported: true,
              bases: [],
              typeName: null,
              startOffset: 0,
              endOffset: 1,
              line: 1,
              column: 1,
            },
          ],
          references: [],
          imports: [],
        }),
      },
      vectors: [new Float32Array(dimensions).fill(version)],
    };
  });
}

/** The versions that a state holds, by each of the ways in which it can tell them. More than one means a torn state. */
export function versionsIn(view: ReadView): ReadonlySet<number> {
  const versions = new Set<number>();
  for (const { id } of view.files()) {
    for (const { name } of view.definitionsInFile(id)) versions.add(Number(name.slice("version".length)));
  }
  for (const entry of view.passageEntries("all")) {
    versions.add(entry.terms.hashes[0] ?? -1);
    versions.add(entry.vector?.[0] ?? -1);
    const [passage] = view.passages([entry.id]);
    versions.add(Number(passage?.chunk.text.replaceAll(".", "").slice("version".length)));
  }
  return versions;
}
