import { createLlm } from "@memory-cortex/llm";
import type { Llm } from "@memory-cortex/llm";
import { fail, say, startAnthropicServer } from "@memory-cortex/llm/anthropic-server";
import type { LlmServer, Reply } from "@memory-cortex/llm/anthropic-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { call, openService } from "./open-service.ts";
import type { Service } from "./open-service.ts";

const TALK = ["My dentist appointment is on Tuesday", "The dentist moved my appointment to Friday at nine", "We grow tomatoes on the balcony"];

const answer = (...sentences: { text: string; statements: number[] }[]): Reply => say({ sentences });

describe("POST /v1/synthesize with the wire format of Anthropic", () => {
  let server: LlmServer;
  let llm: Llm;
  let service: Service;
  const ask = (json: object = {}) => call(service, "POST /v1/synthesize", "/v1/synthesize", { json: { user_id: "anna", query: "When is my dentist appointment?", ...json } });

  beforeAll(async () => {
    server = await startAnthropicServer();
    llm = await createLlm({ kind: "anthropic", apiKey: "key", url: server.url });
    service = await openService({}, { llm });
    await service.say("anna", TALK);
  });
  afterAll(async () => {
    await service.close();
    await llm.close();
    await server.close();
  });

  it("tells a narrative with the ids that it rests on", async () => {
    server.respond(({ prompt }) => {
      const number = Number(/number="(\d+)"[^>]*>The dentist moved/u.exec(prompt)?.[1]);
      return answer({ text: "The dentist moved the appointment to Friday at nine.", statements: [number] }, { text: "It costs 90 euros.", statements: [number] });
    });
    const { status, body } = await ask();
    expect(status).toBe(200);
    const { items } = (await call(service, "POST /v1/recall", "/v1/recall", { json: { user_id: "anna", query: "When is my dentist appointment?", deadline_ms: 10_000 } })).body;
    const moved = items.find(({ text }: { text: string }) => text.includes("moved")).id;
    expect(body).toMatchObject({ narrative: "The dentist moved the appointment to Friday at nine.", ids: [moved], sentences: [{ ids: [moved] }], skipped: null, model: expect.stringContaining("claude") });
    expect(await call(service, "GET /v1/receipts/{id}", `/v1/receipts/${body.receipt_id}?user_id=anna`)).toMatchObject({ status: 200 });
    expect(server.requests.at(-1)!.prompt).toContain("<question>When is my dentist appointment?</question>");
  });

  it("says why there is nothing to tell", async () => {
    server.respond(() => answer());
    expect((await ask()).body).toMatchObject({ narrative: "", ids: [], reason: "nothing_relevant" });
    server.requests.length = 0;
    expect((await ask({ query: "zeppelins over the harbour" })).body).toMatchObject({ narrative: "", reason: "no_match" });
    expect((await ask({ query: "ok" })).body).toMatchObject({ narrative: "", skipped: { reason: "trivial_prompt" } });
    expect(server.requests).toEqual([]);
  });

  it.each<[string, Reply, string]>([
    ["nothing is supported", answer({ text: "It costs 90 euros.", statements: [1] }), "llm_invalid"],
    ["nothing cites what was given", answer({ text: "It is on Friday.", statements: [77] }), "llm_invalid"],
    ["the answer is cut off", { kind: "body", body: '{"sentences": [' }, "llm_invalid"],
    ["the model declines", say("", "refusal"), "llm_refused"],
    ["the key is wrong", fail(401), "llm_rejected"],
  ])("answers 503 with what to try when %s", async (_, reply, code) => {
    server.respond(() => reply);
    const { status, body } = await ask();
    expect({ status, code: body.code }).toEqual({ status: 503, code });
    expect(body.fix).toBeTypeOf("string");
  });

  it("keeps its deadline, and hangs up on the model", async () => {
    server.respond(() => ({ kind: "stall" }));
    expect(await ask({ deadline_ms: 300 })).toMatchObject({ status: 503, body: { code: "timeout" } });
    await server.hungUp();
  });

  it("tells a user's own memory only", async () => {
    await service.say("bert", ["The bread is on the table"]);
    server.respond(({ prompt }) => answer({ text: prompt.includes("dentist moved") ? "It leaks." : "It holds.", statements: [1] }));
    expect((await ask({ user_id: "bert", query: "Where is the bread?" })).body.narrative).toBe("It holds.");
    expect(await ask({ user_id: "nobody" })).toMatchObject({ status: 404, body: { code: "unknown_user", narrative: "" } });
  });
});

it("POST /v1/synthesize without a language model answers 501 with what to try", async () => {
  const service = await openService({}, { llm: undefined });
  await service.say("anna", TALK);
  const { status, body } = await call(service, "POST /v1/synthesize", "/v1/synthesize", { json: { user_id: "anna", query: "dentist" } });
  expect({ status, code: body.code }).toEqual({ status: 501, code: "not_supported" });
  expect(body.detail).toContain("No language model");
  expect(body.fix).toContain("cortex doctor");
  await service.close();
});
