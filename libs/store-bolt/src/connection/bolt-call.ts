import type { Realm } from "@memory-cortex/models";

import type { Dialect } from "../dialects/dialect.ts";
import type { Query } from "./query.ts";

/** Values of a query. Whole numbers travel as integers, typed arrays as lists of floats, undefined as null; never a Date. */
export type Parameters = Record<string, unknown>;

/** Where statements run: one transaction for a write; each by itself, so also several at once, for a read. */
export interface Transaction {
  readonly dialect: Dialect;
  /**
   * Rows as plain objects with numbers, a column that is null as null. Every query also gets `$user`, `$namespaces` (null: all of them),
   * `$namespace` (the one that writes go to) and `$now`. In a write, statements run in the order in which they are given, awaited or not.
   */
  run<Row>(query: Query, parameters?: Parameters): Promise<Row[]>;
}

/** What the function of a method gets. */
export interface BoltCall {
  readonly realm: Realm;
  /** The store's clock when the call was made. */
  readonly now: number;
  readonly transaction: Transaction;
}
