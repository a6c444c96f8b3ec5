import { CortexError, systemClock, throwIfAborted, untilAborted } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import { CircuitState, ConsecutiveBreaker, DelegateBackoff, circuitBreaker, handleWhen, retry } from "cockatiel";
import type { CircuitBreakerPolicy, IRetryBackoffContext } from "cockatiel";
import type { AnswerOf, AnswerSchema, Completion, CompletionRequest, Llm, LlmPurpose } from "../llm.ts";
import { HealthRecord } from "./health-record.ts";
import { PURPOSE_LIMITS } from "./purpose-limits.ts";
import type { PurposeLimits } from "./purpose-limits.ts";
import { withinTime } from "./time-limit.ts";
import { wrap } from "./wrap.ts";

export interface LlmResilienceOptions {
  limits?: Partial<Record<LlmPurpose, Partial<PurposeLimits>>> | undefined;
  /** Failures in a row after which calls are refused. */
  failures?: number | undefined;
  /** How long calls are refused before one is let through to try. */
  restMs?: number | undefined;
  /** For Retry-After and `since` of the health. The breaker and the pauses use the process's own clock, as cockatiel does. */
  clock?: Clock | undefined;
  /** In [0, 1), spreads the pauses between attempts. */
  random?: (() => number) | undefined;
}

const FAILURES = 5;
const REST_MS = 30_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A server may ask for an hour; a call gives up then, and the work is done again from the store. */
const LONGEST_WAIT_SECONDS = 60;

const codeOf = (error: unknown): string => (CortexError.isInstance(error) ? error.code : "internal");
/** A model that gives a bad answer is there all the same. */
const ANSWERED = new Set(["llm_invalid", "llm_refused"]);

/** A caller's own deadline passed: too slow for that caller, which says nothing about the others. */
class CallerLate extends CortexError {}
/** Not asked at all, because of failures before. */
class LeftAlone extends CortexError {}

const isWorthRetrying = (error: unknown): boolean =>
  CortexError.isInstance(error) && !(error instanceof LeftAlone) && error.code === "llm_unavailable" && (error.retryAfterSeconds ?? 0) <= LONGEST_WAIT_SECONDS;

/** What a failure says about the model: nothing, when its caller left it or it was not asked. */
const isNews = (error: unknown): boolean => !(error instanceof CallerLate) && !(error instanceof LeftAlone) && codeOf(error) !== "aborted";

/** Full jitter over a doubling pause, or what the server asked for, with a little on top so that callers do not come back together. */
function pauses(random: () => number): DelegateBackoff<IRetryBackoffContext<unknown>> {
  return new DelegateBackoff(({ attempt, result }) => {
    const error = "error" in result ? result.error : undefined;
    const asked = CortexError.isInstance(error) ? error.retryAfterSeconds : undefined;
    const spread = random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
    return asked === undefined ? FIRST_PAUSE_MS + spread : asked * 1000 + spread;
  });
}

/** Opens after so many failures in a row. While one call tries again, a caller who goes counts too: it did not show that the model is back. */
function breakerFor(isFailure: (error: unknown) => boolean, { failures = FAILURES, restMs = REST_MS }: LlmResilienceOptions): CircuitBreakerPolicy {
  const breaker: CircuitBreakerPolicy = circuitBreaker(
    handleWhen((error) => isFailure(error) || (breaker.state === CircuitState.HalfOpen && ["aborted", "timeout"].includes(codeOf(error)))),
    { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failures) },
  );
  return breaker;
}

/** Refuses at once while another call tries whether the model is back. */
async function through<T>(breaker: CircuitBreakerPolicy, run: () => Promise<T>): Promise<T> {
  if (breaker.state === CircuitState.HalfOpen) throw new LeftAlone("llm_unavailable", { detail: "The language model is being tried again after failures" });
  try {
    return await breaker.execute(run);
  } catch (error) {
    throw CortexError.isInstance(error) ? error : new LeftAlone("llm_unavailable", { detail: "The language model failed several times and is left alone for a while" });
  }
}

/** The time before which a server asked not to be called, whoever the caller. */
function restFrom(clock: Clock): { check(): void; note(error: unknown): void } {
  let until = 0;
  return {
    check() {
      const left = until - clock.now();
      if (left > 0) throw new CortexError("llm_unavailable", { detail: "The language model's server asked to be left alone for a while", retryAfterSeconds: Math.ceil(left / 1000) });
    },
    note(error) {
      if (CortexError.isInstance(error) && error.retryAfterSeconds !== undefined) until = Math.max(until, clock.now() + error.retryAfterSeconds * 1000);
    },
  };
}

/**
 * Guards a model that may be slow or away: a time limit by purpose (even when the driver ignores its signal), retries with jitter when it
 * cannot be reached, `Retry-After` kept for all callers, and a circuit breaker. A caller's own deadline counts for its purpose only: a
 * rerank that gets a tenth of a second must not shut out a capture that has a minute.
 */
export function withResilience(inner: Llm, options: LlmResilienceOptions = {}): Llm {
  const clock = options.clock ?? systemClock;
  const health = new HealthRecord(clock);
  const rest = restFrom(clock);
  const breaker = breakerFor((error) => isNews(error) && !ANSWERED.has(codeOf(error)), options);
  const purposes = new Map<LlmPurpose, CircuitBreakerPolicy>();

  function breakerOf(purpose: LlmPurpose): CircuitBreakerPolicy {
    const known = purposes.get(purpose) ?? breakerFor((error) => error instanceof CallerLate, options);
    purposes.set(purpose, known);
    return known;
  }

  async function attempt<Schema extends AnswerSchema>(request: CompletionRequest<Schema>, milliseconds: number): Promise<Completion<AnswerOf<Schema>>> {
    try {
      return await withinTime((signal) => inner.complete({ ...request, signal }), { milliseconds, signal: request.signal });
    } catch (error) {
      if (request.signal?.aborted === true && codeOf(error) === "timeout") throw new CallerLate("timeout");
      throw CortexError.isInstance(error) ? error : new CortexError("internal", { detail: "The language model's driver broke", cause: error });
    }
  }

  async function watched<T>(run: () => Promise<T>): Promise<T> {
    rest.check();
    try {
      const result = await through(breaker, run);
      health.set("ok", null);
      return result;
    } catch (error) {
      rest.note(error);
      if (isNews(error)) health.set(breaker.state === CircuitState.Open ? "down" : "degraded", codeOf(error));
      throw error;
    }
  }

  return wrap(inner, {
    async complete(request) {
      const { purpose, signal } = request;
      const { timeoutMs, retries } = { ...PURPOSE_LIMITS[purpose], ...options.limits?.[purpose] };
      throwIfAborted(signal);
      const once = (): Promise<Completion<AnswerOf<typeof request.schema>>> => {
        throwIfAborted(signal);
        return through(breakerOf(purpose), () => watched(() => attempt(request, timeoutMs)));
      };
      const retrying = retry(handleWhen(isWorthRetrying), { maxAttempts: retries, backoff: pauses(options.random ?? Math.random) });
      return untilAborted(retries === 0 ? once() : retrying.execute(once, signal), signal);
    },
    health: () => health.get(),
  });
}
