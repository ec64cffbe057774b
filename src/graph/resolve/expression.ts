/**
 * Simple expressions as they stand before the last name of a call (`this.printer`, `new Crate([1])`, `Svc.make()`)
 * or on the right of an assignment. Anything else (operators, literals, indexing) is not understood and yields null.
 */
export type Expression =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "member"; readonly object: Expression; readonly name: string }
  | { readonly kind: "call"; readonly callee: Expression }
  | { readonly kind: "new"; readonly type: string };

const identifier = /[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const privateIdentifier = /#?[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const memberOperator = /\s*(?:!?\?\.|!?\.|::|\?->|->)\s*/y;
const newOperator = /new\s+/y;
const prefixOperators = /(?:await\s+|&mut\s+|[&*]\s*|try[!?]?\s+)+/y;
const typePath = /[\p{L}_$\\][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*/uy;
const castValue = /^\)\s*[\p{L}_$(]/u;
const blank = /\s*/y;

const closers: Readonly<Record<string, string>> = { "(": ")", "<": ">", "[": "]", "{": "}" };

/** Reads a whole text as one expression. */
export function parseExpression(text: string): Expression | null {
  const reader = new Reader(text.trim());
  const expression = reader.expression();
  return expression !== null && reader.atEnd() ? expression : null;
}

/** Name of the first part of an expression: `a` of `a.b().c`; null for `new X()`. */
export function headName(expression: Expression): string | null {
  switch (expression.kind) {
    case "name":
      return expression.name;
    case "member":
      return headName(expression.object);
    case "call":
      return headName(expression.callee);
    case "new":
      return null;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    this.#take(blank);
    return this.#at === this.#text.length;
  }

  expression(): Expression | null {
    this.#take(prefixOperators);
    let result = this.#primary();
    while (result !== null) {
      const start = this.#at;
      this.#skipTypeArguments();
      if (this.#text[this.#at] === "(") {
        if (!this.#skipBalanced()) return null;
        result = { kind: "call", callee: result };
        continue;
      }
      // Go's composite literal: `Outer{...}`
      if (this.#text[this.#at] === "{" && result.kind !== "call") {
        const type = dotted(result);
        if (type === null || !this.#skipBalanced()) return null;
        result = { kind: "new", type };
        continue;
      }
      if (this.#take(memberOperator) === null) {
        this.#at = start;
        break;
      }
      if (this.#text[this.#at] === "<") {
        if (!this.#skipBalanced()) return null;
        continue;
      }
      const name = this.#take(privateIdentifier);
      if (name === null) return null;
      result = { kind: "member", object: result, name };
    }
    return result;
  }

  #primary(): Expression | null {
    if (this.#text[this.#at] === "(") {
      this.#at += 1;
      this.#take(blank);
      const inner = this.expression();
      this.#take(blank);
      // `(Type) value`
      if (inner !== null && this.#text[this.#at] === ")" && castValue.test(this.#text.slice(this.#at))) {
        const type = dotted(inner);
        this.#at += 1;
        this.#take(blank);
        return type !== null && this.#primary() !== null ? { kind: "new", type } : null;
      }
      if (inner === null || this.#text[this.#at] !== ")") return null;
      this.#at += 1;
      return inner;
    }
    if (this.#take(newOperator) !== null) {
      const type = this.#take(typePath);
      if (type === null) return null;
      this.#skipTypeArguments();
      if (this.#text[this.#at] === "(" && !this.#skipBalanced()) return null;
      if (this.#text[this.#at] === "[") return null;
      return { kind: "new", type };
    }
    const name = this.#take(identifier);
    return name === null ? null : { kind: "name", name };
  }

  /** `<T>` or Go's `[T]` when a call or literal follows; otherwise nothing is consumed. */
  #skipTypeArguments(): void {
    const start = this.#at;
    const opener = this.#text[start];
    if (opener !== "<" && opener !== "[") return;
    const next = this.#skipBalanced() ? this.#text[this.#at] : undefined;
    if (next !== "(" && next !== "{") this.#at = start;
  }

  /** Moves past a bracket and its partner; strings are stepped over. */
  #skipBalanced(): boolean {
    const stack: string[] = [];
    for (let at = this.#at; at < this.#text.length; at++) {
      const character = this.#text[at] as string;
      if (character === '"' || character === "'" || character === "`") {
        const end = endOfString(this.#text, at);
        if (end < 0) return false;
        at = end;
        continue;
      }
      const closer = closers[character];
      if (closer !== undefined && (character !== "<" || stack.length === 0 || stack.at(-1) === ">")) stack.push(closer);
      else if (character === stack.at(-1)) {
        stack.pop();
        if (stack.length === 0) {
          this.#at = at + 1;
          return true;
        }
      }
    }
    return false;
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    this.#at = pattern.lastIndex;
    return match[0];
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === text[start]) return at;
  }
  return -1;
}

function dotted(expression: Expression): string | null {
  if (expression.kind === "name") return expression.name;
  if (expression.kind !== "member") return null;
  const object = dotted(expression.object);
  return object === null ? null : `${object}.${expression.name}`;
}
