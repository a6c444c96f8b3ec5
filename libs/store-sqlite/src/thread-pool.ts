import type { Clock, Realm } from "@memory-cortex/models";
import { CortexError } from "@memory-cortex/models";

import { isBackground } from "./background-reads.ts";
import { searchThread } from "./search-thread.ts";
import { StoreThread, UNFINISHED } from "./store-thread.ts";
import type { ThreadRole } from "./thread-messages.ts";

export interface PoolSettings {
  directory: string;
  readers: number;
  maxOpenUsers: number;
  /** What the searches of a thread may keep in memory, bytes. */
  searchMemory: number;
  /** Milliseconds; see `Slice`. */
  slice: number;
  clock: Clock;
}

export interface PoolCall {
  name: string;
  realm?: Realm;
  request: unknown;
  signal?: AbortSignal | undefined;
}

interface Task extends PoolCall {
  /** How often it used up its slice. */
  attempts: number;
  resolve: (value: unknown) => void;
  reject: (error: CortexError) => void;
  settled: boolean;
}

const closed = (): CortexError => new CortexError("store_unavailable", { detail: "The store is closed." });

/** Calls waiting for one of the threads, first come first served; a search waits for the thread that is its own. */
class Line {
  readonly threads: readonly StoreThread[];
  readonly #clock: Clock;
  #waiting: Task[] = [];
  #lastId = 0;
  #closed = false;

  constructor(threads: readonly StoreThread[], clock: Clock) {
    this.threads = threads;
    this.#clock = clock;
  }

  add(task: Task): void {
    this.#waiting.push(task);
    this.#advance();
  }

  /** A call that nobody waits for any more is not begun. */
  remove(task: Task): void {
    if (task.attempts === 0) this.#waiting = this.#waiting.filter((other) => other !== task);
  }

  /** Rejects what waits; nothing is taken up again. */
  close(): void {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(closed());
  }

  /** Starts what can start: a call that must wait for its thread holds up no other. */
  #advance(): void {
    for (let index = 0; index < this.#waiting.length && this.threads.some((thread) => thread.idle); ) {
      const task = this.#waiting[index]!;
      const thread = this.#threadFor(task);
      if (thread?.idle !== true) {
        index += 1;
        continue;
      }
      this.#waiting.splice(index, 1);
      this.#start(thread, task);
    }
  }

  #threadFor(task: Task): StoreThread | undefined {
    const fixed = searchThread(task, this.threads.length);
    return fixed === null ? this.threads.find((each) => each.idle) : this.threads[fixed];
  }

  #start(thread: StoreThread, task: Task): void {
    const { name, realm, request, attempts } = task;
    this.#lastId += 1;
    void thread
      .call({ id: this.#lastId, name, ...(realm && { realm }), request, now: this.#clock.now(), attempts })
      .then((value) => this.#ended(task, value), task.reject)
      .then(() => this.#advance());
  }

  /**
   * What a call has begun to read into memory is read to its end, slice by slice, also when its caller gave up: the next one finds it ready.
   * Once for each user and thread.
   */
  #ended(task: Task, value: unknown): void {
    if (value !== UNFINISHED) task.resolve(value);
    else if (this.#closed) task.reject(closed());
    else if (!task.settled || !this.#waiting.some((other) => other.attempts > 0 && readsTheSame(other, task))) {
      task.attempts += 1;
      this.#waiting.push(task);
    }
  }
}

const readsTheSame = (one: Task, other: Task): boolean => one.name === other.name && one.realm?.userId === other.realm?.userId;

/** Of the background thread: users whose files it keeps open. It goes from one to the next. */
const BACKGROUND_USERS = 8;
/** Writes to a user after which the log is moved into the file: some ten megabytes when turns come in. */
const WRITES_BETWEEN_CHECKPOINTS = 100;

/** The writer thread, the reader threads, a reader for background work, and the calls that wait for them. */
export class ThreadPool {
  readonly reads: Line;
  readonly background: Line;
  readonly writes: Line;
  /** By user, since the log was last moved into the file. */
  readonly #writes = new Map<string, number>();
  #closed = false;

  constructor(settings: PoolSettings) {
    const { directory, maxOpenUsers, searchMemory, slice } = settings;
    const thread = (role: ThreadRole, users: number): StoreThread => new StoreThread({ directory, role, maxOpenUsers: users, searchMemory, slice });
    this.reads = new Line(Array.from({ length: settings.readers }, () => thread("reader", maxOpenUsers)), settings.clock);
    this.background = new Line([thread("background", Math.min(maxOpenUsers, BACKGROUND_USERS))], settings.clock);
    this.writes = new Line([thread("writer", maxOpenUsers)], settings.clock);
  }

  read(call: PoolCall): Promise<unknown> {
    return this.#submit(isBackground(call.name) ? this.background : this.reads, call);
  }

  write(call: PoolCall): Promise<unknown> {
    const written = this.#submit(this.writes, call);
    if (call.realm !== undefined) void written.then(() => this.#countWrite(call.realm!), () => undefined);
    return written;
  }

  /** The log is moved in the background: two syncs and some hundred scattered pages, which otherwise one acknowledgement in fifty would wait for. */
  #countWrite(realm: Realm): void {
    const writes = (this.#writes.get(realm.userId) ?? 0) + 1;
    if (writes < WRITES_BETWEEN_CHECKPOINTS) this.#writes.set(realm.userId, writes);
    else {
      this.#writes.delete(realm.userId);
      // What is not moved now is moved by a later one, or by the writer when the log has grown long.
      this.#submit(this.background, { name: "checkpoint", realm, request: null }).catch(() => undefined);
    }
  }

  /** An abandoned caller is freed at once; a call that already runs ends unheard, with its slice. */
  #submit(line: Line, call: PoolCall): Promise<unknown> {
    const { signal } = call;
    if (this.#closed) return Promise.reject(closed());
    if (signal?.aborted) return Promise.reject(new CortexError("aborted"));
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        if (task.settled) return;
        task.settled = true;
        signal?.removeEventListener("abort", abandon);
        act();
      };
      const task: Task = {
        ...call,
        attempts: 0,
        settled: false,
        resolve: (value) => settle(() => resolve(value)),
        reject: (error) => settle(() => reject(error)),
      };
      const abandon = (): void => {
        line.remove(task);
        task.reject(new CortexError("aborted"));
      };
      signal?.addEventListener("abort", abandon);
      line.add(task);
    });
  }

  /** What waits is rejected, what runs ends, files are closed. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const lines = [this.reads, this.background, this.writes];
    for (const line of lines) line.close();
    await Promise.all(lines.flatMap(({ threads }) => threads).map((thread) => thread.shutDown()));
  }
}
