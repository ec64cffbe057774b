import type { Connection, Query, SqlValue } from "./connection.ts";

/** Rows a statement: from here on, larger statements gain nothing more. */
const rowsPerStatement = 25;

/** Gathers rows and inserts many with one statement, which is three times as fast as one by one. */
export class MultiRowInsert {
  readonly #connection: Connection;
  readonly #target: string;
  readonly #columnCount: number;
  readonly #full: Query;
  #parameters: SqlValue[] = [];

  /** @param target table and columns: `passages (id, file_id)` */
  constructor(connection: Connection, target: string) {
    this.#connection = connection;
    this.#target = target;
    this.#columnCount = target.split(",").length;
    this.#full = this.#statement(rowsPerStatement);
  }

  add(...row: SqlValue[]): void {
    this.#parameters.push(...row);
    if (this.#parameters.length === rowsPerStatement * this.#columnCount) {
      this.#full.run(this.#parameters);
      this.#parameters = [];
    }
  }

  /** Inserts what is left over. */
  flush(): void {
    if (this.#parameters.length === 0) return;
    this.#statement(this.#parameters.length / this.#columnCount).run(this.#parameters);
    this.#parameters = [];
  }

  #statement(rows: number): Query {
    const row = `(${Array(this.#columnCount).fill("?").join(",")})`;
    return this.#connection.query(`INSERT INTO ${this.#target} VALUES ${Array(rows).fill(row).join(",")}`);
  }
}
