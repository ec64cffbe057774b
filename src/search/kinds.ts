import type { ChunkKind } from "../chunk/types.ts";
import type { ReadView } from "../store/types.ts";

/** Every kind that a passage can hold, in the order they are listed for people. */
export const KINDS = [
  ...["function", "method", "constructor", "class", "struct", "interface", "trait", "enum", "enum_member", "type"],
  ...["constant", "variable", "field", "property", "module", "namespace", "package", "macro"],
  ...["block", "section", "text"],
] as readonly ChunkKind[];

const BIT = new Map(KINDS.map((kind, index) => [kind, 1 << index]));

function bitsOf(kinds: Iterable<ChunkKind>): number {
  let bits = 0;
  for (const kind of kinds) bits |= BIT.get(kind) ?? 0;
  return bits;
}

/**
 * Which kinds of definitions the passages of files hold: the one a passage mainly is, and each whose name stands in
 * it, so that a method is found in the passage of its small class. Read from the store when first asked for, and
 * remembered until the file changes.
 */
export class HeldKinds {
  #databaseId = "";
  #generation = 0;
  /** By file, in the order of its passages. */
  readonly #byFile = new Map<number, Uint32Array>();

  /** Tells for the passages of a file, by their order in it, whether they hold any of these kinds. */
  matcher(view: ReadView, kinds: readonly ChunkKind[]): (fileId: number) => (passage: number) => boolean {
    this.#forgetChanged(view);
    const wanted = bitsOf(kinds);
    return (fileId) => {
      let held = this.#byFile.get(fileId);
      if (held === undefined) {
        held = readHeld(view, fileId);
        this.#byFile.set(fileId, held);
      }
      const bits = held;
      return (passage) => ((bits[passage] ?? 0) & wanted) !== 0;
    };
  }

  #forgetChanged(view: ReadView): void {
    const { databaseId, generation } = view;
    if (databaseId === this.#databaseId && generation === this.#generation) return;
    const isSameLine = databaseId === this.#databaseId && generation > this.#generation;
    const changes = isSameLine ? view.changesSince(this.#generation) : { kind: "reload" as const };
    if (changes.kind === "reload") this.#byFile.clear();
    else for (const id of [...changes.changedFileIds, ...changes.removedFileIds]) this.#byFile.delete(id);
    this.#databaseId = databaseId;
    this.#generation = generation;
  }
}

function readHeld(view: ReadView, fileId: number): Uint32Array {
  const places = view.passagePlaces(fileId);
  const held = Uint32Array.from(places, ({ kind }) => bitsOf([kind]));
  for (const { kind, line } of view.definitionsInFile(fileId)) {
    const at = places.findIndex(({ startLine, endLine }) => startLine <= line && line <= endLine);
    if (at !== -1) held[at] = (held[at] as number) | bitsOf([kind]);
  }
  return held;
}
