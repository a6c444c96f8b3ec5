import type { LegacyStats } from "@memory-cortex/models";
import type { Call } from "@memory-cortex/http";

import { everythingOf } from "../routes/everything-of.ts";
import type { RecallApiServices } from "../services.ts";

/** Users asked at the same time: each may open a file. */
const AT_ONCE = 8;

/** Figures over all users that the token may see. Costs one read a user. Summaries are not kept, so there are none. */
export async function legacyStats({ store }: Pick<RecallApiServices, "store">, access: Call["access"]): Promise<LegacyStats> {
  const users = (await store.users()).filter((user) => access.users === null || access.users.has(user));
  let memories = 0;
  let topics = 0;
  for (let start = 0; start < users.length; start += AT_ONCE) {
    const slice = users.slice(start, start + AT_ONCE);
    for (const stats of await Promise.all(slice.map((user) => store.stats(everythingOf(user, access))))) {
      memories += stats.activeMemories;
      topics += stats.topics;
    }
  }
  return { total_memories: memories, total_summaries: 0, unique_users: users.length, unique_topics: topics };
}
