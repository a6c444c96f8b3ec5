import { Worker } from "node:worker_threads";

import { CortexError } from "@memory-cortex/models";

import type { ThreadMessage, ThreadReply, ThreadSettings } from "./thread-messages.ts";
import { restoreError } from "./thread/map-error.ts";

const CLOSING = -1;
/** For what lives shortly; the default of a thread is several times as much memory for hardly more speed. */
const YOUNG_MB = { reader: 16, writer: 16, background: 8 };

/** What a call gives that has used up its slice, or that its thread died before: the caller hands it in again, behind the others. */
export const UNFINISHED = Symbol("unfinished");

interface InFlight {
  /** Fulfilled when the call has ended, well or not. */
  done: Promise<void>;
  resolve: (value: unknown) => void;
  reject: (error: CortexError) => void;
}

/** One worker thread, which runs its calls in their order. A thread that died is started again by the next call. */
export class StoreThread {
  readonly #settings: ThreadSettings;
  #worker: Worker | null = null;
  readonly #inFlight = new Map<number, InFlight>();

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  get idle(): boolean {
    return this.#inFlight.size === 0;
  }

  /** Gives the answer, or {@link UNFINISHED}. Rejects with the error of the operation, or `store_unavailable` when the thread dies meanwhile. */
  call(message: ThreadMessage): Promise<unknown> {
    const worker = (this.#worker ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const done = promise.then(() => undefined, () => undefined);
    this.#inFlight.set(message.id, { done, resolve, reject });
    worker.ref();
    try {
      worker.postMessage(message);
    } catch (error) {
      this.#ended(message.id);
      reject(new CortexError("internal", { detail: "A request cannot be handed to a store thread.", cause: error }));
    }
    return promise;
  }

  /** Lets what it was given end, closes the files, ends the thread. */
  async shutDown(): Promise<void> {
    await Promise.all([...this.#inFlight.values()].map(({ done }) => done));
    if (this.#worker !== null) {
      await this.call({ id: CLOSING, name: "close", request: null, now: 0, attempts: 0 }).catch(() => undefined);
      await this.terminate();
    }
  }

  /** Ends the thread at once, whatever it does; the call that runs is rejected. */
  async terminate(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./thread/thread.ts", import.meta.url), {
      workerData: this.#settings,
      name: `store-${this.#settings.role}`,
      // Options of the process (an inspector, a kind of input) are not meant for its threads.
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB[this.#settings.role] },
    });
    // An idle store does not keep the process alive.
    worker.unref();
    worker.on("message", (reply: ThreadReply) => this.#settle(reply));
    worker.on("error", () => this.#lost(worker));
    worker.on("messageerror", () => this.#lost(worker));
    worker.on("exit", () => this.#lost(worker));
    return worker;
  }

  #settle(reply: ThreadReply): void {
    const call = this.#ended(reply.id);
    if ("error" in reply) call?.reject(restoreError(reply.error));
    else call?.resolve("unfinished" in reply ? UNFINISHED : reply.value);
  }

  #ended(id: number): InFlight | undefined {
    const call = this.#inFlight.get(id);
    this.#inFlight.delete(id);
    if (this.idle) this.#worker?.unref();
    return call;
  }

  #lost(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const [running, ...others] = this.#inFlight.values();
    this.#inFlight.clear();
    running?.reject(new CortexError("store_unavailable", { detail: "A store thread ended in the middle of a call; it is started again." }));
    for (const call of others) call.resolve(UNFINISHED);
  }
}
