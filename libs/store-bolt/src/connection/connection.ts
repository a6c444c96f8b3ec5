import { CortexError, writeNamespace } from "@memory-cortex/models";
import type { Clock, Realm } from "@memory-cortex/models";
import type { CallOptions } from "@memory-cortex/store";
import neo4j from "neo4j-driver";
import type { Driver, QueryResult, Session } from "neo4j-driver";

import type { Dialect } from "../dialects/dialect.ts";
import { lockKnownUserQuery, lockUserQuery } from "../queries/lock-user.ts";
import { readCountersQuery } from "../queries/read-counters.ts";
import type { BoltCall, Parameters, Transaction } from "./bolt-call.ts";
import { mapBoltError, serverErrorOf } from "./bolt-error.ts";
import { LastRuns } from "./last-runs.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import type { Query } from "./query.ts";
import { withRetry } from "./retry.ts";
import { toParameters } from "./to-parameters.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** How long the server lets a transaction run, milliseconds: what an abandoned one costs at most when its end did not arrive. */
const TRANSACTION_LIMIT = 60_000;
const READ_PATIENCE = 2_000;
const WRITE_PATIENCE = 20_000;

type Work<Result> = (call: BoltCall) => Promise<Result>;

/** How a write treats its user. */
export interface WriteKind {
  /** Default true: the user is made, and not kept unless he has a document by the end. False: he stays as he is, there or not, and what is written stays anyway. */
  makesUser?: boolean;
  /** Default false: a user whose import has not ended takes no writes (`import_unfinished`). */
  whileImporting?: boolean;
  /** How long it may take, milliseconds. Default a minute. */
  limit?: number;
}

interface Locked {
  isNew: boolean;
  importing: boolean;
}

export interface ConnectionParts {
  driver: Driver;
  dialect: Dialect;
  clock: Clock;
}

const rowsOf = <Row>({ records }: QueryResult): Row[] => records.map((record) => record.toObject() as Row);

/** The realm as parameters that every query gets. */
function realmParameters(realm: Realm, now: number): Parameters {
  return { user: realm.userId, namespaces: realm.namespaces === "all" ? null : realm.namespaces, namespace: writeNamespace(realm), now };
}

/** The server as the store's methods see it: reads, writes and schema statements, each with retries, a time limit and an end when it is abandoned. */
export class Connection {
  readonly dialect: Dialect;
  readonly #driver: Driver;
  readonly #clock: Clock;
  readonly #writers = new OneAtATime();
  readonly #lastRuns = new LastRuns();
  #closed = false;

  constructor({ driver, dialect, clock }: ConnectionParts) {
    this.#driver = driver;
    this.dialect = dialect;
    this.#clock = clock;
  }

  get now(): number {
    return this.#clock.now();
  }

  /** Runs statements that only read, each in a transaction of its own. Every read is retried by itself: it changes nothing. */
  async read<Result>(realm: Realm, options: CallOptions | undefined, work: Work<Result>): Promise<Result> {
    this.#check(options);
    const now = this.now;
    const given = realmParameters(realm, now);
    const run = <Row>(query: Query, parameters: Parameters = {}): Promise<Row[]> => this.#single(query, { ...given, ...parameters }, options);
    return work({ realm, now, transaction: { dialect: this.dialect, run } });
  }

