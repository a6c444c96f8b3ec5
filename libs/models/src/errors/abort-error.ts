import { CortexError } from "./cortex-error.ts";

/** Whether a signal was aborted because time ran out (`AbortSignal.timeout`, or a `timeout` error as the reason). */
export function isDeadline(signal: AbortSignal): boolean {
  const reason: unknown = signal.reason;
  if (CortexError.isInstance(reason)) return reason.code === "timeout";
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

/** The error for an aborted signal: `timeout` when a deadline passed, else `aborted`. The first says something about the model. */
export function abortError(signal: AbortSignal): CortexError {
  return isDeadline(signal) ? new CortexError("timeout") : new CortexError("aborted");
}

/** Throws when the caller has stopped waiting. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortError(signal);
}
