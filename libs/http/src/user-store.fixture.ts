import { realmOf } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";

/** A store that knows the users. */
export async function storeOf(users: readonly string[], clock: Clock): Promise<Store> {
  const store = createMemoryStore({ clock });
  for (const user of users) {
    const turn = { id: user, role: "user", speaker: null, text: "a", observedAt: 0, timed: true, externalId: null, contentHash: "a", terms: ["a"], words: 1, signals: 0, createdAt: 0 } as const;
    await store.appendTurns(realmOf(user), { session: { sessionId: "s", channel: null, agentId: null, project: null }, revision: 0, inserts: [{ at: 0, turns: [turn] }] });
  }
  return store;
}
