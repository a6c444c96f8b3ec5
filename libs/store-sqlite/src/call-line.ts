import { CortexError } from "@memory-cortex/models";
import type { Clock, Realm } from "@memory-cortex/models";

import { searchThread } from "./search-thread.ts";
import { UNFINISHED } from "./store-thread.ts";
import type { StoreThread } from "./store-thread.ts";

export interface PoolCall {
  name: string;
  realm?: Realm;
  request: unknown;
  signal?: AbortSignal | undefined;
  /** Calls for which somebody waits go first, for {@link LONGEST_PATIENCE_MS} at most. */
  patient?: boolean | undefined;
}

export interface Task extends PoolCall {
  /** On the monotonic clock, milliseconds. */
  since: number;
  /** How often it used up its slice. */
  attempts: number;
  resolve: (value: unknown) => void;
  reject: (error: CortexError) => void;
  settled: boolean;
}

export const closed = (): CortexError => new CortexError("store_unavailable", { detail: "The store is closed." });

/** What a line needs of a thread. */
export type LineThread = Pick<StoreThread, "idle" | "call">;

/** A thread has at most so many calls: the one that runs and the one that it goes on with. */
const MOST_IN_HAND = 2;

/** Recalls that never cease must not keep memories from being made. */
const LONGEST_PATIENCE_MS = 500;

/**
 * Calls waiting for one of the threads, patient ones behind the others; a search waits for the thread that is its own. Users take turns, so that one who
 * asks much holds up another for a call or two; within a user they go in the order of arrival. That costs who asks much a call of each other user between
 * two of his own, and each call that must wait a look at those that wait already.
 */
export class CallLine<Thread extends LineThread = StoreThread> {
  readonly threads: readonly Thread[];
  readonly #clock: Clock;
  readonly #monotonic: () => number;
  /** What each thread was given and has not ended, first the one that runs. */
  readonly #inHand: Map<Thread, Task[]>;
  #waiting: Task[] = [];
  #lastId = 0;
  #closed = false;

  /** @param monotonic as the tasks' `since` */
  constructor(threads: readonly Thread[], { clock, monotonic }: { clock: Clock; monotonic: () => number }) {
    this.threads = threads;
    this.#inHand = new Map(threads.map((thread) => [thread, []]));
    this.#clock = clock;
    this.#monotonic = monotonic;
  }

  add(task: Task): void {
    this.#insert(task);
    this.#advance();
  }

  #insert(task: Task): void {
    const firstPatient = this.#waiting.findIndex((other) => this.#isPatient(other));
    const patientFrom = firstPatient === -1 ? this.#waiting.length : firstPatient;
    const somebodyWaits = !task.settled && !this.#isPatient(task);
    const place = somebodyWaits ? this.#placeFor(task, 0, patientFrom) : this.#placeFor(task, patientFrom, this.#waiting.length);
    this.#waiting.splice(place, 0, task);
  }

  /**
   * Between two places of the line: behind its user's own, and before those of other users who have had, or will have had, more turns by then. Nobody goes
   * before a call whose user has no other, so each comes up in the end.
   */
  #placeFor(task: Task, from: number, to: number): number {
    if (from === to) return to;
    const turns = this.#turnsBefore(task, from, to);
    const own = turns.get(userOf(task)) ?? 0;
    let place = to;
    for (let index = to - 1; index >= from; index -= 1) {
      const other = this.#waiting[index]!;
      if (!this.#areRivals(task, other)) continue;
      const others = turns.get(userOf(other))! - 1;
      if (userOf(other) === userOf(task) || others <= own) break;
      turns.set(userOf(other), others);
      place = index;
    }
    return place;
  }

  /** By user: calls that the thread of this one has in hand, and those that wait for it there. */
  #turnsBefore(task: Task, from: number, to: number): Map<string | undefined, number> {
    const fixed = this.#fixedThread(task);
    const inHand = fixed === undefined ? [...this.#inHand.values()].flat() : this.#inHand.get(fixed)!;
    const waiting = this.#waiting.slice(from, to).filter((other) => this.#areRivals(task, other));
    const turns = new Map<string | undefined, number>();
    for (const each of [...inHand, ...waiting]) turns.set(userOf(each), (turns.get(userOf(each)) ?? 0) + 1);
    return turns;
  }

  /** Whether one thread could run either. */
  #areRivals(one: Task, other: Task): boolean {
    const [thread, otherThread] = [this.#fixedThread(one), this.#fixedThread(other)];
    return thread === undefined || otherThread === undefined || thread === otherThread;
  }

  #fixedThread(task: Task): Thread | undefined {
    const fixed = searchThread(task, this.threads.length);
    return fixed === null ? undefined : this.threads[fixed];
  }

  #isPatient({ patient, since }: Task): boolean {
    return patient === true && this.#monotonic() - since < LONGEST_PATIENCE_MS;
  }

  /** A call that nobody waits for any more is not begun, unless a thread has it in hand. */
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
    const [first] = this.#waiting;
    if (first !== undefined) this.#handAhead(first);
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

  /**
   * A recall's next search goes to the thread while its last one runs: an answer and the next call are .4 ms on their way, during which the thread would
   * sleep. Only where nothing waits before it, and it cannot be taken back: whoever comes then, or gives it up, waits for it or hears nothing of it.
   */
  #handAhead(task: Task): void {
    const thread = this.#fixedThread(task);
    const inHand = thread === undefined ? undefined : this.#inHand.get(thread);
    if (thread === undefined || inHand === undefined || inHand.length === 0 || inHand.length >= MOST_IN_HAND || this.#isPatient(task)) return;
    if (inHand[0]!.name === task.name || userOf(inHand[0]!) !== userOf(task)) return;
    this.#waiting.shift();
    this.#start(thread, task);
  }

  #threadFor(task: Task): Thread | undefined {
    return this.#fixedThread(task) ?? this.threads.find((each) => each.idle);
  }

  #start(thread: Thread, task: Task): void {
    const { name, realm, request, attempts } = task;
    this.#lastId += 1;
    const inHand = this.#inHand.get(thread)!;
    const answer = thread.call({ id: this.#lastId, name, ...(realm && { realm }), request, now: this.#clock.now(), attempts });
    inHand.push(task);
    void answer
      .finally(() => inHand.splice(inHand.indexOf(task), 1))
      .then((value) => this.#ended(task, value), (error: unknown) => this.#next(() => task.reject(error as CortexError)));
  }

  /** The thread goes on before the answer is taken up: unpacking it holds up the event loop, and the thread would wait for that. */
  #next(answer: () => void): void {
    try {
      this.#advance();
    } finally {
      answer();
    }
  }

  /**
   * What a call has begun to read into memory is read to its end, slice by slice, also when its caller gave up: the next one finds it ready.
   * Once for each user and thread.
   */
  #ended(task: Task, value: unknown): void {
    if (value !== UNFINISHED) this.#next(() => task.resolve(value));
    else if (this.#closed) task.reject(closed());
    else {
      if (!task.settled || !this.#waiting.some((other) => other.attempts > 0 && readsTheSame(other, task))) {
        task.attempts += 1;
        this.#insert(task);
      }
      this.#advance();
    }
  }
}

/** Calls without a realm count as those of one more user. */
const userOf = ({ realm }: Task): string | undefined => realm?.userId;

const readsTheSame = (one: Task, other: Task): boolean => one.name === other.name && userOf(one) === userOf(other);
