import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { normalisePathFilter } from "./path-filter.ts";

let parent: string;
let root: string;
beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), "grepai-filter-")));
  root = join(parent, "proj");
  mkdirSync(join(root, "src", "api"), { recursive: true });
  mkdirSync(join(parent, "proj-secret"));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("normalisePathFilter", () => {
  it("gives one spelling for a place", () => {
    for (const spelling of ["", ".", "./", "/", root, `${root}/`]) expect(normalisePathFilter(root, spelling)).toBe("");
    for (const spelling of ["src", "./src", "src/", "src//", "src/.", "/src", `${root}/src`, "src/api/.."]) {
      expect(normalisePathFilter(root, spelling)).toBe("src");
    }
    for (const spelling of ["src/api", "src\\api", ".\\src\\api\\", `${root}/src/api/`]) {
      expect(normalisePathFilter(root, spelling)).toBe("src/api");
    }
  });

  it("leaves globs as they are behind their plain beginning", () => {
    expect(normalisePathFilter(root, "./src/**/*.ts")).toBe("src/**/*.ts");
    expect(normalisePathFilter(root, "**/*.{ts,tsx}")).toBe("**/*.{ts,tsx}");
    expect(normalisePathFilter(root, `${root}/src/*.ts`)).toBe("src/*.ts");
    expect(normalisePathFilter(root, "!src/api/**")).toBe("!src/api/**");
  });

  it("takes folders for what they are named where they look like globs", () => {
    mkdirSync(join(root, "app", "[id]"), { recursive: true });
    writeFileSync(join(root, "app", "[id]", "page.ts"), "");
    expect(normalisePathFilter(root, "app/[id]/page.ts")).toBe("app/[id]/page.ts");
    expect(normalisePathFilter(root, "/app/[id]/**/*.ts")).toBe("app/\\[id\\]/**/*.ts");
    expect(normalisePathFilter(root, "app/[ab]/**")).toBe("app/[ab]/**");
    expect(normalisePathFilter(root, "/**/*.ts")).toBe("**/*.ts");
  });

  it("takes a backslash for a part of a name where a file has it", () => {
    writeFileSync(join(root, "a\\b.ts"), "");
    expect(normalisePathFilter(root, "a\\b.ts")).toBe("a\\b.ts");
  });

  it("refuses what lies outside, in the same words whether it exists or not", () => {
    symlinkSync(join(parent, "proj-secret"), join(root, "link"));
    const spellings = [
      "..",
      "../proj-secret",
      "../proj-nothing",
      join(parent, "proj-secret"),
      "/etc/passwd",
      "src/../../proj-secret",
      `../${basename(parent)}`,
      "../**",
      "src/*/../../../x",
      "{..,src}/x",
      "link",
      "link/file.ts",
      "src\\..\\..",
      "src/./../../",
      "C:\\Windows",
      "\\\\host\\share",
      "src/**/../../../**",
      "/etc/**",
    ];
    for (const spelling of spellings) {
      expect(() => normalisePathFilter(root, spelling), spelling).toThrow(
        expect.objectContaining({
          code: "PATH_OUTSIDE_PROJECT",
          message: `The path "${spelling}" lies outside the project.`,
        }),
      );
    }
    expect(() => normalisePathFilter(root, "a\0b")).toThrow(expect.objectContaining({ code: "INVALID_PARAMETERS" }));
  });
});
