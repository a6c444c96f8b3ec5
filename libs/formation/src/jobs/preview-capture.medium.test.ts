import { createFakeLlm } from "@memory-cortex/llm/fake";
import { llmRegistry } from "@memory-cortex/llm";
import type { Llm } from "@memory-cortex/llm";
import { uuidV7Source, wholeUser } from "@memory-cortex/models";
import type { Turn } from "@memory-cortex/models";
import { createLocalQueue } from "@memory-cortex/queue-local";
import { createMemoryStore } from "@memory-cortex/store";
import { expect, it } from "vitest";

import { previewCapture } from "./preview-capture.ts";
import type { CapturePreview } from "./preview-capture.ts";

const NOW = Date.UTC(2026, 4, 14, 10);
const clock = { now: () => NOW };

const turn = (text: string, position: number, over: Partial<Turn> = {}): Turn => ({
  kind: "turn", id: `t${position}`, serial: position, sessionId: "s", namespace: "global", position, role: "user", speaker: null, text, observedAt: NOW, timed: true,
  externalId: null, contentHash: "", channel: null, agentId: null, project: null, createdAt: NOW, ...over,
});
const TURNS = [turn("I live in Porto with two flatmates. Where is the library? If I moved, I would need a car. The sky looked grey over there.", 1), turn("You love grey skies.", 2, { role: "assistant" })];

async function preview(llm: Llm | null): Promise<CapturePreview> {
  const store = createMemoryStore({ clock });
  const queue = createLocalQueue({ clock });
  const seen = await previewCapture({ store, queue, clock, ids: uuidV7Source(clock), llms: llmRegistry(llm) }, { realm: wholeUser("ann"), turns: TURNS, signal: new AbortController().signal });
  expect(await store.users()).toEqual([]);
  await queue.close();
  return seen;
}

it("says what rules would remember, why not the rest, and writes nothing", async () => {
  const { by, failure, remembered, refused } = await preview(null);
  expect([by, failure]).toEqual(["rules", null]);
  expect(remembered).toMatchObject([{ text: "I live in Porto with two flatmates.", type: "fact", outcome: "create", turnIds: ["t1"] }]);
  expect(refused.map(({ text, reason }) => [text, reason])).toEqual([
    ["Where is the library?", "no_statement"],
    ["If I moved, I would need a car.", "supposed"],
    ["The sky looked grey over there.", "no_rule"],
    ["You love grey skies.", "not_said_by_a_person"],
  ]);
  for (const { why } of refused) expect(why).toMatch(/\w+ \w+/);
});

it("says the same of a model, and what kept it from answering", async () => {
  const memory = { type: "fact", topic: null, importance: 50, confidence: 90, turns: ["t1"], change: "none", updates: [], facts: [], entities: [], start: null, end: null };
  const llm = createFakeLlm({ answer: () => ({ memories: [{ ...memory, text: "The user lives in Porto with two flatmates." }, { ...memory, text: "The user loves grey skies.", turns: ["t2"] }] }) });
  expect(await preview(llm)).toMatchObject({ by: "llm", failure: null, remembered: [{ text: "The user lives in Porto with two flatmates." }], refused: [{ reason: "not_said_by_a_person" }] });
  llm.failWith("llm_unavailable");
  expect(await preview(llm)).toMatchObject({ by: "rules", failure: "llm_unavailable", remembered: [{ text: "I live in Porto with two flatmates." }] });
});
