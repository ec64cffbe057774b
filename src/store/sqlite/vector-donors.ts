import type { EmbedderId } from "../../embed/types.ts";
import { decodeVector } from "./blobs.ts";
import { Connection } from "./connection.ts";

/** How far the square of a unit vector's length may be from 1; a flipped bit that matters takes it further. */
const lengthTolerance = 1e-3;

/**
 * Other indexes whose kept vectors may stand in for asking a server: that of the main working tree, or one that was
 * damaged and set aside. Each vector is verified before it is given, and an index that cannot be read is passed over.
 */
export class VectorDonors {
  readonly #connections: Connection[] = [];

  /** @param paths of index files, which need not exist or be sound; never written to */
  constructor(paths: readonly string[]) {
    for (const path of paths) {
      try {
        this.#connections.push(Connection.open(path, "read-only", 0));
      } catch {
        // Not there, or too damaged to be opened.
      }
    }
  }

  /** The vector that one of them keeps under this key in the same vector space, or null. */
  find({ provider, model, dimensions }: EmbedderId, key: Uint8Array): Float32Array | null {
    for (const connection of [...this.#connections]) {
      try {
        const row = connection
          .query<[key: Uint8Array, vector: Uint8Array]>(
            `SELECT v.key, v.vector FROM vectors v JOIN embedders e ON e.id = v.embedder_id
             WHERE e.provider = ? AND e.model = ? AND e.dimensions = ? AND v.key = ?`,
          )
          .get(provider, model, dimensions, key);
        if (row !== undefined && Buffer.compare(row[0], key) === 0 && isUnitVector(row[1], dimensions)) {
          return decodeVector(row[1]).slice();
        }
      } catch {
        // What is damaged here may be sound elsewhere in the same file, so that the next key is tried again.
      }
    }
    return null;
  }

  close(): void {
    for (const connection of this.#connections.splice(0)) connection.close();
  }
}

function isUnitVector(blob: Uint8Array, dimensions: number): boolean {
  if (blob.byteLength !== 4 * dimensions) return false;
  const squares = decodeVector(blob).reduce((sum, value) => sum + value * value, 0);
  return Math.abs(squares - 1) <= lengthTolerance;
}
