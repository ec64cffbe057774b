import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { GrepaiError } from "../errors.ts";

/*
 * Users and assistants spell one place in many ways: `src`, `./src/`, `src\\api`, `/`, an absolute path, a glob. All
 * spellings of a place become one: relative to the root, with `/`, without `.` or a slash at the end; "" is the root.
 */

/** Does not tell whether the place exists. */
function outside(spelling: string): GrepaiError {
  return new GrepaiError("PATH_OUTSIDE_PROJECT", `The path "${spelling}" lies outside the project.`);
}

const wildcard = /[*?{[!]/;

/** Number of leading characters without wildcards, up to the last slash before one. */
function plainPrefix(path: string): number {
  const first = path.search(wildcard);
  return first === -1 ? path.length : path.lastIndexOf("/", first) + 1;
}

/** How many leading characters of a glob name folders that are there under just this name, such as `[id]`. */
function literalFolders(folder: string, pattern: string): number {
  for (let length = 0; ; ) {
    const next = pattern.indexOf("/", length);
    if (next === -1 || !existsSync(join(folder, pattern.slice(0, next)))) return length;
    length = next + 1;
  }
}

function isWithin(root: string, path: string): boolean {
  const inside = relative(root, path);
  return inside === "" || (inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside));
}

/** Where a path really leads: its nearest part that exists, links resolved. */
function realLocation(path: string): string {
  for (let existing = path; ; existing = dirname(existing)) {
    if (existsSync(existing)) return realpathSync(existing);
    if (dirname(existing) === existing) return path;
  }
}

/** Where a spelling without wildcards points. A leading slash may also mean the project's own root. */
function locate(root: string, spelling: string): string | null {
  if (/^[A-Za-z]:[\\/]/.test(spelling)) return isAbsolute(spelling) ? resolve(spelling) : null;
  const absolute = resolve(root, spelling);
  if (isWithin(root, absolute) || !isAbsolute(spelling)) return absolute;
  const fromRoot = join(root, spelling);
  return existsSync(fromRoot) ? fromRoot : absolute;
}

/**
 * Brings a path, folder or glob into its one spelling.
 * @param root absolute path of the project, links resolved
 * @returns relative to the root; a leading `!` is kept
 * @throws GrepaiError PATH_OUTSIDE_PROJECT when it leaves the project, also through a link; INVALID_PARAMETERS for a NUL
 */
export function normalisePathFilter(root: string, spelling: string): string {
  if (spelling.includes("\0")) throw new GrepaiError("INVALID_PARAMETERS", "A path cannot hold a NUL character.");
  const isNegated = spelling.startsWith("!");
  let path = isNegated ? spelling.slice(1) : spelling;
  // A backslash is a separator only where no file has it in its name, and never before a wildcard, which it escapes.
  if (path.includes("\\") && !existsSync(join(root, path)) && !/\\[*?{}[\]!]/.test(path))
    path = path.replaceAll("\\", "/");
  if (path === "/") path = "";
  const length = plainPrefix(path);
  const prefix = path.slice(0, length);
  const pattern = path.slice(length);
  if (pattern.split(/[/{},]/).includes("..")) throw outside(spelling);
  const absolute = locate(root, prefix);
  if (absolute === null || !isWithin(root, absolute) || !isWithin(root, realLocation(absolute))) {
    throw outside(spelling);
  }
  const place = relative(root, absolute).split(sep).join("/");
  const literal = existsSync(join(absolute, pattern)) ? 0 : literalFolders(absolute, pattern);
  const escaped = pattern.slice(0, literal).replace(/[*?{}[\]!()]/g, "\\$&") + pattern.slice(literal);
  const joined = pattern === "" ? place : place === "" ? escaped : `${place}/${escaped}`;
  return `${isNegated ? "!" : ""}${joined.replace(/\/+$/, "")}`;
}
