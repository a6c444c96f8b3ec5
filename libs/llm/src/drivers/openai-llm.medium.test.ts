import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { llmFailures } from "../../test/llm-failures.ts";
import { startOpenAiServer } from "../../test/openai-server.ts";
import { say } from "../../test/llm-server.ts";
import type { LlmServer, Reply, SeenRequest } from "../../test/llm-server.ts";
import type { CompletionRequest, Llm } from "../llm.ts";
import { spentOf } from "../spent.ts";
import { createOpenAiLlm } from "./openai-llm.ts";

llmFailures("the OpenAI-compatible driver", {
  start: startOpenAiServer,
  create: (options) => createOpenAiLlm({ model: "some-model", ...options }),
  baseUrl: (url) => `${url}/v1`,
});

const refuse = (message: string, status = 400): Reply => ({ kind: "status", status, body: JSON.stringify({ error: { message, type: "invalid_request_error" } }) });
const kindOf = ({ body }: SeenRequest): string | undefined => (body["response_format"] as { type: string } | undefined)?.type;

describe("the OpenAI-compatible driver on a loopback server", () => {
  let server: LlmServer;
  let llm: Llm;
  beforeEach(async () => {
    server = await startOpenAiServer(() => say({ colour: "red" }));
    llm = await createOpenAiLlm({ baseUrl: `${server.url}/v1/`, model: "m", apiKey: "key" });
  });
  afterEach(async () => server.close());

  const request: CompletionRequest<z.ZodObject<{ colour: z.ZodString }>> = {
    purpose: "judge",
    system: [{ text: "Fixed.", cached: true }, { text: "Changing." }],
    messages: [{ role: "user", content: "Which?" }],
    schema: z.object({ colour: z.string() }),
    maxTokens: 64,
  };

  it("speaks OpenAI's format, and counts cached tokens apart", async () => {
    const completion = await llm.complete(request);
    expect(server.requests).toMatchObject([{ path: "/v1/chat/completions", headers: { authorization: "Bearer key" } }]);
    expect(server.requests[0]!.body).toEqual({
      model: "m",
      messages: [{ role: "system", content: "Fixed.\n\nChanging." }, { role: "user", content: "Which?" }],
      max_tokens: 64,
      temperature: 0,
      response_format: { type: "json_schema", json_schema: { name: "judge", strict: true, schema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"], additionalProperties: false } } },
    });
    expect(completion).toMatchObject({ usage: { input: 30, output: 7, cacheRead: 20, cacheWrite: 0 }, costUsd: null });
  });

  it("sends no key when there is none, and refuses an empty one", async () => {
    await (await createOpenAiLlm({ baseUrl: `${server.url}/v1`, model: "m" })).complete(request);
    expect(server.requests[0]!.headers).not.toHaveProperty("authorization");
    await expect(createOpenAiLlm({ baseUrl: server.url, model: "m", apiKey: "" })).rejects.toMatchObject({ code: "config_invalid" });
  });

  it("falls back to JSON of any shape with the schema in words, then to words alone, and remembers", async () => {
    server.respond((seen) => (kindOf(seen) === "json_schema" ? refuse("'response_format.type' must be 'json_object'") : say({ colour: "red" })));
    expect((await llm.complete(request)).value).toEqual({ colour: "red" });
    await llm.complete(request);
    expect(server.requests.map(kindOf)).toEqual(["json_schema", "json_object", "json_object"]);
    expect(server.requests[1]!.system).toContain('"required":["colour"]');
    server.respond((seen) => (kindOf(seen) === undefined ? say("It is {\"colour\": \"red\"}.") : refuse("response_format is not supported", 422)));
    expect((await llm.complete(request)).value).toEqual({ colour: "red" });
    expect(server.requests.map(kindOf).slice(3)).toEqual(["json_object", undefined]);
  });

  it("leaves out what a server says it does not take", async () => {
    server.respond(({ body }) => {
      if ("max_tokens" in body) return refuse("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
      return "temperature" in body ? refuse("Unsupported value: 'temperature' does not support 0") : say({ colour: "red" });
    });
    await llm.complete(request);
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]!.body).toMatchObject({ max_completion_tokens: 64 });
  });

  it("stops trying in the end, and at once when the refusal is about something else", async () => {
    server.respond(() => refuse("schema temperature max_completion_tokens response_format"));
    await expect(llm.complete(request)).rejects.toMatchObject({ code: "llm_rejected" });
    expect(server.requests).toHaveLength(5);
    server.requests.length = 0;
    server.respond(() => refuse("context length exceeded"));
    await expect(llm.complete(request)).rejects.toMatchObject({ code: "llm_rejected" });
    expect(server.requests).toHaveLength(1);
  });

  it.each([["words", "A fine red."], ["JSON of its own", { answer: "red" }]])("puts the schema into words for a server that takes it and answers with %s, without paying twice", async (_, own) => {
    server.respond((seen) => say(seen.system.includes("JSON schema") ? { colour: "red" } : own));
    await expect(llm.complete(request)).rejects.toMatchObject({ code: "llm_invalid" });
    expect(server.requests).toHaveLength(1);
    expect((await llm.complete(request)).value).toEqual({ colour: "red" });
    expect(server.requests).toHaveLength(2);
  });

  it("does not spend words on a server that keeps to the schema, when only a range is missed", async () => {
    server.respond(() => say({ colour: "" }));
    const picky = { ...request, schema: z.object({ colour: z.string().min(1) }) };
    await expect(llm.complete(picky)).rejects.toMatchObject({ code: "llm_invalid" });
    await expect(llm.complete(picky)).rejects.toMatchObject({ code: "llm_invalid" });
    expect(server.requests[1]!.system).toBe(server.requests[0]!.system);
  });

  it("estimates what a server does not count", async () => {
    server.respond(() => ({ kind: "body", body: JSON.stringify({ choices: [{ message: { role: "assistant", content: '{"colour":"red"}' } }] }) }));
    const { usage, model } = await llm.complete(request);
    expect(usage.input).toBeGreaterThan(0);
    expect(usage.output).toBeGreaterThan(0);
    expect(model).toBe("m");
  });
});

const address = process.env["CORTEX_TEST_OLLAMA_URL"];
const model = process.env["CORTEX_TEST_OLLAMA_CHAT_MODEL"];
const told = address !== undefined && model !== undefined;
if (!told) console.warn("SKIPPED: the OpenAI-compatible driver against a real server (Ollama's). Set CORTEX_TEST_OLLAMA_URL and CORTEX_TEST_OLLAMA_CHAT_MODEL to run it (tools/ollama).");

describe.skipIf(!told)("the OpenAI-compatible driver on a real server", () => {
  const schema = z.object({ verdict: z.enum(["same", "different", "contradiction"]), sureness: z.number() });
  const judged: CompletionRequest<typeof schema> = {
    purpose: "judge", schema, maxTokens: 60,
    system: [{ text: "Compare the statements. Answer in JSON." }],
    messages: [{ role: "user", content: "One: Ann lives in Berlin. Two: Ann lives in Lisbon." }],
  };

  it("gives a verdict that fits the schema, or says that it was cut off, with its tokens", async () => {
    const llm = await createOpenAiLlm({ baseUrl: `${address}/v1`, model: model! });
    try {
      const { value, usage } = await llm.complete(judged);
      expect(["same", "different", "contradiction"]).toContain(value.verdict);
      expect(usage.input).toBeGreaterThan(10);
      expect(usage.output).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toMatchObject({ code: "llm_invalid" });
      expect(spentOf(error)!.usage.output).toBe(60);
    }
  });

  it("is refused for a model that is not there, and hangs up when its caller goes", async () => {
    await expect((await createOpenAiLlm({ baseUrl: `${address}/v1`, model: "no-such-model-here" })).complete(judged)).rejects.toMatchObject({ code: "llm_rejected" });
    const llm = await createOpenAiLlm({ baseUrl: `${address}/v1`, model: model! });
    const long = { ...judged, schema: null, maxTokens: 1_500, messages: [{ role: "user" as const, content: "Write a very long story about the sea, in ten chapters." }] };
    await expect(llm.complete({ ...long, signal: AbortSignal.timeout(150) })).rejects.toMatchObject({ code: "timeout" });
  });
});
