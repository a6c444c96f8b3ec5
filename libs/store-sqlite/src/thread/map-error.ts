import { CortexError } from "@memory-cortex/models";
import type { ErrorCode, FieldError } from "@memory-cortex/models";

/** An error as it crosses a thread: only what may leave the store, never SQL or a path of the host. */
export interface ThreadError {
  code: ErrorCode;
  detail?: string;
  errors?: readonly FieldError[];
}

const CORRUPT = ["SQLITE_CORRUPT", "SQLITE_NOTADB"];

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

/** Maps what SQLite and the file system say to the catalogue. */
export function mapError(error: unknown): ThreadError {
  if (CortexError.isInstance(error)) {
    return { code: error.code, detail: error.detail, ...(error.errors && { errors: error.errors }) };
  }
  const code = codeOf(error);
  if (code.startsWith("SQLITE_FULL") || code === "ENOSPC" || code === "EDQUOT") {
    return { code: "disk_full" };
  }
  if (CORRUPT.some((prefix) => code.startsWith(prefix))) {
    return { code: "store_corrupt" };
  }
  return { code: "store_unavailable", detail: `The database answered ${code}.` };
}

/** The error of the catalogue again, on the caller's side. */
export function restoreError(error: ThreadError): CortexError {
  return new CortexError(error.code, { ...(error.detail !== undefined && { detail: error.detail }), ...(error.errors && { errors: error.errors }) });
}
