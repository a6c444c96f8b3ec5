import { startRerankServer } from "@memory-cortex/embedding/rerank-server";
import type { RerankServer } from "@memory-cortex/embedding/rerank-server";
import { say, startAnthropicServer } from "@memory-cortex/llm/anthropic-server";
import type { LlmServer, SeenRequest } from "@memory-cortex/llm/anthropic-server";
import type { RecallResponse, SynthesizeResponse } from "@memory-cortex/models";
import type { Explanation } from "@memory-cortex/recall";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startService, testModelFolder, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";

const TALK = [
  "My dentist appointment is on Tuesday at nine.", "The dentist moved my appointment to Friday at ten.", "The dentist wants my insurance card.", "My dentist is Dr. Wolf.",
  "I baked bread with rye flour.", "We grow tomatoes on the balcony.",
];
const QUESTION = "When is my dentist appointment?";
const FOLLOWING = "To which day was my dentist appointment moved?";
const NARRATIVE = "The dentist appointment was moved to Friday at ten.";
const SUMMARY = "Summary (from previous context)";

/** Says of the moved appointment what it is asked to tell, and captures nothing. */
function answer({ prompt }: SeenRequest) {
  const number = /number="(\d+)"[^>]*>The dentist moved/u.exec(prompt)?.[1];
  return say(number === undefined ? { memories: [], sentences: [] } : { sentences: [{ text: NARRATIVE, statements: [Number(number)] }] });
}

const modelFolder = await testModelFolder();

describe.skipIf(modelFolder === null)("what one recall prepares for the next, with a language model and a reranker", () => {
  let llm: LlmServer;
  let reranking: RerankServer;
  let service: Service;
  let remove: () => Promise<void>;
  const ask = (query: string, more: object = {}) => service.post<RecallResponse>("/v1/recall", { user_id: "ann", session_id: "now", query, deadline_ms: 10_000, ...more });
  const metrics = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text();

  beforeAll(async () => {
    [llm, reranking] = await Promise.all([startAnthropicServer(answer), startRerankServer()]);
    const throwaway = await throwawayHome();
    remove = throwaway.remove;
    service = await startService(throwaway.home, {
      CORTEX_MODEL_FOLDER: modelFolder!, CORTEX_LLM: "anthropic", CORTEX_LLM_URL: llm.url, CORTEX_LLM_API_KEY: "key", CORTEX_RERANKER: JSON.stringify({ url: `${reranking.url}/v1`, model: "bge" }),
    });
    const messages = TALK.map((content, index) => ({ role: "user", content, timestamp: `2026-05-0${index + 1}T09:00:00Z` }));
    await service.post("/ingest", { user_id: "ann", session_id: "then", messages });
    expect(await service.post("/v1/flush", { user_id: "ann", timeout_ms: 30_000 })).toMatchObject({ done: true });
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await Promise.all([llm.close(), reranking.close()]);
    await remove();
  });

  it("a narrative is made after a recall and stands in the next one on its topic only", async () => {
    expect((await ask(QUESTION)).context).not.toContain(SUMMARY);
    await expect.poll(async () => (await metrics()).includes('cortex_narratives_total{outcome="made"} 1'), { timeout: 20_000 }).toBe(true);
    const next = await ask(FOLLOWING);
    expect(next.context).toContain(`**${SUMMARY}:** ${NARRATIVE}`);
    expect(next.summary?.ids).toEqual([next.items.find(({ text }) => text.includes("moved"))?.id]);
    expect((await ask("What do we grow on the balcony?")).context).not.toContain(SUMMARY);
    expect((await ask(FOLLOWING, { session_id: "another" })).context).not.toContain(SUMMARY);
  }, 60_000);

  it("the same question asked again is answered from what was kept, until something is said", async () => {
    const query = "Who is my dentist?";
    const first = await ask(query, { without: ["summary"] });
    const again = await ask(query, { without: ["summary"] });
    expect(again.timings_ms).toHaveProperty("prewarmed");
    expect(again.items).toEqual(first.items);
    await service.post("/ingest", { user_id: "ann", session_id: "now", messages: [{ role: "user", content: "My dentist is Dr. Lang now.", timestamp: "2026-05-20T09:00:00Z" }] });
    const after = await ask(query, { without: ["summary"] });
    expect(after.timings_ms).not.toHaveProperty("prewarmed");
    expect(after.items.map(({ text }) => text)).toContain("My dentist is Dr. Lang now.");
    expect(await metrics()).toContain('cortex_recall_prewarmed_total{outcome="used"} 1');
  }, 60_000);

  it("a cross-encoder orders what lies close, and the explanation says so", async () => {
    const { rerank, items } = await service.post<Explanation>("/v1/explain", { user_id: "ann", query: "dentist", deadline_ms: 10_000 });
    expect(rerank).toMatchObject({ by: "cross-encoder:bge", outcome: expect.stringMatching(/^(?:changed|confirmed|apart)$/u) });
    for (const item of items) expect(Object.values(item.contributions).reduce((sum, value) => sum + value, 0)).toBeCloseTo(item.score, 9);
    const shown = await service.run("explain", "dentist");
    expect(shown.stdout.replaceAll(/\s+/gu, " ")).toContain("cross-encoder:bge");
    expect(await metrics()).toContain('cortex_recall_reranked_total{by="cross-encoder:bge"');
  }, 60_000);

  it("a narrative is told on request, its cost is counted, and no key or text stands in the metrics", async () => {
    const told = await service.post<SynthesizeResponse>("/v1/synthesize", { user_id: "ann", query: QUESTION });
    expect(told).toMatchObject({ narrative: NARRATIVE, ids: [expect.any(String)] });
    const text = await metrics();
    expect(text).toMatch(/cortex_llm_calls_total\{purpose="synthesize",model="[^"]+",outcome="ok"\} \d/u);
    expect(text).toMatch(/cortex_llm_tokens_total\{purpose="synthesize",model="[^"]+",kind="input"\} \d/u);
    expect(text).not.toMatch(/dentist/iu);
  }, 60_000);
});
