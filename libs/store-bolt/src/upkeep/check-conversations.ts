import { checkSessionsQuery } from "../queries/check-sessions.ts";
import { overStretches, problemLines, sumOf } from "./checked-user.ts";
import type { Check } from "./checked-user.ts";

const SESSIONS_AT_ONCE = 50;

/** Sessions against their turns. */
export const checkConversations: Check = async (call, { lastSession }) => {
  const pages = await overStretches<{ misplaced: number; miscounted: number }>(call, checkSessionsQuery, { last: lastSession, size: SESSIONS_AT_ONCE });
  return problemLines({
    "sessions differ from their turns": sumOf(pages, "misplaced"),
    "counts of turns that capture or a model should read differ from the turns": sumOf(pages, "miscounted"),
  });
};
