import type { LanguageId } from "../../parse/types.ts";
import type { StoredDefinition, StoredFile } from "../../store/types.ts";
import type { Confidence } from "../types.ts";
import type { FileScope } from "./file-scope.ts";
import type { SymbolView } from "./symbol-view.ts";

/** Reads a text file under the project root (`tsconfig.json`, `go.mod`, …); null when there is none. */
export type ReadProjectFile = (path: string) => string | null;

/** A module as an import names it: one file, or all files of a folder (a Go package, a Python namespace package). */
export type Module =
  | { readonly kind: "file"; readonly file: StoredFile }
  | { readonly kind: "folder"; readonly folder: string; readonly language: LanguageId };

/** What a name or an expression stands for, as far as it is known. */
export type Entity =
  /** Definitions themselves: a function, a class, a variable; several for overloads or when the name is ambiguous. */
  | { readonly kind: "definitions"; readonly definitions: readonly StoredDefinition[]; readonly confidence: Confidence }
  /** A value of one of these types. */
  | { readonly kind: "instance"; readonly types: readonly StoredDefinition[]; readonly confidence: Confidence }
  | { readonly kind: "module"; readonly module: Module }
  /** Outside the project, by the name a person would look it up: `fmt.Println`. */
  | { readonly kind: "external"; readonly name: string }
  /** Known to lead to nothing in the project: a parameter, a local variable, a member that its type lacks. */
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown" };

export const UNKNOWN: Entity = { kind: "unknown" };
export const NOTHING: Entity = { kind: "nothing" };

/** Where a name is used. */
export interface Place {
  readonly file: FileScope;
  /** Index of the innermost enclosing definition in its file, or -1. */
  readonly enclosing: number;
  /** The name (or the first name of the expression) is bound by a parameter or local variable there. */
  readonly boundLocally: boolean;
  /** From 1. */
  readonly line: number;
}

/** How definitions outside the body of a type become its members. */
type MembersOutside = "same-file" | "same-folder" | "project";

/** What differs between language families; everything else of resolution is common to them. */
export interface LanguageFamily {
  readonly name: string;
  /** Names that stand for the enclosing instance or class. */
  readonly selfNames: ReadonlySet<string>;
  readonly superNames: ReadonlySet<string>;
  /** Members of the enclosing class can be named without `this`. */
  readonly membersInScope: boolean;
  /** Calling a class makes an instance of it. */
  readonly classesAreCallable: boolean;
  readonly membersOutside: MembersOutside;
  /** Methods of the language's own types; a call on a receiver of unknown type is not guessed to be the project's. */
  readonly builtinMethods: ReadonlySet<string>;
  /** A plain name that nothing binds may be a definition of another file, as in languages with one global scope. */
  readonly globalFunctions: boolean;
  /** Meaning of a plain name that the scopes of its file do not define: imports, package, built-in names. */
  outerName(name: string, file: FileScope, project: Project): Entity;
  /** What a name means when asked of a module from outside. */
  moduleMember(module: Module, name: string, project: Project): Entity;
}

/** What the language families need of the resolver. */
export interface Project {
  readonly view: SymbolView;
  readonly readProjectFile: ReadProjectFile;
  fileScope(file: StoredFile): FileScope;
  /** A name at the top level of a file, its imports included. */
  topLevel(name: string, file: FileScope): Entity;
  /** All of a module's names may be asked of it; loops end as unknown. */
  moduleMember(module: Module, name: string): Entity;
  memberOf(entity: Entity, name: string): Entity;
  /** Files by their exact path; null when not indexed. */
  fileAt(path: string): StoredFile | null;
  /** Paths of the indexed files that pass, sorted. Walks all of them: ask once. */
  pathsWhere(test: (path: string) => boolean): readonly string[];
}

/** A definition that a reference leads to. */
export interface Target {
  readonly definition: StoredDefinition;
  readonly confidence: Confidence;
}

/** All that is known about where a reference leads. */
export interface Resolution {
  /** Empty when it leads outside the project or nowhere known. */
  readonly targets: readonly Target[];
  /** Variables passed on the way: `const again = work` makes `again()` a call of `work` through `again`. */
  readonly through: readonly StoredDefinition[];
  /** Name of the library symbol, or null. */
  readonly external: string | null;
}
