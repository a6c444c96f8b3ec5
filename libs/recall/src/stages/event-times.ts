import type { DateRange } from "@memory-cortex/scoring";

import { degrade } from "../run.ts";
import type { Run } from "../run.ts";
import type { FusedCandidate } from "./fuse.ts";
import { reasonOf } from "./reason-of.ts";

const DAY = 86_400_000;

/**
 * When the events among the memories took place, by id. Read only for a question that names a date: when an event was told says little of
 * when it was. Not in time: they count by when they were told.
 */
export async function eventTimes(run: Run, candidates: readonly FusedCandidate[], asked: readonly DateRange[]): Promise<Map<string, DateRange>> {
  const ids = candidates.filter(({ ref }) => ref.kind === "memory").map(({ ref }) => ref.id);
  if (asked.length === 0 || ids.length === 0) return new Map();
  const answer = await run.deadline.within(run.deadline.remainingMs() / 2, (signal) => run.services.store.getDocuments(run.realm, ids, { signal }));
  if (answer.outcome !== "done") {
    degrade(run, "dates", reasonOf(run, "dates", answer));
    return new Map();
  }
  return new Map(answer.result.flatMap((document): [string, DateRange][] => {
    if (document.kind !== "memory" || document.episodeStart === null) return [];
    const { id, episodeStart: from, episodeEnd } = document;
    return [[id, { from, until: episodeEnd ?? from + DAY }]];
  }));
}
