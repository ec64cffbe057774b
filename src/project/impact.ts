import { normalisePathFilter } from "../config/path-filter.ts";
import { pathMatcher } from "../config/path-matcher.ts";
import { GrepaiError } from "../errors.ts";
import { findChanges } from "../impact/changes.ts";
import { impactOf } from "../impact/impact.ts";
import type { ChangeRequest, Changes, ImpactAnswer } from "../impact/types.ts";
import { testMatcher } from "../search/test-files.ts";
import type { ReadView } from "../store/types.ts";
import type { ImpactQuery } from "./project.ts";
import type { Session } from "./session.ts";
import { emptyPlaceNotes } from "./trace-scope.ts";

/** Asks git for what changed, then the index for what that reaches; both as of now. */
export async function projectImpact(session: Session, query: ImpactQuery): Promise<ImpactAnswer> {
  const { root, config, readProjectFile } = session;
  // Before git is asked: without an index there is nothing to tell.
  const reader = session.reader();
  const request = requestOf(query);
  const places = query.files.map((path) => normalisePathFilter(root, path));
  const isWanted = pathMatcher(places);
  const diff = request.kind === "files" ? null : await findChanges(request, { root, isWanted, signal: query.signal });
  const isTest = testMatcher(config.search.boost);
  return reader.read((view) =>
    impactOf(view, describe(request, query.files), diff ?? namedFiles(places, view), {
      config: config.trace,
      readProjectFile,
      isTest,
      shows: (path) => path !== null && (query.includesTests || !isTest(path)),
      minConfidence: query.minConfidence,
      depth: query.depth,
      limit: query.limit,
    }),
  );
}

/** @throws GrepaiError INVALID_PARAMETERS for two comparisons at once */
function requestOf({ since, isStaged, files }: ImpactQuery): ChangeRequest {
  if (since !== null && isStaged) {
    throw new GrepaiError(
      "INVALID_PARAMETERS",
      "Parameters 'since' and 'staged' exclude one another: give one of them.",
    );
  }
  if (isStaged) return { kind: "staged" };
  return since === null && files.length > 0 ? { kind: "files" } : { kind: "since", revision: since };
}

function describe(request: ChangeRequest, files: readonly string[]): string {
  switch (request.kind) {
    case "staged":
      return "staged";
    case "since":
      return request.revision ?? "HEAD";
    case "files":
      return files.join(", ");
  }
}

/** @throws GrepaiError INVALID_PARAMETERS when none of the places holds an indexed file */
function namedFiles(places: readonly string[], view: ReadView): Changes {
  const notes = emptyPlaceNotes(places, view);
  const isWanted = pathMatcher(places);
  const paths = view.files().flatMap(({ path }) => (isWanted(path) ? [path] : []));
  return { kind: "files", paths, notes };
}
