import { Worker } from "node:worker_threads";

import type { Weighting } from "@memory-cortex/models";
import { abortError, CortexError, throwIfAborted } from "@memory-cortex/models";
import type { StaticThreadReply, StaticThreadRequest, StaticThreadResult } from "./static-thread-messages.ts";

/** For what lives shortly; the default of a thread is several times as much memory for hardly more speed. */
const YOUNG_MB = 8;

interface Waiting {
  resolve: (result: StaticThreadResult) => void;
  reject: (error: CortexError) => void;
}

/**
 * Embeds documents and counts their tokens in a thread of its own, so that a long text or a large import never holds up an answer.
 * The thread is started by the first call, loads the model anew (some 40 MB), and is started again by the next call if it dies.
 */
export class DocumentThread {
  readonly #folder: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;
  /** What the thread was sent last and still knows. */
  #weighting: Weighting | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async embed(texts: readonly string[], weighting: Weighting, signal?: AbortSignal): Promise<(Float32Array | null)[]> {
    throwIfAborted(signal);
    const worker = this.#running();
    const isKnown = this.#weighting === weighting;
    this.#weighting = weighting;
    return (await this.#ask(worker, { id: this.#nextId(), task: "embed", texts, weighting: isKnown ? null : weighting }, signal)) as (Float32Array | null)[];
  }

  async countTokens(texts: readonly string[]): Promise<Map<number, number>> {
    return (await this.#ask(this.#running(), { id: this.#nextId(), task: "count", texts })) as Map<number, number>;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #ask(worker: Worker, request: StaticThreadRequest, signal?: AbortSignal): Promise<StaticThreadResult> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(abortError(signal!));
      const settled = <Value>(settle: (value: Value) => void) => (value: Value): void => {
        signal?.removeEventListener("abort", onAbort);
        settle(value);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.set(request.id, { resolve: settled(resolve), reject: settled(reject) });
      worker.ref();
      worker.postMessage(request);
    });
  }

  #running(): Worker {
    return (this.#worker ??= this.#start());
  }

  #start(): Worker {
    // Options of the process (an inspector, a kind of input) are not meant for its threads.
    const worker = new Worker(new URL("./static-thread.ts", import.meta.url), { workerData: { folder: this.#folder }, name: "static-documents", execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker.unref();
    worker.on("message", (reply: StaticThreadReply) => this.#settle(worker, reply));
    worker.on("error", () => this.#lost(worker));
    worker.on("messageerror", () => this.#lost(worker));
    worker.on("exit", () => this.#lost(worker));
    return worker;
  }

  #settle(worker: Worker, reply: StaticThreadReply): void {
    const call = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) worker.unref();
    if (call === undefined) return;
    if ("result" in reply) return call.resolve(reply.result);
    call.reject(new CortexError(reply.failed.code, { detail: reply.failed.detail }));
    // Nothing can be made without a model: the next call tries to load it again.
    this.#lost(worker);
    void worker.terminate();
  }

  #lost(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#weighting = null;
    const calls = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const call of calls) call.reject(new CortexError("embedder_unavailable", { detail: "The thread that embeds documents ended; it is started again by the next call." }));
  }
}
