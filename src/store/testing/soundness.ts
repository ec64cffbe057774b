import { GrepaiError } from "../../errors.ts";
import { openReader, openWriter } from "../open.ts";
import { dimensions, fileCount, versionChanges, versionsIn } from "./versions.ts";

/**
 * Looks for faults of an index whose writer has ended in any way: it must open, hold one version wholly, no older one
 * than `atLeast`, be taken over by a writer without a word, and go on from there.
 * @param atLeast the last version known to be committed; 0 for none, when there may be no index either
 * @returns what is wrong, or null
 */
export function faultOf(path: string, atLeast: number): string | null {
  try {
    const held = versionsHeld(path);
    if (held.length > 1) return `it mixes the versions ${held.join(", ")}`;
    const [version = 0] = held;
    if (version < atLeast) return `it holds version ${version} although ${atLeast} was committed`;
    const messages: string[] = [];
    const writer = openWriter(path, { log: (message) => messages.push(message) });
    if (messages.length > 0) return messages.join("; ");
    writer.setEmbedder({ provider: "static", model: "test", dimensions });
    writer.commit(versionChanges(version + 1));
    const { files, chunks } = writer.read((view) => view.counts());
    writer.close();
    if (files !== fileCount || chunks !== fileCount) return `it holds ${files} files and ${chunks} chunks`;
    const next = versionsHeld(path);
    return next.length === 1 && next[0] === version + 1 ? null : `it goes on with ${next.join(", ")}`;
  } catch (error) {
    return error instanceof GrepaiError ? `${error.code}: ${error.message}` : String(error);
  }
}

function versionsHeld(path: string): readonly number[] {
  try {
    const reader = openReader(path);
    try {
      return reader.read((view) => [...versionsIn(view)]);
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof GrepaiError && error.code === "INDEX_NOT_FOUND") return [];
    throw error;
  }
}
