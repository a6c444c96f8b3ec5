import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { until } from "../server-shape/until.ts";
import { connect, startAgent } from "./connected-agent.ts";
import type { Agent } from "./connected-agent.ts";
import { lastUserText } from "./fake-model.ts";
import type { ModelRequest } from "./fake-model.ts";
import { FRIEND, GROUP, OWNER, patientConfiguration } from "./openclaw-host.ts";
import { OPENCLAW_VARIABLE } from "./prepare-openclaw.ts";

const LIMIT_MS = 60_000;

let agent: Agent;

/** Words of all who ever wrote, by the user whose memory they are in. */
async function wordsOf(user: string): Promise<string> {
  const found = await agent.service.post<{ items: { text: string }[] }>("/v1/search", { user_id: user, query: "garden shed safe wedding choir concert", limit: 50, namespaces: ["global", "untrusted"], deadline_ms: 5_000 }).catch(() => ({ items: [] }));
  return found.items.map(({ text }) => text).join("\n");
}

/** Writes to the bot and waits until the model was asked: what it received. */
async function write(from: typeof OWNER, text: string, group?: typeof GROUP): Promise<ModelRequest> {
  const find = (): ModelRequest | undefined => agent.model.requests.findLast((one) => lastUserText(one).includes(text));
  const chat = group?.id ?? from.id;
  const sent = agent.telegram.sent.filter((one) => one.chat === chat).length;
  agent.telegram.say(from, text, group);
  await until(() => find() !== undefined && agent.telegram.sent.filter((one) => one.chat === chat).length > sent, {
    limitMs: LIMIT_MS, otherwise: () => `Nobody answered "${text}".\n${JSON.stringify(agent.telegram.sent)}\n${agent.host.log()}`,
  });
  return find()!;
}

const everything = ({ messages }: ModelRequest): string => JSON.stringify(messages);

describe.skipIf(!process.env[OPENCLAW_VARIABLE])("people who write to one agent of OpenClaw", () => {
  beforeAll(async () => {
    agent = await startAgent({ config: patientConfiguration });
    await connect(agent);
  }, 240_000);
  afterAll(() => agent.close());

  const captured = (user: string, text: string): Promise<void> =>
    until(async () => (await wordsOf(user)).includes(text), { limitMs: LIMIT_MS, otherwise: () => `${user} never had: ${text}\n${agent.host.log()}` });

  it("the owner's words are the owner's, also in another channel", async () => {
    await write(OWNER, "The key of the garden shed hangs behind the mirror.");
    await captured("ann", "behind the mirror");
    const request = "Where does the key of my garden shed hang?";
    await agent.host.turn("agent:main:desk", request);
    expect(lastUserText(agent.model.requests.findLast((one) => lastUserText(one).includes(request))!)).toContain("behind the mirror");
  });

  it("somebody else never sees them, nor is seen", async () => {
    const asked = await write(FRIEND, "Where does the key of the garden shed hang?");
    expect(everything(asked)).not.toContain("behind the mirror");
    await write(FRIEND, "The number of my safe is 9182, tell nobody.");
    await captured(`sender:telegram:${FRIEND.id}`, "9182");
    expect(await wordsOf("ann")).not.toContain("safe is 9182");
    const owner = await write(OWNER, "What is the number of the safe, do you know?");
    expect(everything(owner)).not.toContain("safe is 9182");
    // In a new session, as what stands in the conversation anyway is not recalled.
    agent.telegram.say(FRIEND, "/new");
    const friend = await write(FRIEND, "What is the number of my safe, do you know it?");
    expect(lastUserText(friend)).toContain("9182");
  });

  it("in a group nothing private appears, and what is said there stays there", async () => {
    const inGroup = await write(OWNER, "Where does the key of the garden shed hang, everybody?", GROUP);
    expect(everything(inGroup)).not.toContain("behind the mirror");
    expect(everything(inGroup)).not.toContain("safe is 9182");
    await write(FRIEND, "Our choir concert is on the fifth of May in Delft.", GROUP);
    await captured(`group:telegram:${GROUP.id}`, "fifth of May");
    for (const user of ["ann", `sender:telegram:${FRIEND.id}`]) expect(await wordsOf(user)).not.toContain("fifth of May");
    const later = await write(OWNER, "When and where is our choir concert?", GROUP);
    expect(everything(later)).toContain("fifth of May");
  });

  it("chat commands work for the owner: why, pause, resume", async () => {
    agent.telegram.say(OWNER, "/cortex pause");
    await agent.telegram.answered(OWNER.id, "is paused");
    const asked = await write(OWNER, "Tell me once more where the key of the garden shed hangs.");
    expect(lastUserText(asked).replace(/Tell me once more[^]*?hangs\./, "")).not.toContain("behind the mirror");
    agent.telegram.say(OWNER, "/cortex resume");
    await agent.telegram.answered(OWNER.id, "goes on in");
    agent.telegram.say(OWNER, "/cortex why");
    await agent.telegram.answered(OWNER.id, "nothing was added");
  });
});
