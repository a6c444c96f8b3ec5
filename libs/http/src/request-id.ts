import type { IdSource } from "@memory-cortex/models";

const SANE = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The caller's own `x-request-id` if it is short and plain enough for a log line, else a new one. */
export function requestIdOf(header: string | string[] | undefined, ids: IdSource): string {
  return typeof header === "string" && SANE.test(header) ? header : ids.next();
}
