import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { say, startAnthropicServer } from "../../test/anthropic-server.ts";
import type { LlmServer } from "../../test/anthropic-server.ts";
import { llmFailures } from "../../test/llm-failures.ts";
import type { CompletionRequest } from "../llm.ts";
import { ANTHROPIC_MODEL, createAnthropicLlm } from "./anthropic-llm.ts";

llmFailures("the Anthropic driver", {
  start: startAnthropicServer,
  create: ({ apiKey = "key", ...options }) => createAnthropicLlm({ apiKey, ...options }),
  baseUrl: (url) => url,
});

describe("the Anthropic driver on a loopback server", () => {
  let server: LlmServer;
  beforeAll(async () => {
    server = await startAnthropicServer(() => say({ colour: "red" }));
  });
  afterAll(async () => server.close());

  const request: CompletionRequest<z.ZodObject<{ colour: z.ZodString }>> = {
    purpose: "extract",
    system: [{ text: "Fixed one.", cached: true }, { text: "Fixed two.", cached: true }, { text: "Changing." }],
    messages: [{ role: "user", content: "Which?" }],
    schema: z.object({ colour: z.string().max(20) }),
    maxTokens: 64,
  };

  it("speaks the Messages format, and marks the end of what is fixed", async () => {
    const llm = await createAnthropicLlm({ apiKey: "key", baseUrl: server.url });
    server.requests.length = 0;
    await llm.complete(request);
    expect(server.requests).toMatchObject([{ method: "POST", path: "/v1/messages", headers: { authorization: "Bearer key" } }]);
    expect(server.requests[0]!.headers["anthropic-version"]).toMatch(/^20\d\d-\d\d-\d\d$/u);
    expect(server.requests[0]!.body).toEqual({
      model: ANTHROPIC_MODEL,
      max_tokens: 64,
      system: [{ type: "text", text: "Fixed one." }, { type: "text", text: "Fixed two.", cache_control: { type: "ephemeral" } }, { type: "text", text: "Changing." }],
      messages: [{ role: "user", content: "Which?" }],
      thinking: { type: "disabled" },
      output_config: { format: { type: "json_schema", schema: { type: "object", properties: { colour: { type: "string", description: "{maxLength: 20}" } }, required: ["colour"], additionalProperties: false } } },
    });
  });

  it("counts what the cache held apart, at its price", async () => {
    const llm = await createAnthropicLlm({ apiKey: "key", baseUrl: server.url, model: "claude-haiku-4-5" });
    const first = await llm.complete(request);
    const second = await llm.complete(request);
    expect(first.usage.cacheWrite).toBeGreaterThan(0);
    expect(first.usage.cacheRead).toBe(0);
    expect(second.usage).toEqual({ ...first.usage, cacheRead: first.usage.cacheWrite, cacheWrite: 0 });
    expect(second.costUsd!).toBeLessThan(first.costUsd!);
    expect((await (await createAnthropicLlm({ apiKey: "key", baseUrl: server.url, model: "some-model" })).complete(request)).costUsd).toBeNull();
  });

  it("does not tell a model not to think that may refuse it", async () => {
    server.requests.length = 0;
    await (await createAnthropicLlm({ apiKey: "key", baseUrl: server.url, model: "claude-fable-5" })).complete(request);
    expect(server.requests[0]!.body).not.toHaveProperty("thinking");
  });

  it("goes by what it was given, whatever the environment says, and prints nothing", async () => {
    for (const [variable, value] of Object.entries({ ANTHROPIC_API_KEY: "other", ANTHROPIC_AUTH_TOKEN: "other", ANTHROPIC_BASE_URL: "http://127.0.0.1:9", ANTHROPIC_LOG: "debug" })) vi.stubEnv(variable, value);
    const printed = (["log", "info", "warn", "error", "debug"] as const).map((method) => vi.spyOn(console, method).mockImplementation(() => undefined));
    try {
      server.requests.length = 0;
      await (await createAnthropicLlm({ apiKey: "key", baseUrl: server.url })).complete(request);
      expect(server.requests[0]!.headers.authorization).toBe("Bearer key");
      for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    } finally {
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    }
  });

  it("refuses an empty key", async () => {
    await expect(createAnthropicLlm({ apiKey: " " })).rejects.toMatchObject({ code: "config_invalid" });
  });
});
