import { fail, say as saying, startAnthropicServer } from "@memory-cortex/llm/anthropic-server";
import type { LlmServer, SeenRequest } from "@memory-cortex/llm/anthropic-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { startService, testModelFolder, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";

interface Item {
  id: string;
  kind: string;
  text: string;
  valid_from?: string | null;
  valid_to?: string | null;
}
interface Answer {
  items: Item[];
  context: string;
}

const modelFolder = await testModelFolder();
const QUESTION = "Where does the user live?";
const JANUARY = { session_id: "january", messages: [
  { role: "user", content: "Hello! I live in Berlin, in a flat near the river.", timestamp: "2026-01-12T09:00:00Z" },
  { role: "assistant", content: "Nice to meet you. How can I help?", timestamp: "2026-01-12T09:00:10Z" },
] };
const JUNE = { session_id: "june", messages: [
  { role: "user", content: "By the way, we moved to Lisbon in May.", timestamp: "2026-06-03T18:30:00Z" },
  { role: "assistant", content: "Congratulations on the move!", timestamp: "2026-06-03T18:30:12Z" },
] };

const memory = (text: string, turns: string[], over: object) => ({ text, type: "fact", topic: "home", importance: 70, confidence: 90, turns, change: "none", updates: [], facts: [], entities: [], start: null, end: null, ...over });
const livesIn = (object: string, from: string | null) => ({ subject: "user", predicate: "LIVES_IN", object, negated: false, from, to: null });

/** What a model makes of the two conversations: the number of a turn is read from the prompt, as a model reads it. */
function understood({ prompt }: SeenRequest): object {
  const turnOf = (words: string): string[] => [new RegExp(`^(t\\d+) .*${words}`, "m").exec(prompt)?.[1] ?? []].flat();
  const berlin = turnOf("I live in Berlin");
  const lisbon = turnOf("moved to Lisbon in May");
  return { memories: [
    ...(berlin.length === 0 ? [] : [memory("The user lives in Berlin, in a flat near the river.", berlin, { facts: [livesIn("Berlin", null)], entities: [{ name: "Berlin", type: "place", aliases: [] }] })]),
    ...(lisbon.length === 0 ? [] : [memory("The user moved to Lisbon in May 2026.", lisbon, { change: "replaces", facts: [livesIn("Lisbon", "2026-05")], entities: [{ name: "Lisbon", type: "place", aliases: [] }] })]),
    memory("The user owns seven horses.", lisbon.length === 0 ? berlin : lisbon, {}),
  ] };
}

let home: string;
let remove: () => Promise<void>;
let service: Service;

async function say(conversation: typeof JANUARY): Promise<void> {
  await service.post("/ingest", { user_id: "ann", ...conversation });
  const { done } = await service.post<{ done: boolean }>("/v1/flush", { user_id: "ann", timeout_ms: 20_000 });
  expect(done).toBe(true);
}

const ask = (more: object = {}): Promise<Answer> => service.post("/v1/recall", { user_id: "ann", query: QUESTION, deadline_ms: 5_000, ...more });
const memories = async (more: object = {}): Promise<Item[]> => (await ask({ kinds: ["memory"], ...more })).items;

describe.skipIf(modelFolder === null)("somebody moves house", () => {
  beforeEach(async () => {
    ({ home, remove } = await throwawayHome());
  });
  afterEach(async () => {
    await service.stop();
    await remove();
  });

  /** What must hold however the memories were formed. */
  async function lisbonIsTrueAndBerlinWas(): Promise<void> {
    const now = await memories();
    expect(now[0]!.text).toContain("Lisbon");
    expect(now[0]!.valid_from).toMatch(/^2026-05/);
    expect(now.filter(({ text }) => text.includes("Berlin"))).toEqual([]);
    expect((await ask()).context).toContain("Lisbon");

    const all = await memories({ include_history: true });
    const berlin = all.find(({ text }) => text.includes("Berlin"))!;
    expect(all.some(({ text }) => text.includes("Lisbon"))).toBe(true);
    expect(berlin.valid_to).toMatch(/^2026-05/);

    const march = await memories({ as_of: "2026-03-15T00:00:00Z" });
    expect(march[0]!.text).toContain("Berlin");
    expect(march.filter(({ text }) => text.includes("Lisbon"))).toEqual([]);

    const { turns } = await service.get<{ turns: { text: string }[] }>("/v1/sessions/january/turns?user_id=ann");
    expect(turns[0]!.text).toContain("I live in Berlin");
    const { versions } = await service.get<{ versions: { content: string }[] }>(`/v1/memories/${berlin.id}/history?user_id=ann`);
    expect(versions.map(({ content }) => /Berlin|Lisbon/.exec(content)?.[0])).toEqual(["Berlin", "Lisbon"]);
  }

  it("is understood by rules", async () => {
    service = await startService(home, { CORTEX_MODEL_FOLDER: modelFolder! });
    await say(JANUARY);
    expect((await memories())[0]!.text).toContain("Berlin");
    await say(JUNE);
    await lisbonIsTrueAndBerlinWas();
  });

  describe("with a language model", () => {
    let model: LlmServer;
    const environment = () => ({ CORTEX_MODEL_FOLDER: modelFolder!, CORTEX_LLM: "anthropic", CORTEX_LLM_API_KEY: "sk-test", CORTEX_LLM_URL: model.url });
    const asked = (): SeenRequest[] => model.requests.filter(({ prompt }) => prompt.includes("<new>"));

    beforeEach(async () => {
      model = await startAnthropicServer((request) => saying(understood(request)));
    });
    afterEach(() => model.close());

    it("is understood over the wire, in one call a window, and only what was said is believed", async () => {
      service = await startService(home, environment());
      await say(JANUARY);
      expect((await memories())[0]!.text).toBe("The user lives in Berlin, in a flat near the river.");
      await say(JUNE);
      await lisbonIsTrueAndBerlinWas();
      expect(asked()).toHaveLength(2);
      expect((await memories({ include_history: true })).filter(({ text }) => text.includes("horses"))).toEqual([]);
      const { entities } = await service.get<{ entities: { name: string; type: string }[] }>("/v1/entities?user_id=ann&type=place");
      expect(entities.map(({ name }) => name)).toEqual(expect.arrayContaining(["Berlin", "Lisbon"]));
      expect(service.output.stderr).not.toContain("sk-test");
    });

    it("goes on by rules while the model is down, and is improved once it is back", async () => {
      model.respond(() => fail(529));
      service = await startService(home, { ...environment(), CORTEX_RECONCILE_SECONDS: "1" });
      await say(JANUARY);
      expect((await memories())[0]!.text).toContain("I live in Berlin");
      await service.stop();
      model.respond((request) => saying(understood(request)));
      service = await startService(home, { ...environment(), CORTEX_RECONCILE_SECONDS: "1" });
      await expect.poll(async () => (await memories())[0]?.text, { timeout: 30_000 }).toBe("The user lives in Berlin, in a flat near the river.");
      expect((await memories()).filter(({ text }) => text.includes("Berlin"))).toHaveLength(1);
      await say(JUNE);
      expect((await memories())[0]!.text).toContain("Lisbon");
    });
  });
});
