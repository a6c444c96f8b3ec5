import type Database from "better-sqlite3";
import { LRUCache } from "lru-cache";

import { DocumentColumns } from "./document-columns.ts";
import { PostingCache } from "./posting-cache.ts";
import { Vocabulary } from "./nearest-terms.ts";
import { ENDLESS } from "./slice.ts";
import { VectorCache } from "./vector-cache.ts";

export type Parameters = Record<string, unknown>;

/** Prepared statements kept per open user; the shapes of a query are few, so this is rarely full. */
const MAX_STATEMENTS = 200;

/** Objects by column, the first column alone, or arrays. */
type RowForm = "records" | "values" | "tuples";

/** An open file of one user: its connection, prepared statements, and what searches keep in memory. */
export class UserDatabase {
  readonly userId: string;
  readonly connection: Database.Database;
  documents: DocumentColumns;
  /** Of the operation that runs now. */
  slice = ENDLESS;
  readonly postings: PostingCache;
  readonly vectors: VectorCache;
  vocabulary: Vocabulary;
  readonly #kept = new Map<string, unknown>();
  #keptOf = "";
  readonly #statements = new LRUCache<string, Database.Statement>({ max: MAX_STATEMENTS });

  #synchronous: "FULL" | "NORMAL" = "FULL";
  readonly #transaction: Database.Transaction<(work: () => unknown) => unknown>;

  constructor(userId: string, connection: Database.Database) {
    this.userId = userId;
    this.connection = connection;
    this.#transaction = connection.transaction((work) => work());
    this.documents = new DocumentColumns(this);
    this.postings = new PostingCache(this);
    this.vectors = new VectorCache(this);
    this.vocabulary = new Vocabulary(this);
  }

  /** Whether a transaction is on the disk when it ends (FULL), or with the next one that must be. Not inside of one. */
  set synchronous(level: "FULL" | "NORMAL") {
    if (level !== this.#synchronous) this.connection.pragma(`synchronous = ${level}`);
    this.#synchronous = level;
  }

  /** All of it or nothing. "deferred" to read one state of the file, "immediate" to write. Making such a function anew takes 20 µs, a recall three of them. */
  inTransaction<Result>(kind: "deferred" | "immediate", work: () => Result): Result {
    return this.#transaction[kind](work) as Result;
  }

  /** Another one when the file has changed, by whatever connection: what was up to date at the same version still is. A tenth of a short read. */
  get version(): string {
    const [[others, own]] = this.tuples<[number, number]>("SELECT data_version, total_changes() FROM pragma_data_version") as [[number, number]];
    return `${others} ${own}`;
  }

  /** What `read` gave for this key, until the file changes. */
  whileUnchanged<Result>(key: string, read: () => Result): Result {
    const { version } = this;
    if (version !== this.#keptOf) this.#kept.clear();
    this.#keptOf = version;
    if (!this.#kept.has(key)) this.#kept.set(key, read());
    return this.#kept.get(key) as Result;
  }

  /** What searches keep in memory for this user. */
  get cachedBytes(): number {
    return this.documents.bytes + this.postings.bytes + this.vectors.bytes;
  }

  /** Frees it; the next search reads it again. */
  dropCaches(): void {
    this.documents = new DocumentColumns(this);
    this.postings.clear();
    this.vocabulary = new Vocabulary(this);
    this.vectors.clear();
  }

  #statement(sql: string, form: RowForm = "records"): Database.Statement {
    const key = `${form} ${sql}`;
    let statement = this.#statements.get(key);
    if (statement === undefined) {
      statement = this.connection.prepare(sql);
      if (form === "values") statement.pluck(true);
      if (form === "tuples") statement.raw(true);
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

  /** Rows as arrays, the cheapest form, for tables that are read whole. */
  tuples<Row extends unknown[]>(sql: string, parameters: Parameters = {}): Row[] {
    return this.#statement(sql, "tuples").all(parameters) as Row[];
  }

  /** One row after the other; nothing else may be run until the last one, or the caller stops. */
  rows<Row>(sql: string, parameters: Parameters = {}): IterableIterator<Row> {
    return this.#statement(sql).iterate(parameters) as IterableIterator<Row>;
  }

  /** First column of all rows. */
  column<Value>(sql: string, parameters: Parameters = {}): Value[] {
    return this.#statement(sql, "values").all(parameters) as Value[];
  }

  /** First column of the first row. */
  value<Value>(sql: string, parameters: Parameters = {}): Value | undefined {
    return this.#statement(sql, "values").get(parameters) as Value | undefined;
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
