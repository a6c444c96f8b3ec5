import { CortexError } from "@memory-cortex/models";

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Whether a file operation failed because nothing is there. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

const FULL = new Set<unknown>(["ENOSPC", "EDQUOT"]);
const UNWRITABLE = new Set<unknown>(["EACCES", "EPERM", "EROFS", "EEXIST", "ENOENT", "ENOTDIR", "EISDIR", "EIO", "ENAMETOOLONG"]);

/** The error for a failed write: `disk_full` or `home_unwritable`, which every way of getting a model would meet; else `internal`. */
export function writeProblem(cause: unknown): CortexError {
  if (CortexError.isInstance(cause)) return cause;
  const code = codeOf(cause);
  if (FULL.has(code)) return new CortexError("disk_full", { cause });
  return new CortexError(UNWRITABLE.has(code) ? "home_unwritable" : "internal", { detail: "The model could not be prepared", cause });
}
