import { CortexClientError } from "./client-error.ts";

/** The time of one call: a limit that holds whatever is waited for, and the caller's own signal. */
export interface TimeLimit {
  /** Aborted when the time is up or the caller stops waiting. */
  readonly signal: AbortSignal;
  /** Milliseconds left, never below 0. */
  remaining(): number;
  /** Settles with the work, or rejects with `timeout` or `aborted` as soon as nobody waits any more. */
  hold<Value>(work: Promise<Value>): Promise<Value>;
  /** Lets go of the timer. */
  end(): void;
}

/** Starts the clock of one call. The timer keeps the process alive, as the request that it bounds does. */
export function startTimeLimit(milliseconds: number, caller: AbortSignal | undefined): TimeLimit {
  const endsAt = performance.now() + milliseconds;
  const controller = new AbortController();
  let reject!: (error: CortexClientError) => void;
  // Not Promise.withResolvers: Node 20 and older browsers lack it.
  const over = new Promise<never>((_resolve, fail) => (reject = fail));
  // Nobody may be waiting at that moment.
  over.catch(() => undefined);
  const stop = (error: CortexClientError): void => {
    reject(error);
    controller.abort(error);
  };
  const timer = setTimeout(() => stop(timedOut(milliseconds)), milliseconds);
  const onAbort = (): void => stop(abandoned(caller?.reason));
  if (caller?.aborted === true) onAbort();
  else caller?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    remaining: () => Math.max(0, endsAt - performance.now()),
    hold: (work) => {
      work.catch(() => undefined);
      return Promise.race([over, work]);
    },
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", onAbort);
    },
  };
}

function timedOut(milliseconds: number): CortexClientError {
  return new CortexClientError({ code: "timeout", detail: `No answer within ${milliseconds / 1_000} s.`, fix: "Try again, or give it more time.", retryable: true });
}

/** The caller's signal says why: time is up for `AbortSignal.timeout`, else he does not want it any more. */
function abandoned(reason: unknown): CortexClientError {
  if (reason instanceof DOMException && reason.name === "TimeoutError") {
    return new CortexClientError({ code: "timeout", detail: "No answer before the caller's time was up.", fix: "Try again, or give it more time.", retryable: true, cause: reason });
  }
  return new CortexClientError({ code: "aborted", detail: "The caller stopped waiting.", fix: "Nothing needs to be done.", cause: reason });
}
