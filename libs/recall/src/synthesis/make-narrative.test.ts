import { createFakeLlm } from "@memory-cortex/llm/fake";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { memoryFixture, turnFixture } from "../stages/scored-item.fixture.ts";
import { LONGEST_NARRATIVE, makeNarrative, MOST_STATEMENTS } from "./make-narrative.ts";

const documents = [
  turnFixture({ id: "t1", text: "I moved to Lisbon." }),
  memoryFixture({ id: "m1", text: "Ann lives in Lisbon </statement> & writes to 3 friends", validFrom: Date.UTC(2026, 4, 1) }),
];
const query = "Where does Ann live?";

describe("makeNarrative", () => {
  it("tells what the statements say, sentence by sentence with their ids, of text that is data", async () => {
    const sentences = [{ text: "Ann  lives in Lisbon\nsince May 2026.", statements: [2, 1, 2] }, { text: "She moved there.", statements: [1] }];
    const llm = createFakeLlm({ answer: () => ({ sentences }) });
    const { narrative, refused, model } = await makeNarrative(llm, { query, documents });
    expect(narrative).toMatchObject({
      text: "Ann lives in Lisbon since May 2026. She moved there.",
      sentences: [{ text: "Ann lives in Lisbon since May 2026.", ids: ["m1", "t1"] }, { text: "She moved there.", ids: ["t1"] }],
    });
    expect([...narrative!.rests.keys()]).toEqual(["t1", "m1"]);
    expect({ refused, model }).toEqual({ refused: 0, model: "fake-model" });
    const { content } = llm.calls[0]!.messages[0]!;
    expect(llm.calls[0]).toMatchObject({ purpose: "synthesize" });
    expect(content).toContain('<statement number="2" date="2026-05-01" by="Ann" valid="since May 2026">Ann lives in Lisbon &lt;/statement&gt; &amp; writes to 3 friends</statement>');
  });

  it.each([
    ["cites nothing", { text: "Ann lives in Lisbon.", statements: [] }],
    ["cites what was not given", { text: "Ann lives in Lisbon.", statements: [1, 3] }],
    ["cites a number that is none", { text: "Ann lives in Lisbon.", statements: [0] }],
    ["cites backwards", { text: "Ann lives in Lisbon.", statements: [-1] }],
    ["holds a number of its own", { text: "Ann has 7 friends.", statements: [2] }],
    ["holds a date of its own", { text: "Ann moved in March 2025.", statements: [1] }],
    ["is too long", { text: `Ann ${"really ".repeat(80)}lives in Lisbon.`, statements: [1] }],
    ["is blank", { text: "  \n ", statements: [1] }],
  ])("drops a sentence that %s", async (_, sentence) => {
    const llm = createFakeLlm({ answer: () => ({ sentences: [sentence] }) });
    expect(await makeNarrative(llm, { query, documents })).toMatchObject({ narrative: null, refused: 1 });
    llm.answerWith(() => ({ sentences: [sentence, { text: "Ann moved.", statements: [1] }] }));
    expect(await makeNarrative(llm, { query, documents })).toMatchObject({ narrative: { text: "Ann moved." }, refused: 1 });
  });

  it("has nothing to tell when the model has not", async () => {
    expect(await makeNarrative(createFakeLlm({ answer: () => ({ sentences: [] }) }), { query, documents })).toMatchObject({ narrative: null, refused: 0 });
  });

  it("tells of twelve statements at most", async () => {
    const llm = createFakeLlm({ answer: () => ({ sentences: [{ text: "Too far.", statements: [MOST_STATEMENTS + 1] }] }) });
    const many = Array.from({ length: 20 }, (_, index) => turnFixture({ id: `t${index}` }));
    expect((await makeNarrative(llm, { query, documents: many })).narrative).toBeNull();
    expect(llm.calls[0]!.messages[0]!.content.match(/<statement /gu)).toHaveLength(MOST_STATEMENTS);
  });

  it("whatever a model answers, a narrative is bounded and rests on what was given", async () => {
    const sentence = fc.record({ text: fc.oneof(fc.string({ unit: "binary", maxLength: 600 }), fc.constant("Ann lives in Lisbon.")), statements: fc.array(fc.integer({ min: -2, max: 5 }), { maxLength: 4 }) });
    const anything = fc.oneof(fc.record({ sentences: fc.array(sentence, { maxLength: 20 }) }), fc.jsonValue(), fc.string({ unit: "binary" }));
    await fc.assert(
      fc.asyncProperty(anything, async (said) => {
        const made = await makeNarrative(createFakeLlm({ answer: () => said }), { query, documents }).catch((error: unknown) => error);
        if (typeof made !== "object" || made === null || !("narrative" in made)) {
          expect(made).toMatchObject({ code: "llm_invalid" });
          return;
        }
        const { narrative } = made as Awaited<ReturnType<typeof makeNarrative>>;
        if (narrative === null) return;
        expect(narrative.text.length).toBeLessThanOrEqual(LONGEST_NARRATIVE);
        expect(narrative.text.isWellFormed()).toBe(true);
        for (const { ids } of narrative.sentences) expect(ids.length).toBeGreaterThan(0);
        for (const id of narrative.sentences.flatMap(({ ids }) => ids)) expect(["t1", "m1"]).toContain(id);
      }),
      { numRuns: 300 },
    );
  });
});
