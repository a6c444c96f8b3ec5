import type { Clock, Realm } from "@memory-cortex/models";
import { CortexError } from "@memory-cortex/models";

import { isBackground } from "./background-reads.ts";
import { CallLine, closed } from "./call-line.ts";
import type { PoolCall, Task } from "./call-line.ts";
import { StoreThread } from "./store-thread.ts";
import type { ThreadRole } from "./thread-messages.ts";

export interface PoolSettings {
  directory: string;
  readers: number;
  maxOpenUsers: number;
  /** What the searches of a thread may keep in memory beside the largest user, bytes. */
  searchMemory: number;
  /** Milliseconds; see `Slice`. */
  slice: number;
  clock: Clock;
}

/** Of the background thread: users whose files it keeps open. It goes from one to the next. */
const BACKGROUND_USERS = 8;
/** Writes to a user after which the log is moved into the file: some ten megabytes when turns come in. */
const WRITES_BETWEEN_CHECKPOINTS = 100;

const monotonic = (): number => performance.now();

/** The writer thread, the reader threads, a reader for background work, and the calls that wait for them. */
export class ThreadPool {
  readonly reads: CallLine;
  readonly background: CallLine;
  readonly writes: CallLine;
  /** By user, since the log was last moved into the file. */
  readonly #writes = new Map<string, number>();
  #closed = false;

  constructor(settings: PoolSettings) {
    const { directory, maxOpenUsers, searchMemory, slice, clock } = settings;
    const clocks = { clock, monotonic };
    const thread = (role: ThreadRole, users: number): StoreThread => new StoreThread({ directory, role, maxOpenUsers: users, searchMemory, slice });
    this.reads = new CallLine(Array.from({ length: settings.readers }, () => thread("reader", maxOpenUsers)), clocks);
    this.background = new CallLine([thread("background", Math.min(maxOpenUsers, BACKGROUND_USERS))], clocks);
    this.writes = new CallLine([thread("writer", maxOpenUsers)], clocks);
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

  /** An abandoned caller is freed at once; a call that a thread already has ends unheard, with its slice. */
  #submit(line: CallLine, call: PoolCall): Promise<unknown> {
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
        since: monotonic(),
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

  /**
   * What waits is rejected, what runs ends, files are closed, by one thread after the other: whoever closes a file last moves its log into it, and of
   * two who close at once each may take the other for the last, so that the log stays beside.
   */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const lines = [this.reads, this.background, this.writes];
    for (const line of lines) line.close();
    for (const thread of lines.flatMap(({ threads }) => threads)) await thread.shutDown();
  }
}
