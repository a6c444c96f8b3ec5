import { readFile } from "node:fs/promises";

import { stripInjectedBlocks } from "@memory-cortex/text";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { until } from "../server-shape/until.ts";
import { connect, startAgent } from "./connected-agent.ts";
import type { Agent } from "./connected-agent.ts";
import { lastUserText, systemPromptOf, textOf } from "./fake-model.ts";
import type { ModelRequest } from "./fake-model.ts";
import { NOTES, patientConfiguration } from "./openclaw-host.ts";
import { OPENCLAW_VARIABLE } from "./prepare-openclaw.ts";

const LIMIT_MS = 30_000;
const USER = "ann";
const TOOLS = ["memory_recall", "memory_store", "memory_forget", "memory_list", "memory_stats", "memory_export", "memory_import", "memory_search", "memory_get"];

let agent: Agent;
/** OpenClaw's configuration before anything was connected. */
let before: string;

interface Turn {
  role: string;
  text: string;
}

/** Everything that was said and kept, over all sessions. */
async function turns(user = USER): Promise<Turn[]> {
  const query = `user_id=${encodeURIComponent(user)}`;
  const listed = await agent.service.get<{ sessions: { session_id: string }[] }>(`/v1/sessions?${query}`).catch(() => ({ sessions: [] }));
  const all = await Promise.all(listed.sessions.map(({ session_id: id }) => agent.service.get<{ turns: Turn[] }>(`/v1/sessions/${encodeURIComponent(id)}/turns?${query}`)));
  return all.flatMap((session) => session.turns);
}

const countOf = async (text: string): Promise<number> => (await turns()).filter((turn) => turn.text.includes(text)).length;

const captured = (text: string): Promise<void> =>
  until(async () => (await countOf(text)) > 0, { limitMs: LIMIT_MS, otherwise: () => `Never captured: ${text}\n${agent.host.log()}\n${agent.service.log()}` });

function commonStart(one: string, other: string): number {
  const end = [...one].findIndex((character, index) => character !== other[index]);
  return end < 0 ? one.length : end;
}

/** What the model received for a message: the last request whose newest user text holds it. */
function requestOf(message: string): ModelRequest {
  const request = agent.model.requests.findLast((one) => lastUserText(one).includes(message));
  if (request === undefined) throw new Error(`The model never received "${message}".`);
  return request;
}

