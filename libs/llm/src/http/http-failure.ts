import { CortexError, abortError } from "@memory-cortex/models";

/** A server may ask for a week; what is longer than a day is asked again tomorrow. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

function retryAfter(headers: Headers, now: number): { retryAfterSeconds: number } | Record<string, never> {
  const header = headers.get("retry-after")?.trim();
  if (header === undefined) return {};
  const seconds = /^-?\d+(\.\d+)?$/u.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  if (!Number.isFinite(seconds)) return {};
  return { retryAfterSeconds: Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(0, Math.ceil(seconds))) };
}

/**
 * The error for an answer that is not a success. Too many requests, overload (529), time-outs and server errors may pass:
 * `llm_unavailable`. The rest will not: `llm_rejected`. The body is left out, since it may repeat what was sent.
 */
export function statusError({ status, headers }: Response, now: number): CortexError {
  const detail = `The language model's server answered with status ${status}`;
  if (status === 429 || status === 408 || status === 425 || status >= 500) return new CortexError("llm_unavailable", { detail, ...retryAfter(headers, now) });
  return new CortexError("llm_rejected", { detail });
}

/** Clients wrap what a fetch throws: the error of ours that is somewhere below. */
function ours(thrown: unknown): CortexError | null {
  let error = thrown;
  for (let depth = 0; depth < 5 && typeof error === "object" && error !== null; depth += 1) {
    if (CortexError.isInstance(error)) return error;
    error = "cause" in error ? error.cause : null;
  }
  return null;
}

/**
 * Maps whatever a call can throw to the catalogue. `undici` says "fetch failed" or "terminated" for every lost connection. Causes
 * from a vendor's client are left out, because they may quote the request with its key.
 */
export function callError(thrown: unknown, signal: AbortSignal | undefined): CortexError {
  if (signal?.aborted === true) return abortError(signal);
  const known = ours(thrown);
  if (known !== null) return known;
  if (thrown instanceof SyntaxError) return new CortexError("llm_invalid", { detail: "The server's answer is not JSON" });
  return new CortexError("llm_unavailable", { detail: "The language model's server cannot be reached, or the connection was lost" });
}
