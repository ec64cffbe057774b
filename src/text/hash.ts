/** Start value of FNV-1a, 32 bits. */
export const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** One step of FNV-1a over a UTF-16 code unit (Fowler, Noll & Vo). The state is a signed 32-bit number. */
export function fnvStep(state: number, unit: number): number {
  return Math.imul(state ^ unit, FNV_PRIME);
}

/** The finaliser of MurmurHash3 (Appleby): spreads every input bit over all 32 bits. Returns an unsigned number. */
function mix32(state: number): number {
  let mixed = state ^ (state >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Hash of a text within a namespace, so that equal texts of different namespaces are different terms. */
export function hashText(text: string, namespace: number): number {
  let state = FNV_OFFSET ^ namespace;
  for (let index = 0; index < text.length; index++) state = fnvStep(state, text.charCodeAt(index));
  return mix32(state);
}