  /**
   * A read that sees all of every write of the user, or nothing of it, up to the moment at which it begins. Where the server shows a commit while it is
   * still being applied, it waits for the one that is under way: the number of a revision would else be seen before what it counts.
   */
  async readSettled<Result>(realm: Realm, options: CallOptions | undefined, work: Work<Result>): Promise<Result> {
    if (this.dialect.readsSnapshots) return this.read(realm, options, work);
    this.#check(options);
    const now = this.now;
    const attempt = (): Promise<Result> =>
      this.#transaction({ given: realmParameters(realm, now), options }, async (transaction) => {
        // Sent together: writers wait for one round trip more.
        const [, result] = await Promise.all([transaction.run(lockKnownUserQuery), work({ realm, now, transaction })]);
        return { result, keep: false };
      });
    return withRetry(attempt, { dialect: this.dialect, patience: WRITE_PATIENCE, signal: options?.signal });
  }

  /** Statements without a realm: the list of users, the schema's version. */
  async readAll<Row>(query: Query, { parameters = {}, ...options }: CallOptions & { parameters?: Parameters } = {}): Promise<Row[]> {
    this.#check(options);
    return this.#single(query, parameters, options);
  }

  /**
   * Runs the work in one transaction that holds the user's lock, all of it or nothing; again from the start after a conflict. A user who
   * was not there and has no documents by its end is not kept, nor is anything else of it.
   */
  async write<Result>(realm: Realm, options: CallOptions | undefined, work: Work<Result>, kind: WriteKind = {}): Promise<Result> {
    this.#check(options);
    const attempt = (): Promise<Result> => this.#attempt(realm, options, work, kind);
    const written = this.#writers.run(
      realm.userId,
      () => withRetry(attempt, { dialect: this.dialect, patience: WRITE_PATIENCE, signal: options?.signal }),
      options?.signal,
    );
    return unlessAborted(written, options?.signal);
  }

  /** Statements that change the schema: each by itself, as servers demand. What is there already is passed over, so they may be repeated. */
  async changeSchema(statements: readonly string[], options?: CallOptions): Promise<void> {
    this.#check(options);
    for (const statement of statements) {
      await withRetry(() => this.#changeSchema(statement, options), { dialect: this.dialect, patience: WRITE_PATIENCE, signal: options?.signal });
    }
  }

  /** One transaction without a user: what migrations change. */
  async changeAll<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    this.#check(undefined);
    return withRetry(() => this.#transaction({ given: {}, options: undefined }, async (transaction) => ({ result: await work(transaction), keep: true })), {
      dialect: this.dialect,
      patience: WRITE_PATIENCE,
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#driver.close();
  }

  #check(options: CallOptions | undefined): void {
    if (this.#closed) throw new CortexError("store_unavailable", { detail: "The store is closed." });
    if (options?.signal?.aborted === true) throw new CortexError("aborted");
  }

  #single<Row>(query: Query, parameters: Parameters, options: CallOptions | undefined): Promise<Row[]> {
    const once = (): Promise<Row[]> =>
      this.#session("READ", { ...options, kind: query.name }, async (session) => rowsOf<Row>(await session.run(query.text(this.dialect), toParameters(parameters), { timeout: TRANSACTION_LIMIT })));
    return withRetry(once, { dialect: this.dialect, patience: READ_PATIENCE, signal: options?.signal });
  }

  async #changeSchema(statement: string, options: CallOptions | undefined): Promise<void> {
    try {
      await this.#session("WRITE", options, (session) => session.run(statement));
    } catch (error) {
      if (!this.dialect.isThereAlready(serverErrorOf(error))) throw error;
    }
  }

  #attempt<Result>(realm: Realm, options: CallOptions | undefined, work: Work<Result>, { makesUser = true, whileImporting = false, limit }: WriteKind): Promise<Result> {
    const now = this.now;
    return this.#transaction({ given: realmParameters(realm, now), options, limit }, async (transaction) => {
      const [locked] = await transaction.run<Locked>(makesUser ? lockUserQuery : lockKnownUserQuery);
      if (locked?.importing === true && !whileImporting) throw new CortexError("import_unfinished");
      const result = await work({ realm, now, transaction });
      if (locked?.isNew !== true) return { result, keep: true };
      const [counters] = await transaction.run<{ lastSerial: number }>(readCountersQuery);
      return { result, keep: counters !== undefined && counters.lastSerial > 0 };
    });
  }

  /** An aborted signal closes the session, which resets the connection: the server ends what runs on it at once. */
  #transaction<Result>(
    { given, options, limit = TRANSACTION_LIMIT }: { given: Parameters; options: CallOptions | undefined; limit?: number | undefined },
    work: (transaction: Transaction) => Promise<{ result: Result; keep: boolean }>,
  ): Promise<Result> {
    return this.#session("WRITE", options, async (session) => {
      const open = await session.beginTransaction({ timeout: limit });
      const run = async <Row>(query: Query, parameters: Parameters = {}): Promise<Row[]> =>
        rowsOf<Row>(await open.run(query.text(this.dialect), toParameters({ ...given, ...parameters })));
      const { result, keep } = await work({ dialect: this.dialect, run });
      await (keep ? open.commit() : open.rollback());
      return result;
    });
  }

  /** What is abandoned is ended at once; only a statement that has a kind may run on, alone of its kind (see {@link LastRuns}). */
  async #session<Result>(mode: "READ" | "WRITE", options: (CallOptions & { kind?: string }) | undefined, work: (session: Session) => Promise<Result>): Promise<Result> {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the driver declares its settings as a class that cannot be made
    const session = this.#driver.session({ defaultAccessMode: mode === "READ" ? neo4j.session.READ : neo4j.session.WRITE });
    const end = (): Promise<void> => session.close().catch(() => undefined);
    const done = work(session).finally(end);
    const { kind } = options ?? {};
    return unlessAborted(done, options?.signal, () => {
      if (kind === undefined || !this.#lastRuns.allows(kind, { done, end: () => void end() })) void end();
    });
  }
}

/** Errors of the driver as those of the catalogue. */
export async function mappingErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw mapBoltError(error);
  }
}