describe.skipIf(!process.env[OPENCLAW_VARIABLE])("turns of OpenClaw with this memory", () => {
  beforeAll(async () => {
    agent = await startAgent({ config: patientConfiguration });
    before = await readFile(agent.host.configFile, "utf8");
    await connect(agent);
  }, 240_000);
  afterAll(() => agent.close());

  it("puts a fact that was told in one session into the prompt of another", async () => {
    const told = "My sister Marta moved to Rotterdam in March.";
    await agent.host.turn("agent:main:told", told);
    await captured("moved to Rotterdam");
    const question = "Which town does my sister Marta live in now?";
    expect(await agent.host.turn("agent:main:asked", question)).toBe("Understood.");
    const received = lastUserText(requestOf(question));
    expect(received).toContain("Rotterdam");
    // Appended: the words of the person come first, so that everything before them stays as the provider has cached it.
    expect(received.indexOf(question)).toBeLessThan(received.indexOf("Rotterdam"));
    expect(systemPromptOf(requestOf(question))).not.toContain("Rotterdam");
    // Once, though the host registers the plugin several times.
    expect(received.split("<memory-cortex>")).toHaveLength(2);
  });

  it("leaves the beginning of a conversation as it was, so that the provider's prompt cache holds", async () => {
    const session = "agent:main:cached";
    const [first, second] = ["What did my sister Marta do in March, again?", "And which river flows through the town that my sister Marta lives in?"];
    await agent.host.turn(session, first);
    await agent.host.turn(session, second);
    const [earlier, later] = [requestOf(first), requestOf(second)];
    expect(systemPromptOf(later)).toBe(systemPromptOf(earlier));
    expect(later.tools).toEqual(earlier.tools);
    const place = earlier.messages.findIndex((message) => textOf(message).includes(first));
    expect(later.messages.slice(0, place)).toEqual(earlier.messages.slice(0, place));
    // What was recalled for the first question is not in the history of the second, and the question stands there as it was typed.
    const [sent, kept] = [earlier.messages[place]!, later.messages[place]!].map(textOf) as [string, string];
    expect(sent).toContain("Rotterdam");
    expect(kept).not.toContain("Rotterdam");
    expect(stripInjectedBlocks(sent).replaceAll(/\s+/g, " ")).toBe(kept.replaceAll(/\s+/g, " "));
    expect(commonStart(sent, kept)).toBeGreaterThanOrEqual(sent.indexOf(first) + first.length);
  });

  it("keeps MEMORY.md and USER.md in the prompt", async () => {
    await agent.host.turn("agent:main:notes", "Tell me something about boats and harbours.");
    const prompt = systemPromptOf(requestOf("boats and harbours"));
    expect(prompt).toContain(NOTES.memory);
    expect(prompt).toContain(NOTES.user);
  });

  it("puts the tools into the hands of the model, and their calls arrive", async () => {
    const request = "Please note that my bicycle is a green Gazelle.";
    agent.model.answerWith(({ messages }) => {
      const answered = messages.filter(({ role }) => role === "tool").length;
      if (answered === 0) return { tool: "memory_store", parameters: { text: "The bicycle is a green Gazelle." } };
      if (answered === 1) return { tool: "memory_recall", parameters: { query: "What colour is the bicycle?" } };
      return "Noted for good.";
    });
    expect(await agent.host.turn("agent:main:tools", request)).toBe("Noted for good.");
    agent.model.answerWith(() => "Understood.");
    const last = requestOf(request);
    expect(last.tools.map(({ function: { name } }) => name)).toEqual(expect.arrayContaining(TOOLS));
    const results = last.messages.filter(({ role }) => role === "tool").map(textOf);
    expect(results).toHaveLength(2);
    expect(results[1]).toContain("green Gazelle");
    const { memories } = await agent.service.get<{ memories: { content: string }[] }>(`/v1/memories?user_id=${USER}`);
    expect(memories.map(({ content }) => content)).toContain("The bicycle is a green Gazelle.");
  });

  it("neither recalls for a heartbeat nor captures it", async () => {
    const count = agent.model.requests.length;
    const woken = await agent.host.run("system", "event", "--text", "The kettle of Marta boils.", "--mode", "now");
    expect(woken.code).toBe(0);
    await until(() => agent.model.requests.length > count, { limitMs: LIMIT_MS, otherwise: () => agent.host.log() });
    const heartbeat = agent.model.requests[count]!;
    expect(JSON.stringify(heartbeat.messages)).toContain("kettle");
    expect(JSON.stringify(heartbeat.messages)).not.toContain("Rotterdam");
    // A turn after it is captured, the heartbeat before it is not.
    await agent.host.turn("agent:main:main", "The cat sleeps on the blue chair.");
    await captured("blue chair");
    expect(await countOf("kettle")).toBe(0);
    expect((await turns()).filter(({ text }) => /heartbeat|NO_REPLY/i.test(text))).toEqual([]);
  });

  it("answers while the memory is dead, and captures once what was said meanwhile when it is back", async () => {
    await agent.service.kill();
    const [first, second] = ["The spare key lies under the third flowerpot.", "The alarm of the boat is 4711."];
    expect(await agent.host.turn("agent:main:dead", first)).toBe("Understood.");
    expect(await agent.host.turn("agent:main:dead", second)).toBe("Understood.");
    await agent.service.start();
    expect(await agent.host.turn("agent:main:dead", "Thank you, that is all I wanted to say for today.")).toBe("Understood.");
    await captured("third flowerpot");
    await captured("4711");
    await captured("that is all I wanted");
    const said = (await turns()).map(({ text }) => text);
    for (const text of [first, second]) expect(said.filter((one) => one === text)).toHaveLength(1);
    expect(said.indexOf(first)).toBeLessThan(said.indexOf(second));
  });

  it("keeps no word of what it put into prompts, and nothing of tools", async () => {
    const said = await turns();
    expect(said.filter(({ text }) => /untrusted|memory_recall|call_\d/i.test(text))).toEqual([]);
    expect(said.filter(({ role }) => role === "tool")).toEqual([]);
    expect(await countOf("moved to Rotterdam")).toBe(1);
  });

  it("tells a person how it does", async () => {
    const { code, stdout } = await agent.host.run("cortex", "status");
    expect([code, stdout]).toEqual([0, expect.stringContaining(agent.service.url)]);
  });

  it("goes back while the gateway runs: the file byte for byte, and the agent answers with its old memory", async () => {
    expect((await agent.cortex("disconnect", "openclaw", "--yes")).code).toBe(0);
    expect(await readFile(agent.host.configFile, "utf8")).toBe(before);
    await until(async () => (await agent.host.invoke("memory_stats", {})).status === 404, { limitMs: LIMIT_MS, otherwise: () => agent.host.log() });
    const question = "In which town does my sister Marta live now, please?";
    expect(await agent.host.turn("agent:main:after", question)).toBe("Understood.");
    const request = requestOf(question);
    expect(JSON.stringify(request.messages)).not.toContain("Rotterdam");
    expect(systemPromptOf(request)).toContain(NOTES.memory);
    expect((await agent.host.invoke("memory_search", { query: "boat" })).status).toBe(200);
  });
});
