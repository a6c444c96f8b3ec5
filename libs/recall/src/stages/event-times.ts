import type { DateRange } from "@memory-cortex/scoring";
import type { DocumentRef } from "@memory-cortex/store";

import { degrade } from "../run.ts";
import type { Run } from "../run.ts";
import { reasonOf } from "./reason-of.ts";

const DAY = 86_400_000;

/**
 * When the events among the memories took place, by id. Read only for a question that tells of a time: when an event was told says little of
 * when it was. Not in time: they count by when they were told.
 */
export async function eventTimes(run: Run, candidates: readonly { ref: DocumentRef }[]): Promise<Map<string, DateRange>> {
  const ids = Array.from(new Set(candidates.filter(({ ref }) => ref.kind === "memory").map(({ ref }) => ref.id)));
  if (ids.length === 0) return new Map();
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
