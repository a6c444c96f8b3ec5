import type { z } from "zod";
import type { LlmHealth } from "./llm-health.ts";

/** What a call is for: models, time limits, retries and costs are kept apart by it. */
export const LLM_PURPOSES = ["capture", "extract", "judge", "rerank", "synthesize"] as const;
export type LlmPurpose = (typeof LLM_PURPOSES)[number];

export interface LlmIdentity {
  /** Name of the driver: "anthropic", "openai", "ollama", "fake". */
  name: string;
  /** The model that is asked for; the one that answered is in the completion. */
  model: string;
}

/** A part of the system prompt. What is `cached` is the same in many calls, and stands before what is not. */
export interface SystemPart {
  text: string;
  cached?: boolean | undefined;
}

export interface LlmMessage {
  role: "user" | "assistant";
  content: string;
}

/** A schema of an object, for a structured answer; null for an answer in plain text. */
export type AnswerSchema = z.ZodType | null;
/** What a call with this schema gives. */
export type AnswerOf<Schema extends AnswerSchema> = Schema extends z.ZodType ? z.output<Schema> : string;

export interface CompletionRequest<Schema extends AnswerSchema = AnswerSchema> {
  purpose: LlmPurpose;
  system: readonly SystemPart[];
  messages: readonly LlmMessage[];
  schema: Schema;
  /** The longest answer; what is cut off there is `llm_invalid`. */
  maxTokens: number;
  signal?: AbortSignal | undefined;
}

/** Tokens of one call. `input` leaves out what was read from or written to the vendor's cache. */
export interface TokenUsage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export interface Completion<Value = unknown> {
  /** Parsed by the schema; the bare text without one. Never empty. */
  value: Value;
  /** The model that answered, as the server names it. */
  model: string;
  usage: TokenUsage;
  /** US dollars by the price table; null for a model whose price is not known. */
  costUsd: number | null;
  /** From the request to the last byte of the answer, of the attempt that worked. */
  latencyMs: number;
}

/**
 * The port of language models. An answer is untrusted input: it is parsed by the schema, or refused. A driver makes one request per
 * call; retries, limits, budget and records are wrappers around it.
 */
export interface Llm {
  readonly identity: LlmIdentity;
  /**
   * Throws `llm_unavailable`, `llm_rejected`, `llm_invalid` (cut off, empty, not JSON, not the schema, the prompt repeated),
   * `llm_refused`, `llm_budget_spent`, `timeout` or `aborted`.
   */
  complete<Schema extends AnswerSchema>(request: CompletionRequest<Schema>): Promise<Completion<AnswerOf<Schema>>>;
  /** What is known without asking; absent where nothing is watched. See `llmHealth`. */
  health?(): LlmHealth;
  close(): Promise<void>;
}
