import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { until } from "../server-shape/until.ts";
import { connect, startAgent } from "./connected-agent.ts";
import type { Agent } from "./connected-agent.ts";
import { FRIEND, OWNER, patientConfiguration } from "./openclaw-host.ts";
import { OPENCLAW_VARIABLE } from "./prepare-openclaw.ts";

const LIMIT_MS = 60_000;

let agent: Agent;

/** Everything that is kept of a user, in order. */
async function keptOf(user: string): Promise<string[]> {
  const query = `user_id=${encodeURIComponent(user)}`;
  const all: string[] = [];
  for (const namespace of ["global", "untrusted"]) {
    const listed = await agent.service.get<{ sessions: { session_id: string }[] }>(`/v1/sessions?${query}&namespace=${namespace}`).catch(() => ({ sessions: [] }));
    for (const { session_id: id } of listed.sessions) {
      const { turns } = await agent.service.get<{ turns: { text: string }[] }>(`/v1/sessions/${encodeURIComponent(id)}/turns?${query}&namespace=${namespace}`);
      all.push(...turns.map(({ text }) => text));
    }
  }
  return all;
}

describe.skipIf(!process.env[OPENCLAW_VARIABLE])("people who share one session, as OpenClaw has it by default", () => {
  beforeAll(async () => {
    agent = await startAgent({ config: (parts) => patientConfiguration(parts).replace("  session: { dmScope: 'per-channel-peer' },", "") });
    await connect(agent);
  }, 240_000);
  afterAll(() => agent.close());

  it("have each a memory of their own: words of one are never kept as another's", async () => {
    const said: [typeof OWNER, string][] = [
      [OWNER, "The key of the garden shed hangs behind the mirror."], [FRIEND, "The number of my safe is 9182, tell nobody."],
      [OWNER, "My dentist is in the Church Street since May."], [FRIEND, "My wedding is on the fifth of June."],
    ];
    for (const [from, text] of said) {
      const count = agent.telegram.sent.filter(({ chat }) => chat === from.id).length;
      agent.telegram.say(from, text);
      await until(() => agent.telegram.sent.filter(({ chat }) => chat === from.id).length > count, { limitMs: LIMIT_MS, otherwise: () => `Nobody answered "${text}".\n${agent.host.log()}` });
    }
    const friend = `sender:telegram:${FRIEND.id}`;
    const has = async (user: string, text: string): Promise<boolean> => (await keptOf(user)).includes(text);
    await until(async () => (await has("ann", said[2]![1])) && (await has(friend, said[3]![1])), { limitMs: LIMIT_MS, otherwise: () => agent.host.log() });
    const words = async (user: string): Promise<string[]> => (await keptOf(user)).filter((text) => text !== "Understood.");
    expect(await words("ann")).toEqual([said[0]![1], said[2]![1]]);
    expect(await words(friend)).toEqual([said[1]![1], said[3]![1]]);
  });
});
