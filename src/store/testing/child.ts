/*
 * A process of its own that works on an index, for tests of what several processes see of each other:
 * `write PATH` commits one version after the other and prints each; `fill PATH` commits large ones until it fails,
 * then prints the error's code and what is still readable; `read PATH` prints the versions it sees; `work PATH` does a
 * bounded bit of everything a writer does, printing each version it has committed, and ends.
 */
import { GrepaiError } from "../../errors.ts";
import { openReader, openWriter } from "../open.ts";
import { dimensions, versionChanges, versionsIn } from "./versions.ts";

const [, , task, path = ""] = process.argv;

function nextVersion(from: ReadonlySet<number>): number {
  return Math.max(0, ...from) + 1;
}

/** Commits versions of a size until something fails. */
function commitVersions(textBytes: number, report: (version: number) => void): never {
  const writer = openWriter(path, { log: (message) => console.log(`log ${message}`) });
  writer.setEmbedder({ provider: "static", model: "test", dimensions });
  let version = writer.read((view) => nextVersion(versionsIn(view)));
  try {
    for (; ; version++) {
      writer.commit(versionChanges(version, textBytes));
      report(version);
    }
  } catch (error) {
    const held = writer.read((view) => [...versionsIn(view)]);
    const code = error instanceof GrepaiError ? error.code : String(error);
    console.log(JSON.stringify({ code, held, lastCommitted: version - 1 }));
    process.exit(0);
  }
}

/** Makes or opens the index, commits, keeps vectors, compacts, closes and opens again. */
function workThrough(): void {
  for (let session = 0; session < 2; session++) {
    const writer = openWriter(path, { log: (message) => console.log(`log ${message}`) });
    writer.setEmbedder({ provider: "static", model: "test", dimensions });
    const first = writer.read((view) => nextVersion(versionsIn(view)));
    for (let version = first; version < first + 3; version++) {
      writer.commit(versionChanges(version, 900 * version));
      console.log(version);
    }
    writer.setSkipped([{ path: "x.bin", reason: "binary", detail: null }], "all");
    writer.compact();
    writer.commit(versionChanges(first + 3));
    console.log(first + 3);
    writer.close();
  }
}

switch (task) {
  case "work":
    workThrough();
    break;
  case "write":
    commitVersions(200, (version) => console.log(version));
    break;
  case "fill":
    commitVersions(20_000, () => {});
    break;
  case "read":
    try {
      const reader = openReader(path);
      console.log(JSON.stringify({ held: reader.read((view) => [...versionsIn(view)]) }));
    } catch (error) {
      console.log(JSON.stringify({ code: error instanceof GrepaiError ? error.code : String(error) }));
    }
    break;
}
