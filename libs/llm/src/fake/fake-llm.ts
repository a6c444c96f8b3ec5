import { CortexError, systemClock, throwIfAborted, untilAborted } from "@memory-cortex/models";
import type { Clock, ErrorCode } from "@memory-cortex/models";
import type { RawAnswer } from "../answer/raw-answer.ts";
import { completeWith } from "../complete-with.ts";
import type { CompletionRequest, Llm } from "../llm.ts";
import { FREE } from "../prices.ts";
import type { Price } from "../prices.ts";

/**
 * What the fake model says to a request: a string is its text as it stands, an error is thrown, anything else is sent as JSON. A
 * {@link RawAnswer} under `raw` says how it stopped and what it took.
 */
export type FakeResponder = (request: CompletionRequest, call: number) => unknown;

export interface FakeLlmOptions {
  name?: string;
  model?: string;
  /** "{}" for a structured answer and "An answer." for text when left out. */
  answer?: FakeResponder;
  /** Free by default; null is a price that nobody knows. */
  price?: Price | null;
  clock?: Clock;
}

/** A language model in memory whose behaviour a test can change at any moment. */
export interface FakeLlm extends Llm {
  /** What it was asked, in order. */
  readonly calls: readonly CompletionRequest[];
  /** Answers from now on. */
  answerWith(answer: FakeResponder): void;
  /** Every call fails with this code until `recover`. */
  failWith(code: ErrorCode): void;
  /** Calls hang until `recover`, or until their signal is aborted. */
  stall(): void;
  /** Works again; calls that hang are answered. */
  recover(): void;
}

/** Wraps what a responder of {@link createFakeLlm} returns, to say how the model stopped and what it took. */
export const rawAnswer = (answer: Partial<RawAnswer>): { raw: RawAnswer } => ({ raw: { text: "", stop: "end", model: null, usage: null, ...answer } });

const isRaw = (said: unknown): said is { raw: RawAnswer } => typeof said === "object" && said !== null && "raw" in said;

function answerOf(said: unknown): RawAnswer {
  if (said instanceof Error) throw said;
  if (isRaw(said)) return said.raw;
  return { text: typeof said === "string" ? said : JSON.stringify(said), stop: "end", model: null, usage: null };
}

/**
 * A language model without a model: a function says what it answers, and the answer goes through the same checks as a real one's
 * (the conformance suite runs on it). It can be told to fail or to stall.
 */
export function createFakeLlm(options: FakeLlmOptions = {}): FakeLlm {
  const identity = { name: options.name ?? "fake", model: options.model ?? "fake-model" };
  const calls: CompletionRequest[] = [];
  let respond: FakeResponder = options.answer ?? ((request) => (request.schema === null ? "An answer." : {}));
  let failure: ErrorCode | null = null;
  let gate: PromiseWithResolvers<void> | null = null;

  async function request(asked: CompletionRequest): Promise<RawAnswer> {
    calls.push(asked);
    if (gate !== null) await untilAborted(gate.promise, asked.signal);
    throwIfAborted(asked.signal);
    if (failure !== null) throw new CortexError(failure);
    return answerOf(await respond(asked, calls.length));
  }

  return {
    identity,
    calls,
    answerWith: (answer) => (respond = answer),
    failWith: (code) => (failure = code),
    stall: () => (gate ??= Promise.withResolvers()),
    recover() {
      failure = null;
      gate?.resolve();
      gate = null;
    },
    complete: (asked) => completeWith({ identity, price: options.price === undefined ? FREE : options.price, clock: options.clock ?? systemClock, request }, asked),
    close: async () => undefined,
  };
}
