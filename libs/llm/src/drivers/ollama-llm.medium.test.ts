import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { llmFailures } from "../../test/llm-failures.ts";
import { say } from "../../test/llm-server.ts";
import type { LlmServer } from "../../test/llm-server.ts";
import { startOllamaServer } from "../../test/ollama-server.ts";
import type { CompletionRequest } from "../llm.ts";
import { spentOf } from "../spent.ts";
import { createOllamaLlm } from "./ollama-llm.ts";

llmFailures("the Ollama driver", {
  start: startOllamaServer,
  create: ({ baseUrl }) => createOllamaLlm({ baseUrl, model: "qwen3:4b", contextTokens: 100_000 }),
  baseUrl: (url) => url,
  refuses: false,
});

const request: CompletionRequest<z.ZodObject<{ colour: z.ZodString }>> = {
  purpose: "judge",
  system: [{ text: "Fixed.", cached: true }, { text: "Changing." }],
  messages: [{ role: "user", content: "Which?" }],
  schema: z.object({ colour: z.string() }),
  maxTokens: 64,
};

describe("the Ollama driver on a loopback server", () => {
  let server: LlmServer;
  beforeEach(async () => {
    server = await startOllamaServer(() => say({ colour: "red" }));
  });
  afterEach(async () => server.close());

  it("speaks Ollama's format, and costs nothing", async () => {
    const llm = await createOllamaLlm({ baseUrl: `${server.url}/`, model: "qwen3:4b", threads: 1, keepAlive: "10m" });
    expect(await llm.complete(request)).toMatchObject({ value: { colour: "red" }, model: "qwen3:4b", usage: { input: 50, output: 7 }, costUsd: 0 });
    expect(server.requests[0]!.body).toEqual({
      model: "qwen3:4b",
      messages: [{ role: "system", content: "Fixed." }, { role: "system", content: "Changing." }, { role: "user", content: "Which?" }],
      stream: false,
      think: false,
      format: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"], additionalProperties: false },
      keep_alive: "10m",
      options: { num_predict: 64, num_ctx: 8_192, temperature: 0, num_thread: 1 },
    });
  });

  it("does not send what may not fit the window, and would be cut without a word", async () => {
    const llm = await createOllamaLlm({ baseUrl: server.url, model: "m", contextTokens: 2_048 });
    await expect(llm.complete({ ...request, messages: [{ role: "user", content: "word ".repeat(2_000) }] })).rejects.toMatchObject({ code: "llm_rejected" });
    expect(server.requests).toEqual([]);
  });
});

const address = process.env["CORTEX_TEST_OLLAMA_URL"];
const model = process.env["CORTEX_TEST_OLLAMA_CHAT_MODEL"];
const told = address !== undefined && model !== undefined;
if (!told) console.warn("SKIPPED: the Ollama driver against a real server. Set CORTEX_TEST_OLLAMA_URL and CORTEX_TEST_OLLAMA_CHAT_MODEL to run it (tools/ollama).");

/** A model this small says nothing to rely on: what is asserted is that whatever it says is kept in bounds. */
describe.skipIf(!told)("the Ollama driver on a real server", () => {
  const create = (contextTokens = 2_048) => createOllamaLlm({ baseUrl: address!, model: model!, threads: 1, contextTokens });
  const memories = z.object({ memories: z.array(z.object({ kind: z.enum(["fact", "preference"]), text: z.string().max(2_000), sureness: z.number() })).max(3) });
  const turns: CompletionRequest<typeof memories> = {
    purpose: "capture", schema: memories, maxTokens: 200,
    system: [{ text: "List at most two facts about the user. Answer in JSON.", cached: true }],
    messages: [{ role: "user", content: "My sister Ann moved to Lisbon in May. I prefer tea to coffee." }],
  };

  it("gives an answer that fits the schema, or says that it was cut off, with its tokens", async () => {
    const llm = await create();
    try {
      const { value, usage, costUsd, latencyMs } = await llm.complete(turns);
      for (const memory of value.memories) expect(["fact", "preference"]).toContain(memory.kind);
      expect(usage.output).toBeLessThanOrEqual(200);
      expect(usage.input).toBeGreaterThan(10);
      expect(costUsd).toBe(0);
      expect(latencyMs).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toMatchObject({ code: "llm_invalid" });
      expect(spentOf(error)!.usage.output).toBeGreaterThan(0);
    }
  });

  it("gives text", async () => {
    const { value, usage } = await (await create()).complete({ ...turns, schema: null, purpose: "synthesize", system: [{ text: "Answer with one word." }], messages: [{ role: "user", content: "Say hello." }] });
    expect(value.length).toBeGreaterThan(0);
    expect(usage.output).toBeGreaterThan(0);
  });

  it("says when an answer was cut off", async () => {
    await expect((await create()).complete({ ...turns, schema: null, maxTokens: 3, messages: [{ role: "user", content: "Tell me a long story about the sea." }] })).rejects.toMatchObject({ code: "llm_invalid" });
  });

  it("stops generating when its caller goes", async () => {
    const llm = await create();
    const long = { ...turns, schema: null, maxTokens: 1_500, messages: [{ role: "user" as const, content: "Write a very long story about the sea, in ten chapters." }] };
    await expect(llm.complete({ ...long, signal: AbortSignal.timeout(150) })).rejects.toMatchObject({ code: "timeout" });
    // The server has one place: another answer soon means that it has stopped with the first.
    const began = performance.now();
    await llm.complete({ ...turns, schema: null, messages: [{ role: "user", content: "Say hello." }] }).catch(() => undefined);
    expect(performance.now() - began).toBeLessThan(25_000);
  });

  it("is refused for a model that is not there", async () => {
    const llm = await createOllamaLlm({ baseUrl: address!, model: "no-such-model-here" });
    await expect(llm.complete(turns)).rejects.toMatchObject({ code: "llm_rejected" });
  });
});
