import { z } from "zod";

import { MAX_USER_ID_LENGTH } from "../realm.ts";

const INVALID_TEXT = "must be well-formed Unicode without NUL characters";

/** Any Unicode text but lone surrogates and NUL, which no store, index or peer keeps unchanged. */
export const text = (maxLength: number) =>
  z.string().max(maxLength).refine((value) => value.isWellFormed() && !value.includes("\0"), { message: INVALID_TEXT });

export const name = (maxLength: number) => text(maxLength).min(1);

export const userId = name(MAX_USER_ID_LENGTH);
export const sessionId = name(256);
export const recordId = name(64);
export const namespace = z.string().min(1).max(64).regex(/^[a-z0-9][a-z0-9._:/-]*$/, "must be lower-case letters, digits and . _ : / -");
export const namespaces = z.array(namespace).min(1).max(16);
export const project = name(256);
export const tags = z.array(name(64)).max(32);

// Not Date.UTC: it takes the years 0 to 99 for 1900 to 1999.
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");
/** The platform reads 30 February as 1 March. */
const isRealDay = (value: string): boolean => new Date(`${value.slice(0, 10)}T00:00Z`).toISOString().startsWith(value.slice(0, 10));
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

function realInstant(value: string): number {
  const time = Date.parse(value);
  return Number.isFinite(time) && isRealDay(value) ? time : Number.NaN;
}

/** ISO 8601 with zone, or epoch milliseconds, to epoch milliseconds. */
export const instant = z
  .union([z.number(), z.string().max(64).regex(ZONED, "must be ISO 8601 with a zone, or epoch milliseconds")])
  .transform((value) => (typeof value === "number" ? Math.round(value) : realInstant(value)))
  .refine((value) => Number.isFinite(value) && value >= EARLIEST && value <= LATEST, { message: "must be a date between the years 1 and 9999" });

export const fraction = z.number().min(0).max(1);

/** Epoch milliseconds to ISO 8601 UTC. */
export const toIso = (time: number): string => new Date(time).toISOString();
export const toIsoOrNull = (time: number | null): string | null => (time === null ? null : toIso(time));

/** A whole number that may arrive as a query parameter. */
export const queryInteger = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);

/** A list given as one query parameter, separated by commas. */
export const commaList = z.string().max(2_048).transform((value) => value.split(",").map((item) => item.trim()).filter(Boolean));
export const namespaceList = commaList.pipe(namespaces);

export const queryFlag = z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1");
