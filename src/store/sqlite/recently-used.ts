/** Keeps the values of the keys used last, computing those it lacks. */
export class RecentlyUsed<Value> {
  readonly #capacity: number;
  // A map keeps the order of insertion, so that its first key is the one unused for longest.
  readonly #values = new Map<number, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  take(key: number, compute: () => Value): Value {
    const known = this.#values.get(key);
    const value = known ?? compute();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#capacity) {
      const [oldest] = this.#values.keys();
      if (oldest !== undefined) this.#values.delete(oldest);
    }
    return value;
  }
}
