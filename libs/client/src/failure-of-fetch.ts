import { CortexClientError } from "./client-error.ts";

/** System errors by which no byte of the request reached anybody. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

/** What fetch throws, as an error that says whether the request may have arrived. With the status of an answer that broke off; 0 when none had begun. */
export function failureOfFetch(error: unknown, url: string, status = 0): CortexClientError {
  if (codesOf(error).some((code) => NOT_SENT.has(code))) {
    return new CortexClientError({
      code: "not_running", detail: `No service answers at ${url}.`, fix: "Start it with `cortex up` (in a checkout: `npm start`), or check the address.", retryable: true, cause: error,
    });
  }
  if (error instanceof TypeError && error.cause instanceof Error && error.cause.message === "bad port") {
    return new CortexClientError({ code: "invalid_client", detail: "The platform's fetch calls no service on this port.", fix: "Give the service another port, such as 8300: those of well-known other protocols are barred.", cause: error });
  }
  if (codesOf(error).includes("UND_ERR_HEADERS_TIMEOUT")) {
    // The platform's own limit of five minutes: the service may still be at it, so that asking again would do it twice.
    return new CortexClientError({ code: "timeout", detail: "No answer had begun when the platform stopped waiting.", fix: "Ask for less at once, or give a shorter time limit.", cause: error });
  }
  return new CortexClientError({ code: "connection_lost", status, detail: "The connection was lost before the answer was whole.", fix: "Try again; `cortex doctor` says whether the service is well.", retryable: true, cause: error });
}

/** Codes of an error, of its causes, and of the attempts on the several addresses of one name. */
function codesOf(error: unknown): string[] {
  if (typeof error !== "object" || error === null) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const several = "errors" in error && Array.isArray(error.errors) ? error.errors.flatMap(codesOf) : [];
  return [...own, ...several, ...("cause" in error ? codesOf(error.cause) : [])];
}
