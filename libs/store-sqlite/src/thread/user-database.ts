import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";

import { DocumentLengths } from "./document-lengths.ts";

export type Parameters = Record<string, unknown>;

/** Prepared statements kept per open user; the shapes of a query are few, so this is rarely full. */
const MAX_STATEMENTS = 200;

/** An open file of one user: its connection, prepared statements, and document lengths once a search needs them. */
export class UserDatabase {
  readonly userId: string;
  readonly connection: Database.Database;
  readonly lengths: DocumentLengths;
  readonly #statements = new LRUCache<string, Database.Statement>({ max: MAX_STATEMENTS });

  constructor(userId: string, connection: Database.Database) {
    this.userId = userId;
    this.connection = connection;
    this.lengths = new DocumentLengths(this);
  }

  #statement(sql: string): Database.Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #plucked(sql: string): Database.Statement {
    const key = `first column of ${sql}`;
    let statement = this.#statements.get(key);
    if (statement === undefined) {
      statement = this.connection.prepare(sql).pluck(true);
      this.#statements.set(key, statement);
    }
    return statement;
  }

  all<Row>(sql: string, parameters: Parameters = {}): Row[] {
    return this.#statement(sql).all(parameters) as Row[];
  }

  get<Row>(sql: string, parameters: Parameters = {}): Row | undefined {
    return this.#statement(sql).get(parameters) as Row | undefined;
  }

  /** First column of all rows. */
  column<Value>(sql: string, parameters: Parameters = {}): Value[] {
    return this.#plucked(sql).all(parameters) as Value[];
  }

  /** First column of the first row. */
  value<Value>(sql: string, parameters: Parameters = {}): Value | undefined {
    return this.#plucked(sql).get(parameters) as Value | undefined;
  }

  /** Number of rows changed. */
  run(sql: string, parameters: Parameters = {}): number {
    return this.#statement(sql).run(parameters).changes;
  }

  insert(sql: string, parameters: Parameters): number {
    return Number(this.#statement(sql).run(parameters).lastInsertRowid);
  }

  close(): void {
    this.connection.close();
  }
}
