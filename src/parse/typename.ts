/** A possibly qualified name: `Foo`, `pkg.Foo`, `a::b::Foo`, `\A\Foo`. */
const qualifiedName = /^[\p{L}_$\\][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

/** Longest type kept as it stands. */
const maxTypeLength = 120;

/** Wrappers whose members are reached as those of what they hold: `Promise<Foo>` (awaited), `Box<Foo>`, `Optional[Foo]`. */
const wrapper =
  /^(?:(?:typing|std)(?:\.|::))?(?:(?:Promise|PromiseLike|Awaited|Readonly|Partial|Required|NonNullable|Box|Arc|Rc|unique_ptr|shared_ptr)<|(?:Optional|Annotated|Final|ClassVar|Awaitable)\[)\s*([^<>[\],]+)[\],>]/;

/** All white space folded to single blanks. */
export function foldSpace(text: string): string {
  return /[^\S ]| {2}|^ | $/.test(text) ? text.replace(/\s+/g, " ").trim() : text;
}

/** Text without quotes around it. */
export function unquote(text: string): string {
  return text.replace(/^["'`<]|["'`>]$/g, "");
}

/**
 * The name of a type as written, without pointers, references, nullability, keywords and type arguments:
 * `*pkg.Box[int]` gives `pkg.Box`, `: Promise<Foo> | undefined` and `Optional[Foo]` give `Foo`.
 * A type that is no single name (`Foo[]`, `func(int) bool`) stays as it stands, folded and cut to 120 characters.
 */
export function typeNameOf(written: string): string {
  if (written.length <= maxTypeLength) {
    const plain = /^\*?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)$/.exec(written)?.[1];
    if (plain !== undefined) return plain;
    if (/^\[\][\w.*]+$/.test(written)) return written;
  }
  let text = foldSpace(written.slice(0, 4 * maxTypeLength));
  text = text.replace(/^:\s*/, "").replace(/^["'](.*)["']$/, "$1");
  const whole = text.slice(0, maxTypeLength);
  text = text.replace(/^(?:\(|\))+|\)+$/g, (brackets) => (brackets.length > 0 && !text.includes(",") ? "" : brackets));
  text = text.replace(/(?:\s*\|\s*(?:null|undefined|None))+$/, "").replace(/^(?:null|undefined|None)\s*\|\s*/, "");
  text = text.replace(/^(?:const|readonly|mut|dyn|struct|class|final|unique|volatile)\s+/, "");
  text = text.replace(/^(?:[*&?]|\[\])?[*&?\s]*(?:'\w+\s+)?(?:mut\s+|const\s+|dyn\s+)?/, (prefix) =>
    prefix.includes("[") ? prefix : "",
  );
  const wrapped = wrapper.exec(text)?.[1];
  if (wrapped !== undefined) text = wrapped.trim();
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
