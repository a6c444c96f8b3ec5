import type { CandidateEpisode } from "./candidate.ts";
import type { ResolvedDate } from "./dates.ts";

const DAY = 86_400_000;
/** "Around 8 May", "last week": some days to either side. */
const ABOUT_DAYS = 3;

/** The stretch of time that a resolved date stands for, in UTC; the end is not in it. */
export function episodeWindow({ at, until, precision }: Pick<ResolvedDate, "at" | "until" | "precision">): { startAt: number; endAt: number } & CandidateEpisode {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (precision === "day") return { startAt: at, endAt: (until ?? at) + DAY };
  if (precision === "about") return { startAt: at - ABOUT_DAYS * DAY, endAt: at + (ABOUT_DAYS + 1) * DAY };
  return precision === "month" ? { startAt: at, endAt: Date.UTC(year, month + 1, 1) } : { startAt: at, endAt: Date.UTC(year + 1, 0, 1) };
}
