import { post } from "../http-client.ts";
import { UnusableWish } from "../unusable-wish.ts";

/** A mode cannot be measured here; the message says what is missing. */
export class ModeUnavailable extends UnusableWish {}

/** A configured embedder that does not serve would quietly measure something else. Throws {@link ModeUnavailable}. */
export async function needLegs(url: string, userId: string, embedders: readonly string[]): Promise<void> {
  if (embedders.length === 0) return;
  const { degraded } = await post<{ degraded: { part: string; reason: string }[] }>(`${url}/v1/search`, { query: "anything at all", user_id: userId, deadline_ms: 20_000 });
  const missing = degraded.filter(({ part }) => part.startsWith("meaning"));
  if (missing.length > 0) throw new ModeUnavailable(`${missing.map(({ part, reason }) => `${part}: ${reason}`).join(", ")}; \`cortex model use\` prepares a model`);
}
