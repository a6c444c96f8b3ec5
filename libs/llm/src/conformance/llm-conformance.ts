import { CortexError } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { CompletionRequest, Llm } from "../llm.ts";
import { spentOf } from "../spent.ts";

/** What reaches the model. */
export interface Asked {
  system: string;
  messages: readonly { role: string; content: string }[];
}

/** What the model says. */
export interface Saying {
  text: string;
  stop?: "end" | "length" | "refusal";
}

export interface LlmUnderTest {
  llm: Llm;
  /** Answers from now on. */
  answerWith(answer: (asked: Asked) => Saying): void;
  /** Calls hang from now on. */
  stall(): void;
  close(): Promise<void>;
}

export interface LlmConformanceOptions {
  start(): Promise<LlmUnderTest>;
  /** Servers without a word for it leave a refusal to the answer's text: false for these. */
  refuses?: boolean;
}

const schema = z.object({ memories: z.array(z.object({ text: z.string(), sureness: z.number().int().min(0).max(100) })).max(3) });
const GOOD = { memories: [{ text: "Ann lives in Lisbon.", sureness: 90 }] };
const EXAMPLE = '{"memories":[{"text":"The example of the prompt.","sureness":50}]}';
const TURN = "We moved to Lisbon in May, and it is lovely here; the dentist is round the corner.";

const STRUCTURED: CompletionRequest<typeof schema> = {
  purpose: "capture",
  system: [{ text: `Write down what lasts. For example: ${EXAMPLE}`, cached: true }, { text: "Answer in JSON." }],
  messages: [{ role: "user", content: "Hello." }, { role: "assistant", content: "Hello!" }, { role: "user", content: TURN }],
  schema,
  maxTokens: 500,
};
const PLAIN: CompletionRequest<null> = { ...STRUCTURED, purpose: "synthesize", schema: null };

const codeOf = (error: unknown): string => (CortexError.isInstance(error) ? error.code : `not a CortexError: ${String(error)}`);

const USABLE: [string, string][] = [
  ["JSON", JSON.stringify(GOOD)],
  ["JSON in a fence", `\`\`\`json\n${JSON.stringify(GOOD, null, 2)}\n\`\`\``],
  ["JSON after words, with braces in strings", `Sure! {curly} Here it is: ${JSON.stringify(GOOD)} I hope {this} helps.`],
  ["JSON after thoughts", `<think>Would {"memories": []} do?</think>\n${JSON.stringify(GOOD)}`],
  ["JSON after thoughts that the template began", `They moved. {"memories": []}?</think>${JSON.stringify(GOOD)}`],
  ["JSON after the example of the prompt", `As in ${EXAMPLE}, so: ${JSON.stringify(GOOD)}`],
];

const UNUSABLE: [string, Saying][] = [
  ["cut off", { text: '{"memories":[{"text":"Ann li', stop: "length" }],
  ["cut off where it looks whole", { text: JSON.stringify(GOOD), stop: "length" }],
  ["truncated", { text: '{"memories":[{"text":"Ann li' }],
  ["of a wrong shape", { text: '{"memories":[{"text":7}]}' }],
  ["out of range", { text: '{"memories":[{"text":"a","sureness":1932}]}' }],
  ["too long a list", { text: JSON.stringify({ memories: Array.from({ length: 4 }, () => GOOD.memories[0]) }) }],
  ["a list instead of an object", { text: "[]" }],
  ["empty", { text: "" }],
  ["blank", { text: " \n\t " }],
  ["words", { text: "I could not find anything worth keeping." }],
  ["thoughts that never end", { text: `<think>Perhaps ${JSON.stringify(GOOD)}` }],
  ["the prompt again", { text: TURN }],
  ["the example of the prompt", { text: `For example: ${EXAMPLE}` }],
  ["a megabyte of words", { text: "word ".repeat(200_000) }],
  ["a megabyte of open braces", { text: '{"a":'.repeat(200_000) }],
];

