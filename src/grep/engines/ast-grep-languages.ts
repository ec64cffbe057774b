import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { detectLanguage } from "../../parse/registry.ts";
import type { LanguageId } from "../../parse/types.ts";

/** A grammar that ast-grep loads, as its package describes it. */
export interface LoadableGrammar {
  readonly libraryPath: string;
  readonly extensions: readonly string[];
  readonly languageSymbol: string;
  readonly expandoChar: string;
}

/** What ast-grep calls a language, and where its grammar comes from; null for those that are built in. */
interface StructuralLanguage {
  readonly name: string;
  readonly packageName: string | null;
}

const loadable = (name: string): StructuralLanguage => ({ name, packageName: `@ast-grep/lang-${name}` });

const byLanguage: Readonly<Partial<Record<LanguageId, StructuralLanguage>>> = {
  javascript: { name: "JavaScript", packageName: null },
  typescript: { name: "TypeScript", packageName: null },
  tsx: { name: "Tsx", packageName: null },
  python: loadable("python"),
  go: loadable("go"),
  rust: loadable("rust"),
  java: loadable("java"),
  c: loadable("c"),
  cpp: loadable("cpp"),
  csharp: loadable("csharp"),
  kotlin: loadable("kotlin"),
  swift: loadable("swift"),
  php: loadable("php"),
  ruby: loadable("ruby"),
  scala: loadable("scala"),
  bash: loadable("bash"),
  lua: loadable("lua"),
  elixir: loadable("elixir"),
  haskell: loadable("haskell"),
};

/** Languages that only ast-grep tells from other text. */
const byExtension: Readonly<Record<string, StructuralLanguage>> = {
  html: { name: "Html", packageName: null },
  htm: { name: "Html", packageName: null },
  css: { name: "Css", packageName: null },
};

/** What ast-grep calls the language of a file, and the package that its grammar comes in; null for other files. */
export function structuralLanguage(path: string): StructuralLanguage | null {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return byExtension[extension] ?? byLanguage[detectLanguage(path).id] ?? null;
}

const require = createRequire(import.meta.url);

/** The grammar in a package, or null where the package or its library for this machine is not installed. */
export function installedGrammar(packageName: string): LoadableGrammar | null {
  try {
    const { libraryPath, extensions, languageSymbol, expandoChar } = require(packageName) as LoadableGrammar;
    // The library does not check, and ends the process when the file is missing.
    return existsSync(libraryPath) ? { libraryPath, extensions, languageSymbol, expandoChar } : null;
  } catch {
    return null;
  }
}
