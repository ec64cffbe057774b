/** The part of WebAssembly's JavaScript interface (W3C) that is used here; the library `ES2023` has none of it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(descriptor: { readonly initial: number; readonly maximum?: number });
    readonly buffer: ArrayBuffer;
    /** Voids {@link buffer}; a new one takes its place. Returns the pages there were before. */
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
