import { CortexClientError } from "@memory-cortex/client";

/** From a moment on, up to another, which is outside. */
export interface Period {
  holds(entry: { at: string }): boolean;
}

/** Reads `since` and `until`; without one the period is open there. Throws `invalid_fields` for what is no time. */
export function readPeriod({ since, until }: { since?: string | undefined; until?: string | undefined }): Period {
  const from = timeOf("since", since) ?? -Infinity;
  const to = timeOf("until", until) ?? Infinity;
  return {
    holds: ({ at }) => {
      const time = Date.parse(at);
      return time >= from && time < to;
    },
  };
}

const ZONED = /(Z|[+-]\d{2}:?\d{2})$/i;

function timeOf(path: string, value: string | undefined): number | null {
  if (value === undefined) return null;
  const time = ZONED.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(time)) return time;
  const message = "must be ISO 8601 with a zone, such as 2026-03-01T00:00:00Z";
  throw new CortexClientError({ code: "invalid_fields", status: 422, detail: "Some fields are not valid", fix: "Call the tool again with what it takes.", errors: [{ path, code: "invalid_time", message }] });
}
