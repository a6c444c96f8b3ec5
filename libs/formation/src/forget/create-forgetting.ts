import { toIso } from "@memory-cortex/models/wire";
import type { Clock, ForgetResponse, Memory, Turn } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { selectForgotten } from "./select-forgotten.ts";
import type { ForgettingQuestion, ForgettingStore, Selection } from "./select-forgotten.ts";

export interface ForgettingServices {
  store: ForgettingStore & Pick<Store, "eraseMemory" | "eraseTurns">;
  clock: Clock;
}

export interface Forgetting {
  /**
   * `POST /v1/forget`: erases for good, or shows in a dry run what that would be. What fails in between leaves what was not yet erased, and the same
   * request goes on. Throws `invalid_fields`, `store_unavailable`.
   */
  forget(question: Omit<ForgettingQuestion, "now">): Promise<ForgetResponse>;
}

const MOST_SHOWN = 200;
/** Each batch is a transaction, and other writers of the user wait for it. */
const TURNS_AT_ONCE = 200;

const viewOf = ({ id, kind, namespace, sessionId, observedAt }: Memory | Turn) => ({ id, kind, namespace, session_id: sessionId, observed_at: toIso(observedAt) });

function responseOf({ memories, turns, sessions, notFound, candidates }: Selection, dryRun: boolean): ForgetResponse {
  const all = [...memories.values(), ...turns.values()];
  return {
    dry_run: dryRun,
    memories: memories.size,
    turns: turns.size,
    sessions,
    items: all.slice(0, MOST_SHOWN).map((document) => ({ ...viewOf(document), ...(dryRun ? { text: document.text } : {}) })),
    more: all.length > MOST_SHOWN,
    not_found: notFound,
    candidates: dryRun ? candidates.map(({ document, score }) => ({ ...viewOf(document), text: document.text, score })) : [],
  };
}

export function createForgetting({ store, clock }: ForgettingServices): Forgetting {
  /** Memories first: as long as their turns are there, a request that is sent again finds what is left of them. */
  async function erase({ realm }: Pick<ForgettingQuestion, "realm">, { memories, turns }: Selection): Promise<void> {
    for (const id of memories.keys()) await store.eraseMemory(realm, { id, at: clock.now() });
    const ids = [...turns.keys()];
    for (let from = 0; from < ids.length; from += TURNS_AT_ONCE) {
      const { orphans } = await store.eraseTurns(realm, { ids: ids.slice(from, from + TURNS_AT_ONCE), at: clock.now() });
      // Made of these turns by a capture in the meantime.
      for (const id of orphans) await store.eraseMemory(realm, { id, at: clock.now() });
    }
  }

  return {
    async forget(question) {
      const selection = await selectForgotten(store, { ...question, now: clock.now() });
      if (!question.request.dry_run) await erase(question, selection);
      return responseOf(selection, question.request.dry_run);
    },
  };
}
