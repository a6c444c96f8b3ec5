import { CortexError, untilAborted } from "@memory-cortex/models";

export interface TimeLimit {
  milliseconds: number;
  /** The caller's. */
  signal: AbortSignal | undefined;
}

/**
 * Ends a call at its time limit with `timeout`, or when its caller goes, also when it ignores its signal. The signal is its own for each
 * call: one that many calls share gathers their listeners.
 */
export async function withinTime<T>(call: (signal: AbortSignal) => Promise<T>, { milliseconds, signal }: TimeLimit): Promise<T> {
  const controller = new AbortController();
  const leave = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new CortexError("timeout", { detail: "The language model did not answer in time" })), milliseconds);
  if (signal?.aborted === true) leave();
  signal?.addEventListener("abort", leave, { once: true });
  try {
    return await untilAborted(call(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
}
