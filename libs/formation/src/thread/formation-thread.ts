import { Worker } from "node:worker_threads";

import { CortexError } from "@memory-cortex/models";

import { captureByRules } from "../capture/capture-by-rules.ts";
import type { CaptureCandidate, CaptureInput } from "../capture/candidate.ts";
import { describeText } from "../describe-text.ts";
import type { TextDescription } from "../describe-text.ts";
import { namesInTurns } from "../entities/window-names.ts";
import type { DocumentNames, WindowTexts } from "../entities/window-names.ts";
import { analysisCost } from "./analysis-cost.ts";
import type { ThreadReply, ThreadTask, ThreadTasks } from "./thread-messages.ts";

/** For what lives shortly; the default of a thread is several times as much memory for hardly more speed. */
const YOUNG_MB = 8;

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: CortexError) => void;
}

/** What takes longer than this, estimated, goes to the thread; milliseconds. The way there and back costs about half of it. */
const LONGEST_HERE_MS = 2;
/** The same for capture, for which nobody waits, and which takes several times as long as the analysis of its texts: a few short turns. */
const LONGEST_CAPTURE_HERE_MS = 0.1;

/**
 * Text analysis and capture by rules. What is short is done at once; what would hold up answers (an imported history, a document
 * pasted into a message) is done in a thread of its own, which starts when first needed and again when it dies.
 */
export class FormationThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  /** Throws `internal` when the thread dies over it. */
  async describe(texts: readonly string[]): Promise<TextDescription[]> {
    return analysisCost(texts) <= LONGEST_HERE_MS ? texts.map(describeText) : this.#ask("describe", texts);
  }

  /** Throws `internal` when the thread dies over it. */
  async capture(input: CaptureInput): Promise<CaptureCandidate[]> {
    return analysisCost(input.turns.map(({ text }) => text)) <= LONGEST_CAPTURE_HERE_MS ? captureByRules(input) : this.#ask("capture", input);
  }

  /** Names in a window of more than a few turns. Throws `internal` when the thread dies over it. */
  async names({ turns, context = [], familiar }: WindowTexts): Promise<DocumentNames[]> {
    // Of a turn only what names are found by: the rest would be copied for nothing.
    const speaking = ({ role, speaker, agentId }: NonNullable<WindowTexts["context"]>[number]) => ({ role, speaker, agentId });
    const window: WindowTexts = { turns: turns.map((turn) => ({ ...speaking(turn), id: turn.id, text: turn.text })), context: context.map(speaking), ...(familiar === undefined ? {} : { familiar }) };
    return analysisCost(turns.map(({ text }) => text)) <= LONGEST_CAPTURE_HERE_MS ? namesInTurns(window) : this.#ask("names", window);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask<Task extends ThreadTask>(task: Task, input: ThreadTasks[Task]["input"]): Promise<ThreadTasks[Task]["result"]> {
    const worker = (this.#worker ??= this.#start());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, task, input });
    });
  }

  #start(): Worker {
    // Options of the process (an inspector, a kind of input) are not meant for its threads.
    const worker = new Worker(new URL("./thread.ts", import.meta.url), { name: "formation", execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker.unref();
    worker.on("message", (reply: ThreadReply) => this.#settle(worker, reply));
    worker.on("error", () => this.#lost(worker));
    worker.on("messageerror", () => this.#lost(worker));
    worker.on("exit", () => this.#lost(worker));
    return worker;
  }

  #settle(worker: Worker, { id, result }: ThreadReply): void {
    const call = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) worker.unref();
    if (result === undefined) call?.reject(new CortexError("internal", { detail: "A text could not be analysed." }));
    else call?.resolve(result as never);
  }

  #lost(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const calls = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const call of calls) call.reject(new CortexError("internal", { detail: "The thread that analyses texts ended; it is started again by the next call." }));
  }
}
