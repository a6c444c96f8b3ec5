import { CortexError } from "@memory-cortex/models";

import type { Dialect, ServerError } from "../dialects/dialect.ts";

/** What the driver says when the server is gone, or the connection broke. */
const UNREACHABLE: ReadonlySet<string> = new Set(["ServiceUnavailable", "SessionExpired"]);
const REFUSED = "Neo.ClientError.Security.";
/** The driver gives its own errors no code: no connection of the pool came free in time, as when the server is busy, or the pool was closed meanwhile. */
const NO_CONNECTION = /^(Connection acquisition timed out|Pool is closed)/;

/** The code of an error of the driver or the server; "unknown" for what has none. Messages may quote values, codes never do. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

/** What a dialect judges an error by. */
export const serverErrorOf = (error: unknown): ServerError => ({ code: codeOf(error), message: error instanceof Error ? error.message : "" });

/** Whether the same work may succeed when it is done again: it was in the way of another transaction, or the connection broke. */
export function isWorthRetrying(error: unknown, dialect: Dialect): boolean {
  if (CortexError.isInstance(error)) return false;
  return UNREACHABLE.has(codeOf(error)) || dialect.isTransient(serverErrorOf(error));
}

/** As an error of the catalogue. */
export function mapBoltError(error: unknown): CortexError {
  if (CortexError.isInstance(error)) return error;
  const code = codeOf(error);
  if (UNREACHABLE.has(code)) return new CortexError("store_unavailable", { detail: "The database server cannot be reached.", cause: error });
  if (NO_CONNECTION.test(serverErrorOf(error).message)) return new CortexError("store_unavailable", { detail: "No connection to the database server came free in time.", cause: error });
  if (code.startsWith(REFUSED)) return new CortexError("store_unavailable", { detail: "The database server refused the username or password.", cause: error });
  if (/TransactionTimedOut/.test(code)) return new CortexError("timeout", { detail: "The database server ended the transaction at its time limit.", cause: error });
  if (/TransientError/.test(code)) return new CortexError("store_unavailable", { detail: `The database answered ${code}.`, cause: error });
  return new CortexError("internal", { detail: `The database answered ${code}.`, cause: error });
}
