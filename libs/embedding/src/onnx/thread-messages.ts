import type { ErrorCode } from "@memory-cortex/models";

/** What a transformer thread is started with. */
export interface ThreadSettings {
  /** Folder whose `node_modules` hold ONNX Runtime and the tokenizer. */
  runtime: string;
  /** Folder of the prepared model. */
  folder: string;
  /** Processor threads of one run. */
  threads: number;
  /** Tokens of a text that count; the rest is cut off. */
  maxTokens: number;
}

/** Texts to embed. Urgent ones go before the rest of every other call's. */
export interface EmbedMessage {
  type: "embed";
  id: number;
  texts: readonly string[];
  urgent: boolean;
}

/** Nobody waits for this call any more. */
export interface CancelMessage {
  type: "cancel";
  id: number;
}

/** Ends the thread after the text that it is at. To terminate it from outside, in the middle of a run, would abort the whole process. */
export interface EndMessage {
  type: "end";
}

export type ToThread = EmbedMessage | CancelMessage | EndMessage;

export type FromThread =
  | { type: "ready"; dimension: number }
  /** The thread could not load what it needs, and ends. */
  | { type: "failed"; code: ErrorCode; detail: string }
  | { type: "done"; id: number; vectors: (Float32Array | null)[] }
  | { type: "broken"; id: number; detail: string };
