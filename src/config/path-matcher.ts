import picomatch from "picomatch";

/** Whether a path lies in one place: a folder, a file or a glob, which in a name alone holds in every folder. */
export function placeMatcher(place: string): (path: string) => boolean {
  const folder = place.replace(/\/+$/, "");
  if (folder === "" || folder === ".") return () => true;
  const isInFolder = (path: string): boolean => path === folder || path.startsWith(`${folder}/`);
  if (!picomatch.scan(folder).isGlob) return isInFolder;
  const isMatch = picomatch([folder, `${folder}/**`], { dot: true, basename: !folder.includes("/") });
  // A folder may be named like a glob ("[id]"), so its own name counts too.
  return (path) => isMatch(path) || isInFolder(path);
}

/**
 * Whether a path lies in one of the places, and in none of those that a leading "!" leaves out.
 * @param places globs, folders or files as `normalisePathFilter` gives them. A glob without "/" holds in every folder.
 */
export function pathMatcher(places: readonly string[]): (path: string) => boolean {
  const wanted = places.filter((place) => !place.startsWith("!")).map(placeMatcher);
  const unwanted = places.filter((place) => place.startsWith("!")).map((place) => placeMatcher(place.slice(1)));
  return (path) =>
    (wanted.length === 0 || wanted.some((matches) => matches(path))) && !unwanted.some((matches) => matches(path));
}
