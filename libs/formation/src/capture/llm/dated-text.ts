import { MAX_CANDIDATE_LENGTH } from "../candidate.ts";
import { datesIn } from "../dates.ts";
import type { NamedDate } from "../dates.ts";

/**
 * A statement with the day that its words mean behind it: "… yesterday (13 May 2026)". A model that worked the day out itself gets the
 * original words behind it instead: "… on 13 May 2026 (“yesterday”)". Unchanged when there is no room.
 */
export function datedText(text: string, { dates, saidAt }: { dates: readonly NamedDate[]; saidAt: number }): string {
  const named = datesIn(text, saidAt);
  const relative = named.find(({ date }) => !date.absolute);
  const said = relative && dates.find(({ words }) => words.toLowerCase() === relative.words.toLowerCase());
  const meant = said ?? relative;
  if (meant) return fitted(text, ` (${meant.date.written})`);
  const own = dates.find(({ date }) => !date.absolute && named.some((one) => one.date.at === date.at));
  return own === undefined ? text : fitted(text, ` (“${own.words}”)`);
}

const fitted = (text: string, suffix: string): string => (text.length + suffix.length <= MAX_CANDIDATE_LENGTH ? text + suffix : text);
