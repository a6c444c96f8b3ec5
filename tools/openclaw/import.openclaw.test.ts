import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { until } from "../server-shape/until.ts";
import { connect, startAgent } from "./connected-agent.ts";
import type { Agent } from "./connected-agent.ts";
import { FRIEND, GROUP, OWNER, patientConfiguration } from "./openclaw-host.ts";
import { OPENCLAW_VARIABLE } from "./prepare-openclaw.ts";

const LIMIT_MS = 60_000;
const NAMESPACES = ["global", "untrusted"];

let agent: Agent;

/** All that was kept of what a user said, over all sessions. */
async function saidBy(user: string): Promise<string[]> {
  const texts: string[] = [];
  for (const namespace of NAMESPACES) {
    const query = `user_id=${encodeURIComponent(user)}&namespace=${namespace}`;
    const listed = await agent.service.get<{ sessions: { session_id: string }[] }>(`/v1/sessions?${query}`).catch(() => ({ sessions: [] }));
    for (const { session_id: id } of listed.sessions) {
      const { turns } = await agent.service.get<{ turns: { role: string; text: string }[] }>(`/v1/sessions/${encodeURIComponent(id)}/turns?${query}`);
      texts.push(...turns.filter(({ role }) => role === "user").map(({ text }) => text));
    }
  }
  return texts;
}

const captured = (user: string, text: string): Promise<void> =>
  until(async () => (await saidBy(user)).includes(text), { limitMs: LIMIT_MS, otherwise: () => `${user} never had: ${text}\n${agent.host.log()}` });

async function write(from: typeof OWNER, text: string, group?: typeof GROUP): Promise<void> {
  const chat = group?.id ?? from.id;
  const sent = agent.telegram.sent.filter((one) => one.chat === chat).length;
  agent.telegram.say(from, text, group);
  await until(() => agent.telegram.sent.filter((one) => one.chat === chat).length > sent, { limitMs: LIMIT_MS, otherwise: () => `Nobody answered "${text}".\n${agent.host.log()}` });
}

interface Report {
  accepted: number;
  invalid: unknown[];
}

async function importing(): Promise<Report> {
  const { code, stdout, stderr } = await agent.cortex("import", "openclaw-sessions", agent.host.environment["OPENCLAW_STATE_DIR"]!, "--user", "ann", "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Report;
}

describe.skipIf(!process.env[OPENCLAW_VARIABLE])("transcripts of OpenClaw", () => {
  beforeAll(async () => {
    agent = await startAgent({ config: patientConfiguration });
    await agent.host.startGateway();
  }, 240_000);
  afterAll(() => agent.close());

  const before = { own: "The boat lies at berth 27 in Marstrand.", local: "The lighthouse keeper is called Ebba.", friend: "My locker code is 5566.", group: "The choir sings on the ninth of May." };
  const since = { own: "We sail to Skagen on Saturday.", friend: "I bring the bread on Saturday." };

  it("bring what was said before the plugin was connected, each to whom it belongs, and nothing of what it captured since twice", async () => {
    await write(OWNER, before.own);
    await agent.host.turn("agent:main:desk", before.local);
    await write(FRIEND, before.friend);
    await write(OWNER, before.group, GROUP);
    await agent.host.stopGateway();
    await connect(agent);
    await write(OWNER, since.own);
    await write(FRIEND, since.friend);
    const friend = `sender:telegram:${FRIEND.id}`;
    await captured("ann", since.own);
    await captured(friend, since.friend);
    expect(await saidBy("ann")).toEqual([since.own]);

    const first = await importing();
    expect(first.invalid).toEqual([]);
    expect((await saidBy("ann")).toSorted()).toEqual([before.local, before.own, since.own].toSorted());
    expect(await saidBy(friend)).toEqual([before.friend, since.friend]);
    expect(await saidBy(`group:telegram:${GROUP.id}`)).toEqual([before.group]);
    expect((await importing()).accepted).toBe(0);
  }, 240_000);
});
