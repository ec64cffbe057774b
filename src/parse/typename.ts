/** A possibly qualified name: `Foo`, `pkg.Foo`, `a::b::Foo`, `\A\Foo`. */
const qualifiedName = /^[\p{L}_$\\][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

/** Longest type kept as it stands. */
const maxTypeLength = 120;

/** All white space folded to single blanks. */
export function foldSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Text without quotes around it. */
export function unquote(text: string): string {
  return text.replace(/^["'`<]|["'`>]$/g, "");
}

/**
 * The name of a type as written, without pointers, references, nullability, keywords and type arguments:
 * `*pkg.Box[int]` gives `pkg.Box`, `: Promise<Foo> | undefined` gives `Promise`, `Optional[Foo]` gives `Foo`.
 * A type that is no single name (`Foo[]`, `func(int) bool`) stays as it stands, folded and cut to 120 characters.
 */
export function typeNameOf(written: string): string {
  let text = foldSpace(written.slice(0, 4 * maxTypeLength));
  text = text.replace(/^:\s*/, "").replace(/^["'](.*)["']$/, "$1");
  const whole = text.slice(0, maxTypeLength);
  text = text.replace(/^(?:\(|\))+|\)+$/g, (brackets) => (brackets.length > 0 && !text.includes(",") ? "" : brackets));
  text = text.replace(/(?:\s*\|\s*(?:null|undefined|None))+$/, "").replace(/^(?:null|undefined|None)\s*\|\s*/, "");
  text = text.replace(/^(?:const|readonly|mut|dyn|struct|class|final|unique|volatile)\s+/, "");
  text = text.replace(/^(?:[*&?]|\[\])?[*&?\s]*(?:'\w+\s+)?(?:mut\s+|const\s+|dyn\s+)?/, (prefix) =>
    prefix.includes("[") ? prefix : "",
  );
  const wrapped = /^(?:typing\.)?(?:Optional|Annotated|Final|ClassVar)\[([^[\],]+)[\],]/.exec(text);
  if (wrapped?.[1] !== undefined) text = wrapped[1].trim();
  const bracket = text.search(/[<[]/);
  if (bracket > 0 && /[>\]][?!*&\s]*$/.test(text) && !text.endsWith("[]")) text = text.slice(0, bracket);
  text = text.replace(/[?!*&\s]+$/, "");
  return qualifiedName.test(text) ? text : whole;
}

/** Whether {@link typeNameOf} found a single name. */
export function isTypeName(type: string): boolean {
  return qualifiedName.test(type);
}

/** The last part of a qualified name. */
export function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":"), name.lastIndexOf("\\")) + 1);
}
