import type { Document } from "@memory-cortex/models";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const DAY_MS = 86_400_000;

/** "14 May 2026"; a month's first instant is how a month is kept, so it is "May 2026". In UTC, as everywhere in a context block. */
export function dayWords(time: number): string {
  const date = new Date(time);
  const month = `${MONTHS[date.getUTCMonth()]!} ${date.getUTCFullYear()}`;
  return date.getUTCDate() === 1 && time % DAY_MS === 0 ? month : `${date.getUTCDate()} ${month}`;
}

/**
 * From when to when a memory is true, or when its event took place: "since May 2026", "until 3 June 2026", "14 to 16 May 2026"; of a turn that
 * something took the place of, "changed since"; "" when nothing is known.
 */
export function validityWords(document: Document): string {
  if (document.kind !== "memory") return document.kind === "turn" && document.outdatedBy !== undefined ? "changed since" : "";
  const { episodeStart, episodeEnd, validFrom, validTo } = document;
  if (episodeStart !== null) return eventWords(episodeStart, episodeEnd);
  if (validFrom !== null && validTo !== null) return `from ${dayWords(validFrom)} until ${dayWords(validTo)}`;
  if (validFrom !== null) return `since ${dayWords(validFrom)}`;
  return validTo === null ? "" : `until ${dayWords(validTo)}`;
}

/** A day that is over at its last millisecond, or at the next one's first, is one day. */
function eventWords(start: number, end: number | null): string {
  const first = dayOf(start);
  const last = end === null ? first : dayOf(Math.max(start, end - 1));
  return first === last ? `on ${first}` : `from ${first} to ${last}`;
}

function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]!} ${date.getUTCFullYear()}`;
}
