import type { RecordPlace } from "./types.ts";

/** The location that names a record: its document, and the object in it behind a `#`. */
export function recordLocation(document: string, { name }: Pick<RecordPlace, "name">): string {
  return name === "" ? document : `${document}#${name}`;
}
