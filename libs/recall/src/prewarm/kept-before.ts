import type { RecallRequest } from "@memory-cortex/models";

import { Deadline } from "../deadline.ts";
import { timeLimit } from "../run.ts";
import type { RecallServices, UserRevisions } from "../services.ts";
import { conversationOf } from "../stages/summary.ts";
import type { KeptNarrative, NarrativeShelf, Soon } from "../synthesis/narratives.ts";

/** How a user's memory and the narrative of the conversation are before a recall reads anything: what it finds is at least as new. */
export interface KeptBefore {
  revision: number;
  /** Null: none, or it is not known in time. */
  narrative: KeptNarrative | null;
}

/** What looking for something kept may take of a recall: it is a point read or two. */
const SHARE = 0.1;

/** What answers and narratives are kept by. */
export interface Keepers {
  revisions: Pick<UserRevisions, "of">;
  narratives: NarrativeShelf | null;
}

/**
 * Asked before the recall. In one process both are known at once; where several write the store, it is asked, both at once. Null when the
 * store does not answer in time: then nothing that is kept is used, nothing is kept, and the store is told that nobody waits.
 */
export async function keptBefore(services: RecallServices, { revisions, narratives }: Keepers, { request, arrivedAt }: { request: RecallRequest; arrivedAt: number }): Promise<KeptBefore | null> {
  const patience = new AbortController();
  const revision = revisions.of(request.user_id, { signal: patience.signal });
  const narrative = narratives?.find(conversationOf(request), services.clock.now()) ?? null;
  if (!isLater(revision) && !isLater(narrative)) return { revision, narrative };
  const deadline = new Deadline(timeLimit(services, request), services.monotonic, arrivedAt);
  const both = Promise.all([revision, Promise.resolve(narrative).catch((error: unknown) => failed(services, error))]);
  // Heard here too: a recall without time does not wait for it.
  both.catch(() => undefined);
  const answer = await deadline.within(deadline.remainingMs() * SHARE, () => both);
  if (answer.outcome === "failed") failed(services, answer.error);
  if (answer.outcome === "late") patience.abort();
  return answer.outcome === "done" ? { revision: answer.result[0], narrative: answer.result[1] } : null;
}

const isLater = <Value>(value: Soon<Value>): value is Promise<Value> => value instanceof Promise;

function failed({ observe }: RecallServices, error: unknown): null {
  observe?.failed?.("kept answers", error);
  return null;
}
