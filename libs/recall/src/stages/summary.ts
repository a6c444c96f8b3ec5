import type { SearchRequest } from "@memory-cortex/models";

import { isLeftOut, namespacesOf } from "../run.ts";
import type { Run } from "../run.ts";
import { stillHolds } from "../synthesis/narrative.ts";
import type { Conversation, KeptNarrative, NarrativeShelf } from "../synthesis/narratives.ts";
import { isOnTopic } from "../synthesis/on-topic.ts";
import type { Found } from "./legs.ts";
import { reasonOf } from "./reason-of.ts";

/** A narrative of an earlier recall that belongs into this answer. */
export interface Summary {
  text: string;
  /** Turns and memories that it rests on. */
  ids: readonly string[];
  /** Until when it is kept, epoch milliseconds. */
  until: number;
}

export const conversationOf = (request: SearchRequest): Conversation => ({ userId: request.user_id, namespaces: namespacesOf(request), sessionId: request.session_id ?? null });

/** What a request lets through, and what it looks at: a narrative made under another one may tell what this one must not. */
export function scopeOf({ request, filter }: Run): string {
  const { now: _, ...fixed } = filter;
  return JSON.stringify([namespacesOf(request), fixed]);
}

/** What is kept for a conversation. */
export interface KeptFor {
  shelf: NarrativeShelf;
  narrative: KeptNarrative | null;
}

/**
 * The narrative of an earlier recall of this conversation, if the question is on its topic and all it rests on is as it was. Else null; one
 * that no longer holds is dropped.
 */
export async function summary(run: Run, found: Found, { shelf, narrative: kept }: KeptFor): Promise<Summary | null> {
  if (kept === null || isLeftOut(run, "summary")) return null;
  const conversation = conversationOf(run.request);
  const now = run.services.clock.now();
  const { observe, store } = run.services;
  if (kept.scope !== scopeOf(run)) return (observe?.summarised?.("other_filter"), null);
  const asked = { spaces: found.legs.meaning.map(({ space, vector }) => ({ spaceId: space.id, vector })), terms: found.terms };
  if (!isOnTopic(kept.topic, asked)) return (observe?.summarised?.("off_topic"), null);
  const ids = [...kept.rests.keys()];
  const answer = await run.deadline.within(run.deadline.remainingMs(), (signal) => store.getDocuments(run.realm, ids, { signal }));
  if (answer.outcome !== "done") return (observe?.summarised?.(reasonOf(run, "summary", answer)), null);
  if (!stillHolds(kept, answer.result, { madeAt: kept.madeAt, now })) {
    void Promise.resolve(shelf.drop(conversation, now)).catch((error: unknown) => observe?.failed?.("summary", error));
    return (observe?.summarised?.("changed"), null);
  }
  observe?.summarised?.("used");
  return { text: kept.text, ids, until: kept.until };
}
