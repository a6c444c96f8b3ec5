import { Worker } from "node:worker_threads";
import { abortError, CortexError, throwIfAborted } from "@memory-cortex/models";
import type { FromThread, ThreadSettings, ToThread } from "./thread-messages.ts";

type Vectors = (Float32Array | null)[];

interface Waiting {
  resolve(vectors: Vectors): void;
  reject(error: CortexError): void;
}

interface Running {
  worker: Worker;
  ready: Promise<unknown>;
}

const LOST = "The transformer's thread ended; it is started again by the next call";

/** One thread that runs the transformer. It is started by the first call, and again by the next one after it died. */
export class TransformerThread {
  readonly #settings: ThreadSettings;
  readonly #waiting = new Map<number, Waiting>();
  #running: Running | null = null;
  #closed = false;
  #lastId = 0;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
  }

  /** Starts the thread unless it runs, and waits until it is ready. Throws `runtime_missing`, `model_missing`, `model_corrupt` or `embedder_unavailable`. */
  async start(): Promise<void> {
    if (this.#closed) throw new CortexError("embedder_unavailable", { detail: "The transformer is closed" });
    await (this.#running ??= this.#launch()).ready;
  }

  /** One vector for each text, null where a text has no token. Frees the caller when the signal aborts, and drops what is not yet done. */
  async embed(texts: readonly string[], { urgent, signal }: { urgent: boolean; signal: AbortSignal | undefined }): Promise<Vectors> {
    throwIfAborted(signal);
    if (texts.length === 0) return [];
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Vectors>();
    const abandon = (): void => {
      this.#send({ type: "cancel", id });
      reject(abortError(signal!));
    };
    signal?.addEventListener("abort", abandon, { once: true });
    try {
      this.#waiting.set(id, { resolve, reject });
      this.start().then(() => this.#waiting.has(id) && this.#send({ type: "embed", id, texts, urgent }), reject);
      return await promise;
    } finally {
      signal?.removeEventListener("abort", abandon);
      this.#waiting.delete(id);
      this.#letGo();
    }
  }

  /** Ends the thread for good, at most one text later. Whoever still waits hears `embedder_unavailable`. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.end();
  }

  /** Ends the thread, at most one text later; the next call starts another. */
  async end(): Promise<void> {
    const worker = this.#running?.worker;
    if (worker === undefined) return;
    const { promise: gone, resolve } = Promise.withResolvers<unknown>();
    worker.once("exit", resolve);
    this.#send({ type: "end" });
    await gone;
  }

  #send(message: ToThread): void {
    this.#running?.worker.ref();
    this.#running?.worker.postMessage(message);
  }

  /** An idle thread does not keep the process alive. */
  #letGo(): void {
    if (this.#waiting.size === 0) this.#running?.worker.unref();
  }

  #launch(): Running {
    const worker = new Worker(new URL("./thread/thread.ts", import.meta.url), { workerData: this.#settings, name: "transformer", execArgv: [] });
    const { promise: ready, resolve, reject } = Promise.withResolvers<null>();
    // Whoever starts the thread hears of it; a thread that nobody waits for may fail unheard.
    ready.catch(() => undefined);
    worker.on("message", (message: FromThread) => {
      if (message.type === "ready") resolve(null);
      else if (message.type === "failed") this.#lost(worker, reject, new CortexError(message.code, { detail: message.detail }));
      else if (message.type === "done") this.#waiting.get(message.id)?.resolve(message.vectors);
      else this.#waiting.get(message.id)?.reject(new CortexError("embedder_invalid", { detail: message.detail }));
    });
    const lost = (cause?: unknown): void => this.#lost(worker, reject, new CortexError("embedder_unavailable", { detail: LOST, cause }));
    worker.on("error", lost);
    worker.on("messageerror", lost);
    worker.on("exit", () => lost());
    return { worker, ready };
  }

  #lost(worker: Worker, reject: (error: CortexError) => void, error: CortexError): void {
    reject(error);
    if (this.#running?.worker !== worker) return;
    this.#running = null;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
