import type { IntegrityReport } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { checkDocumentsQuery } from "../queries/check-documents.ts";
import { checkSessionsQuery } from "../queries/check-sessions.ts";

interface DocumentCounts {
  documentsOff: number;
  termsOff: number;
  serialsTwice: number;
  serialsBeyond: boolean;
  astray: number;
}

/** What is wrong, a line each, with how often. */
export const problemLines = (found: Record<string, number>): string[] => Object.entries(found).flatMap(([problem, count]) => (count === 0 ? [] : [`${problem}: ${count}`]));

async function conversationProblems({ transaction }: BoltCall): Promise<string[]> {
  const [sessions] = await transaction.run<{ misplaced: number; miscounted: number }>(checkSessionsQuery);
  return problemLines({
    "sessions differ from their turns": sessions?.misplaced ?? 0,
    "counts of turns that capture or a model should read differ from the turns": sessions?.miscounted ?? 0,
  });
}

async function documentProblems({ transaction }: BoltCall): Promise<string[]> {
  const [counts] = await transaction.run<DocumentCounts>(checkDocumentsQuery);
  if (counts === undefined) return [];
  return problemLines({
    "documents more or less than the user's total": Math.abs(counts.documentsOff),
    "terms more or less than the user's total": Math.abs(counts.termsOff),
    "serials used twice": counts.serialsTwice,
    "serials beyond the user's last one": counts.serialsBeyond ? 1 : 0,
    "turns without their session": counts.astray,
  });
}

/** Under the user's lock, so that nothing changes meanwhile. The files of the server are its own to check. */
export async function checkIntegrity(call: BoltCall): Promise<IntegrityReport> {
  const problems = [...(await conversationProblems(call)), ...(await documentProblems(call))];
  return { ok: problems.length === 0, problems };
}
