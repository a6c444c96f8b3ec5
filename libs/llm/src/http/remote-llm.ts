import { CortexError, systemClock } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import type { RawAnswer } from "../answer/raw-answer.ts";
import { completeWith } from "../complete-with.ts";
import type { CompletionRequest, Llm } from "../llm.ts";
import type { Price } from "../prices.ts";
import { boundFetch } from "./bound-fetch.ts";
import { callError } from "./http-failure.ts";

/** What every driver over HTTP takes. */
export interface RemoteLlmOptions {
  /** Name of this driver in the configuration and in records. */
  name?: string | undefined;
  baseUrl: string;
  model: string;
  /** Overrides the price table; null: nobody knows. */
  price?: Price | null | undefined;
  fetch?: typeof fetch | undefined;
  clock?: Clock | undefined;
}

/** The same for drivers that know where their server usually is, and a model that does. */
export type DefaultedLlmOptions = Omit<RemoteLlmOptions, "baseUrl" | "model"> & { baseUrl?: string | undefined; model?: string | undefined };

/** What a driver has for one call. */
export interface Wire {
  /** Bound to the call; checks the status. */
  fetch: typeof fetch;
  /** What the server said when it did not like the last request; null when it did. */
  refusal(): string | null;
}

/** One call over HTTP. */
export type RequestAnswer = (request: CompletionRequest, wire: Wire) => Promise<RawAnswer>;

export interface RemoteParts {
  name: string;
  price: Price | null;
  request: RequestAnswer;
}

/** Throws `config_invalid` for what is no address of a server. */
function checkAddress(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/u.test(url.protocol)) throw new CortexError("config_invalid", { detail: "The address of a language model must start with http:// or https://" });
}

/** Throws `config_invalid` for a key that is set to nothing; a server would answer with a riddle. */
export function checkKey(apiKey: string | undefined): void {
  if (apiKey?.trim() === "") throw new CortexError("config_invalid", { detail: "The key of a language model is empty: leave it out or set it" });
}

/** A driver around one kind of request: abort, status, size, checks and error codes are the same for all. */
export function createRemoteLlm(options: RemoteLlmOptions, { name, price, request }: RemoteParts): Llm {
  checkAddress(options.baseUrl);
  const identity = { name: options.name ?? name, model: options.model };
  const clock = options.clock ?? systemClock;

  async function ask(asked: CompletionRequest): Promise<RawAnswer> {
    let refusal: string | null = null;
    const bound = boundFetch({ fetch: options.fetch, signal: asked.signal, clock, onRefusal: (body) => (refusal = body) });
    const wire: Wire = {
      fetch: (input, init) => {
        refusal = null;
        return bound(input, init);
      },
      refusal: () => refusal,
    };
    try {
      return await request(asked, wire);
    } catch (thrown) {
      throw callError(thrown, asked.signal);
    }
  }

  return {
    identity,
    complete: (asked) => completeWith({ identity, price: options.price === undefined ? price : options.price, clock, request: ask }, asked),
    close: async () => undefined,
  };
}
