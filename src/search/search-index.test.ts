import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { queryTerms } from "../text/terms.ts";
import { bestMatches } from "./lexical/lexical-index.ts";
import { SearchIndex } from "./search-index.ts";
import { loadSnapshot, saveSnapshot } from "./snapshot.ts";
import { IndexedProject, randomNumbers, type TestFile, textVector } from "./testing/indexed-project.ts";

const SPACE = { provider: "test", model: "hash", dimensions: 24 };
const WORDS = "read write open close parse token buffer socket retry cache index graph node edge walk".split(" ");

const projects: IndexedProject[] = [];

function newProject(encode: (text: string) => Float32Array | null = (text) => textVector(text, 24)): IndexedProject {
  const project = new IndexedProject(SPACE, encode);
  projects.push(project);
  return project;
}

afterEach(() => {
  for (const project of projects.splice(0)) project.close();
});

/** What the index finds, by passage id, so that indexes with other document numbers can be compared. */
function answers(index: SearchIndex): unknown {
  const { docs, words, vectors } = index.parts;
  const lexical = ["parse token", "socket retry cache", "read", "main ts"].map((query) => {
    const top = bestMatches(words.score(queryTerms(query), docs.live), 1_000, docs.live).ranked();
    return new Map(top.map(({ id, score }) => [docs.passageId(id), score]));
  });
  const semantic = ["one", "two"].map((text) => {
    const top = vectors?.nearest(textVector(text, 24), 1_000, docs.live).ranked() ?? [];
    return new Map(top.map(({ id, score }) => [docs.passageId(id), score]));
  });
  const files = [...docs.files()].map(({ id, path, language, documentCount }) => ({
    id,
    path,
    language,
    documentCount,
  }));
  return { lexical, semantic, files: files.sort((one, other) => one.id - other.id), live: docs.liveCount };
}

function randomFile(random: () => number): TestFile {
  const chunks = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
    Array.from({ length: 1 + Math.floor(random() * 12) }, () => WORDS[Math.floor(random() ** 2 * WORDS.length)]).join(
      " ",
    ),
  );
  return { path: `src/main${Math.floor(random() * 25)}.${random() < 0.5 ? "ts" : "py"}`, chunks };
}

describe("SearchIndex", () => {
  it("after any edits, refreshes, compactions and snapshots equals one built anew", () => {
    for (const seed of [1, 2, 3]) {
      const project = newProject();
      const random = randomNumbers(seed);
      let index = project.read((view) => SearchIndex.build(view));
      const present = new Set<string>();
      for (let round = 0; round < 25; round++) {
        const files = new Map(
          Array.from({ length: Math.floor(random() * 6) }, () => randomFile(random)).map((file) => [file.path, file]),
        );
        if (files.size > 0) project.put(...files.values());
        for (const path of files.keys()) present.add(path);
        const leaving = [...present].filter(() => random() < 0.1);
        if (leaving.length > 0) project.remove(...leaving);
        for (const path of leaving) present.delete(path);
        if (random() < 0.3) continue;
        project.read((view) => index.refresh(view));
        if (random() < 0.2) index.compact();
        if (random() < 0.3) {
          saveSnapshot(index, project.path("search.snapshot"));
          index = loadSnapshot(project.path("search.snapshot")) ?? expect.unreachable();
        }
        expect(answers(index)).toEqual(answers(project.read((view) => SearchIndex.build(view))));
      }
    }
  });

  it("keeps its size bounded over thousands of edits of one file", () => {
    const project = newProject();
    project.put({ path: "b.ts", chunks: ["steady socket"] });
    const index = project.read((view) => SearchIndex.build(view));
    for (let edit = 0; edit < 1_500; edit++) {
      project.put({ path: "a.ts", chunks: [`edit${edit} parse token`] });
      project.read((view) => index.refresh(view));
    }
    const { docs, words } = index.parts;
    expect(docs.liveCount).toBe(2);
    expect(docs.size).toBeLessThan(1_010);
    expect(bestMatches(words.score(queryTerms("steady"), docs.live), 5, docs.live).ranked()).toHaveLength(1);
    expect(bestMatches(words.score(queryTerms("parse"), docs.live), 5, docs.live).ranked()).toHaveLength(1);
  });

  it("reads everything anew when the vector space changes", () => {
    const project = newProject();
    project.put({ path: "a.ts", chunks: ["parse token"] });
    const renumberings: unknown[] = [];
    const index = project.read((view) => SearchIndex.build(view, (renumbering) => renumberings.push(renumbering)));
    expect(index.parts.vectors?.dimensions).toBe(24);
    project.writer.setEmbedder({ provider: "test", model: "other", dimensions: 8 });
    project.read((view) => index.refresh(view));
    expect(index.parts.vectors?.dimensions).toBe(8);
    expect(index.parts.vectors?.missing(index.parts.docs.live)).toBe(1);
    expect(renumberings).toEqual([null]);
  });

  it("finds passages whose vectors come later", () => {
    const project = newProject(() => null);
    project.put({ path: "a.ts", chunks: ["parse token"] });
    const index = project.read((view) => SearchIndex.build(view));
    const query = textVector("parse token", 24);
    const nearest = () => index.parts.vectors?.nearest(query, 5, index.parts.docs.live).ranked();
    expect(nearest()).toEqual([]);
    const [pending] = project.writer.pendingPassages(10);
    project.writer.commitVectors([{ passageId: pending?.passageId ?? 0, vector: query }]);
    project.read((view) => index.refresh(view));
    expect(nearest()?.map(({ id }) => index.parts.docs.passageId(id))).toEqual([pending?.passageId]);
  });
});

describe("the snapshot", () => {
  it("is refused when cut short, changed, or no snapshot at all", () => {
    const project = newProject();
    project.put({ path: "a.ts", chunks: ["parse token", "graph node"] });
    const path = project.path("search.snapshot");
    saveSnapshot(
      project.read((view) => SearchIndex.build(view)),
      path,
    );
    const whole = readFileSync(path);
    expect(loadSnapshot(path)).not.toBeNull();
    for (let cut = 0; cut < whole.length; cut += 97) {
      truncateSync(path, 0);
      writeFileSync(path, whole.subarray(0, cut));
      expect(loadSnapshot(path)).toBeNull();
    }
    for (let at = 0; at < whole.length; at += 61) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ 0x40;
      writeFileSync(path, changed);
      expect(loadSnapshot(path)).toBeNull();
    }
    writeFileSync(path, "not a snapshot");
    expect(loadSnapshot(path)).toBeNull();
    expect(loadSnapshot(project.path("missing"))).toBeNull();
  });

  it("holds an index without vectors and an empty one", () => {
    const project = new IndexedProject(null, () => null);
    projects.push(project);
    const path = project.path("search.snapshot");
    for (const chunks of [[], ["parse token"]]) {
      if (chunks.length > 0) project.put({ path: "a.ts", chunks });
      const index = project.read((view) => SearchIndex.build(view));
      saveSnapshot(index, path);
      expect(answers(loadSnapshot(path) ?? expect.unreachable())).toEqual(answers(index));
    }
  });
});
