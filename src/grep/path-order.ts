/** Orders paths as a walk comes to them that takes the entries of each folder by name: `a/b` before `a-b`. */
export function comparePaths(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    if (a === 0x2f) return -1;
    if (b === 0x2f) return 1;
    return a - b;
  }
  return left.length - right.length;
}
