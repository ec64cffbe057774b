import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { GitRepository } from "../config/git-repository.ts";

/** Whose settings apply. */
export interface GitEnvironment {
  readonly home: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** What of git's configuration bears on which files it lists. */
export interface GitSettings {
  /** Absolute path of the user's own excludes file; it need not exist. */
  readonly excludesFile: string | null;
  readonly ignoreCase: boolean;
  /** Bytes of an object name in the index. */
  readonly hashBytes: 20 | 32;
}

interface Setting {
  /** `core.excludesfile`; the section's and the key's letters in lower case. */
  readonly name: string;
  readonly value: string;
}

const maxIncludeDepth = 10;

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Resolves quotes, escapes and comments of a value. */
function parseValue(written: string): string {
  let value = "";
  let quoted = false;
  /** Length up to the last character that is kept even at the end. */
  let keep = 0;
  for (let at = 0; at < written.length; at++) {
    const character = written[at] ?? "";
    if (character === '"') {
      quoted = !quoted;
      keep = value.length;
    } else if (character === "\\") {
      const escaped = written[++at] ?? "";
      value += escaped === "n" ? "\n" : escaped === "t" ? "\t" : escaped === "b" ? "\b" : escaped;
      keep = value.length;
    } else if (!quoted && (character === "#" || character === ";")) {
      break;
    } else {
      value += character;
      if (quoted || !/\s/.test(character)) keep = value.length;
    }
  }
  return value.slice(0, keep);
}

/** Reads the settings of one configuration file, in the syntax of git-config(1). */
function parseSettings(content: string): readonly Setting[] {
  const settings: Setting[] = [];
  let section = "";
  for (const line of content.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    let rest = line.trim();
    const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(rest);
    if (header !== null) {
      section = (header[1] ?? "").toLowerCase() + (header[2] === undefined ? "" : `.${header[2]}`);
      rest = rest.slice(header[0].length).trim();
    }
    const setting = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/s.exec(rest);
    const key = setting?.[1]?.toLowerCase();
    // A key without a value means true.
    if (key !== undefined) settings.push({ name: `${section}.${key}`, value: parseValue(setting?.[2] ?? "true") });
  }
  return settings;
}

function expandHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(2)) : path;
}

function readSettings(file: string, home: string, depth = 0): readonly Setting[] {
  const content = readText(file);
  if (content === null || depth > maxIncludeDepth) return [];
  return parseSettings(content).flatMap((setting) =>
    setting.name === "include.path"
      ? readSettings(resolve(dirname(file), expandHome(setting.value, home)), home, depth + 1)
      : [setting],
  );
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(value);
}

/**
 * Reads system, user and repository configuration in git's order. Conditional includes are not followed. What cannot
 * be read is passed over, as a missing excludes file is no error for git either.
 */
export function readGitSettings(repository: GitRepository, environment: GitEnvironment): GitSettings {
  const { home, variables } = environment;
  const userFolder = variables["XDG_CONFIG_HOME"] || join(home, ".config");
  const files: string[] = [];
  if (!isTrue(variables["GIT_CONFIG_NOSYSTEM"])) files.push(variables["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig");
  const globalFile = variables["GIT_CONFIG_GLOBAL"];
  if (globalFile === undefined) files.push(join(userFolder, "git", "config"), join(home, ".gitconfig"));
  else files.push(globalFile);
  files.push(join(repository.commonDir, "config"));

  const values = new Map<string, string>();
  const apply = (file: string) => {
    for (const setting of readSettings(file, home)) values.set(setting.name, setting.value);
  };
  for (const file of files) if (file !== "") apply(file);
  if (isTrue(values.get("extensions.worktreeconfig"))) apply(join(repository.gitDir, "config.worktree"));

  const written = values.get("core.excludesfile");
  const excludesFile =
    written === undefined
      ? join(userFolder, "git", "ignore")
      : written === ""
        ? null
        : resolve(repository.topLevel, expandHome(written, home));
  return {
    excludesFile,
    ignoreCase: isTrue(values.get("core.ignorecase")),
    hashBytes: values.get("extensions.objectformat")?.toLowerCase() === "sha256" ? 32 : 20,
  };
}