/** What every language model must do, whatever is behind it. Drivers and wrappers run it in their tests. */
export function llmConformance(name: string, { start, refuses = true }: LlmConformanceOptions): void {
  describe(`${name} keeps the contract of a language model`, () => {
    let tested: LlmUnderTest;
    beforeEach(async () => {
      tested = await start();
    });
    afterEach(async () => {
      await tested.llm.close();
      await tested.close();
    });

    it("has an identity", () => {
      expect(tested.llm.identity.name).toMatch(/^[a-z0-9-]+$/u);
      expect(tested.llm.identity.model).not.toBe("");
    });

    it("gives text, with what it took", async () => {
      tested.answerWith(() => ({ text: "  A narrative: {not JSON}.\n" }));
      const completion = await tested.llm.complete(PLAIN);
      expect(completion.value).toBe("A narrative: {not JSON}.");
      expect(completion.model).not.toBe("");
      expect(completion.latencyMs).toBeGreaterThanOrEqual(0);
      const { input, output, cacheRead, cacheWrite } = completion.usage;
      for (const tokens of [input, output, cacheRead, cacheWrite]) expect(Number.isInteger(tokens) && tokens >= 0).toBe(true);
      expect(input + cacheRead + cacheWrite).toBeGreaterThan(0);
      expect(output).toBeGreaterThan(0);
      if (completion.costUsd !== null) expect(completion.costUsd).toBeGreaterThanOrEqual(0);
    });

    it.each(USABLE)("gives what the schema makes of %s", async (_, text) => {
      tested.answerWith(() => ({ text }));
      expect((await tested.llm.complete(STRUCTURED)).value).toEqual(GOOD);
    });

    it.each(UNUSABLE)("refuses an answer that is %s, and says what it cost, but not what it said", async (_, saying) => {
      tested.answerWith(() => saying);
      const error: unknown = await tested.llm.complete(STRUCTURED).catch((thrown: unknown) => thrown);
      expect(codeOf(error)).toBe("llm_invalid");
      expect((error as CortexError).message).not.toMatch(/Ann|Lisbon|memories|word word/u);
      expect(spentOf(error)?.usage.input).toBeGreaterThan(0);
      tested.answerWith(() => ({ text: JSON.stringify(GOOD) }));
      expect((await tested.llm.complete(STRUCTURED)).value).toEqual(GOOD);
    });

    it.each([["empty", { text: "" }], ["cut off", { text: "A nar", stop: "length" as const }], ["only thoughts", { text: "<think>So" }], ["its prompt again", { text: `You said: ${TURN}` }]])(
      "refuses text that is %s", async (_, saying) => {
        tested.answerWith(() => saying);
        expect(await tested.llm.complete(PLAIN).catch(codeOf)).toBe("llm_invalid");
      });

    it("says when the model declines", async () => {
      tested.answerWith(() => ({ text: "", stop: "refusal" }));
      const error: unknown = await tested.llm.complete(STRUCTURED).catch((thrown: unknown) => thrown);
      expect(codeOf(error)).toBe(refuses ? "llm_refused" : "llm_invalid");
      expect((error as CortexError).retryable).toBe(false);
    });

    it("hands on the system prompt and the messages, whole and in order", async () => {
      let asked: Asked | undefined;
      tested.answerWith((request) => {
        asked = request;
        return { text: JSON.stringify(GOOD) };
      });
      const broken = "lone \ud800 surrogate, nul \u0000, 😀 我明天";
      await tested.llm.complete({ ...STRUCTURED, messages: [...STRUCTURED.messages.slice(0, 2), { role: "user", content: broken }] });
      expect(asked!.system).toContain(EXAMPLE);
      expect(asked!.system.indexOf("Answer in JSON.")).toBeGreaterThan(asked!.system.indexOf(EXAMPLE));
      expect(asked!.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
      expect(asked!.messages[2]!.content.toWellFormed()).toBe(broken.toWellFormed());
    });

    it("answers calls that overlap, each with its own", async () => {
      tested.answerWith(({ messages }) => ({ text: `To ${messages.at(-1)!.content}` }));
      const asked = Array.from({ length: 8 }, (_, index) => `question ${index}`);
      const answers = await Promise.all(asked.map((content) => tested.llm.complete({ ...PLAIN, messages: [{ role: "user", content }] })));
      expect(answers.map(({ value }) => value)).toEqual(asked.map((content) => `To ${content}`));
    });

    it("asks nothing for a caller who has gone", async () => {
      let calls = 0;
      tested.answerWith(() => ({ text: `${(calls += 1)}` }));
      expect(await tested.llm.complete({ ...PLAIN, signal: AbortSignal.abort() }).catch(codeOf)).toBe("aborted");
      expect(await tested.llm.complete({ ...PLAIN, signal: AbortSignal.abort(new CortexError("timeout")) }).catch(codeOf)).toBe("timeout");
      expect(calls).toBe(0);
    });

    it("stops for a caller who goes, and says whether time ran out", async () => {
      tested.stall();
      const controller = new AbortController();
      const work = tested.llm.complete({ ...PLAIN, signal: controller.signal }).catch((thrown: unknown) => thrown);
      const late = tested.llm.complete({ ...PLAIN, signal: AbortSignal.timeout(50) }).catch((thrown: unknown) => thrown);
      controller.abort();
      expect(codeOf(await work)).toBe("aborted");
      expect(codeOf(await late)).toBe("timeout");
    });
  });
}
