import { CortexClientError } from "./client-error.ts";
import type { FieldProblem } from "./client-error.ts";

/** What was answered, read to its end. */
export interface ReadAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Statuses of a service, or of a proxy before it, that is away for a moment. */
const PASSING = new Set([429, 502, 503, 504]);
const LOOK_IT_UP = "See docs/errors.md of Memory Cortex, or `cortex doctor` on the service's machine.";

/** The error that an answer other than 2xx stands for: a problem document, the older routes' `{error, code}`, or anything that a proxy says. */
export function errorOfAnswer({ status, headers, text }: ReadAnswer): CortexClientError {
  const body = parsed(text);
  const said = (body ?? {}) as Record<string, unknown>;
  const retryable = typeof said["retryable"] === "boolean" ? said["retryable"] : PASSING.has(status);
  return new CortexClientError({
    code: textOf(said["code"]) ?? `http_${status}`,
    status,
    detail: textOf(said["detail"]) ?? textOf(said["error"]) ?? textOf(said["title"]) ?? `The service answered ${status}.`,
    fix: textOf(said["fix"]) ?? (retryable ? "Try again in a moment." : LOOK_IT_UP),
    retryable,
    requestId: textOf(said["request_id"]) ?? headers.get("x-request-id"),
    errors: Array.isArray(said["errors"]) ? said["errors"].filter(isFieldProblem) : [],
    retryAfterSeconds: secondsOf(headers.get("retry-after")),
    body,
  });
}

/** What answers there is no Memory Cortex. */
export function notOurs(status: number): CortexClientError {
  return new CortexClientError({ code: "not_ours", status, detail: "The answer is not one of Memory Cortex: some other program listens there.", fix: "Check the address, or run `cortex doctor` on the service's machine." });
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function isFieldProblem(value: unknown): value is FieldProblem {
  return typeof value === "object" && value !== null && "path" in value && typeof value.path === "string" && "message" in value && typeof value.message === "string";
}

/** `Retry-After` in seconds. Its other form, a date, is one that this service never sends. */
function secondsOf(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
