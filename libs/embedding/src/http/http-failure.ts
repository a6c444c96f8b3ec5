import { abortError, CortexError } from "@memory-cortex/models";

/** A server may ask for an hour; nobody waits that long for a vector. */
export const MAX_RETRY_AFTER_SECONDS = 60;

function retryAfter(response: Response): { retryAfterSeconds: number } | Record<string, never> {
  const header = response.headers.get("retry-after");
  if (header === null) return {};
  const seconds = /^\d+$/u.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  if (!Number.isFinite(seconds)) return {};
  return { retryAfterSeconds: Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(0, Math.ceil(seconds))) };
}

/**
 * The error for an answer that is not a success. Too many requests, time-outs and server errors may pass: `embedder_unavailable`.
 * The rest will not: `embedder_rejected`. The body is left out, since it may repeat what was sent.
 */
export function statusError(response: Response): CortexError {
  const { status } = response;
  const detail = `The embedding server answered with status ${status}`;
  if (status === 429 || status === 408 || status === 425 || status >= 500) return new CortexError("embedder_unavailable", { detail, ...retryAfter(response) });
  return new CortexError("embedder_rejected", { detail });
}

export interface Waiting {
  /** Aborts when our own time limit passes. */
  deadline: AbortSignal;
  /** The caller's. */
  signal: AbortSignal | undefined;
}

/** Maps whatever a call can throw to the catalogue. `undici` says "fetch failed" or "terminated" for every lost connection. */
export function callError(cause: unknown, { deadline, signal }: Waiting): CortexError {
  if (CortexError.isInstance(cause)) return cause;
  if (signal?.aborted === true) return abortError(signal);
  if (deadline.aborted) return new CortexError("timeout", { detail: "The embedding server did not answer in time" });
  if (cause instanceof SyntaxError) return new CortexError("embedder_invalid", { detail: "The embedding server's answer is not JSON", cause });
  return new CortexError("embedder_unavailable", { detail: "The embedding server cannot be reached, or the connection was lost", cause });
}
