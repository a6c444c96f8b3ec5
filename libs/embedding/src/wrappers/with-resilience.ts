import { abortError, CortexError, systemClock, throwIfAborted, untilAborted } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import { CircuitState, ConsecutiveBreaker, DelegateBackoff, TaskCancelledError, TimeoutStrategy, circuitBreaker, handleWhen, retry, timeout } from "cockatiel";
import type { IRetryBackoffContext } from "cockatiel";
import type { Embedder, EmbedOptions } from "../embedder.ts";
import type { EmbedderHealth } from "../embedder-health.ts";
import { wrap } from "./wrap.ts";

export interface ResilienceOptions {
  /** Time limit of a call for a query; the caller's own deadline is usually shorter. */
  queryTimeoutMs?: number | undefined;
  /** Time limit of one attempt for documents. */
  documentTimeoutMs?: number | undefined;
  /** Failures in a row after which calls are refused. */
  failures?: number | undefined;
  /** How long calls are refused before one is let through to try. */
  restMs?: number | undefined;
  /** Further attempts for documents. Queries are never retried: nobody waits for them that long. */
  retries?: number | undefined;
  /** For `since` of the health. The breaker and the pauses use the process's own clock, as cockatiel does. */
  clock?: Clock | undefined;
  /** In [0, 1), spreads the pauses between attempts. */
  random?: (() => number) | undefined;
}

const DEFAULTS = { queryTimeoutMs: 5_000, documentTimeoutMs: 60_000, failures: 5, restMs: 30_000, retries: 2 };
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

const codeOf = (error: unknown): string => (CortexError.isInstance(error) ? error.code : "internal");
/** A caller who went away says nothing about the model. */
const isFailure = (error: unknown): boolean => codeOf(error) !== "aborted";
const isWorthRetrying = (error: unknown): boolean => CortexError.isInstance(error) && error.retryable && error.code !== "aborted";

/** Full jitter over a doubling pause, or what the server asked for, with a little on top so that callers do not come back together. */
function pauses(random: () => number): DelegateBackoff<IRetryBackoffContext<unknown>> {
  return new DelegateBackoff(({ attempt, result }) => {
    const error = "error" in result ? result.error : undefined;
    const asked = CortexError.isInstance(error) ? error.retryAfterSeconds : undefined;
    const spread = random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
    return asked === undefined ? FIRST_PAUSE_MS + spread : asked * 1000 + spread;
  });
}

class HealthRecord {
  #health: EmbedderHealth = { state: "ok", why: null, since: 0 };
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(state: EmbedderHealth["state"], why: string | null): void {
    if (this.#health.state === state && this.#health.why === why) return;
    const since = this.#health.state === state ? this.#health.since : this.#clock.now();
    this.#health = { state, why, since };
  }

  get(): EmbedderHealth {
    return { ...this.#health };
  }
}

/**
 * Guards a model that may be slow or away: a time limit for every attempt (even when the driver ignores its signal), retries with
 * jitter for documents only, and a circuit breaker, so that recall does not spend its time on a model that is down. While one call
 * tries a resting model again, the others are refused at once. A caller's own deadline (a signal aborted by `AbortSignal.timeout`,
 * or with a `timeout` error) counts as a failure of the model; any other abort does not.
 */
export function withResilience(inner: Embedder, options: ResilienceOptions = {}): Embedder {
  const limits = { ...DEFAULTS, ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) };
  const health = new HealthRecord(options.clock ?? systemClock);
  // While half open, an abort counts as well: it did not show that the model is back.
  const breaker = circuitBreaker(
    handleWhen((error) => isFailure(error) || breaker.state === CircuitState.HalfOpen),
    { halfOpenAfter: limits.restMs, breaker: new ConsecutiveBreaker(limits.failures) },
  );
  const retrying = retry(handleWhen(isWorthRetrying), { maxAttempts: limits.retries, backoff: pauses(options.random ?? Math.random) });

  async function attempt<T>(call: (signal: AbortSignal) => Promise<T>, milliseconds: number, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await timeout(milliseconds, TimeoutStrategy.Aggressive).execute((context) => call(context.signal), signal);
    } catch (error) {
      if (signal?.aborted === true) throw abortError(signal);
      // Our own limit aborts the signal that the driver was given, so "aborted" here means that limit too.
      if (error instanceof TaskCancelledError || codeOf(error) === "aborted") throw new CortexError("timeout", { detail: "The embedding model did not answer in time", cause: error });
      throw CortexError.isInstance(error) ? error : new CortexError("internal", { detail: "The embedder broke", cause: error });
    }
  }

  async function guarded<T>(run: () => Promise<T>): Promise<T> {
    if (breaker.state === CircuitState.HalfOpen) throw new CortexError("embedder_unavailable", { detail: "The embedding model is being tried again after failures" });
    try {
      const result = await breaker.execute(run);
      health.set("ok", null);
      return result;
    } catch (error) {
      if (CortexError.isInstance(error)) {
        if (breaker.state === CircuitState.Open) health.set("down", error.code);
        else if (isFailure(error)) health.set("degraded", error.code);
        throw error;
      }
      throw new CortexError("embedder_unavailable", { detail: "The embedding model failed several times and is left alone for a while", cause: error });
    }
  }

  async function embed(texts: readonly string[], embedOptions: EmbedOptions): Promise<(Float32Array | null)[]> {
    const { kind, signal } = embedOptions;
    throwIfAborted(signal);
    const milliseconds = kind === "query" ? limits.queryTimeoutMs : limits.documentTimeoutMs;
    const once = async (): Promise<(Float32Array | null)[]> => {
      throwIfAborted(signal);
      return guarded(() => attempt((bound) => inner.embed(texts, { ...embedOptions, signal: bound }), milliseconds, signal));
    };
    return untilAborted(kind === "query" ? once() : retrying.execute(once, signal), signal);
  }

  return wrap(inner, {
    embed,
    ping: (signal) => untilAborted(guarded(() => attempt((bound) => inner.ping(bound), limits.queryTimeoutMs, signal)), signal),
    health: () => health.get(),
  });
}
