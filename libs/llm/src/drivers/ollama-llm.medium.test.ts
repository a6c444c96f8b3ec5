import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { llmFailures } from "../../test/llm-failures.ts";
import { say } from "../../test/llm-server.ts";
import type { LlmServer } from "../../test/llm-server.ts";
import { startOllamaServer } from "../../test/ollama-server.ts";
import type { CompletionRequest } from "../llm.ts";
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
