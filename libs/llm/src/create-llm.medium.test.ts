import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { fail, say, startAnthropicServer } from "../test/anthropic-server.ts";
import type { LlmServer } from "../test/anthropic-server.ts";
import { llmConformance } from "./conformance/llm-conformance.ts";
import { createLlm } from "./create-llm.ts";
import type { LlmParts } from "./create-llm.ts";
import type { CompletionRequest, Llm } from "./llm.ts";
import { llmHealth } from "./llm-health.ts";
import { createMemoryLedger } from "./memory-ledger.ts";

llmConformance("a model of the configuration", {
  async start() {
    const server = await startAnthropicServer();
    return {
      llm: await createLlm({ kind: "anthropic", apiKey: "key", url: server.url }, { budget: { tokens: 10_000_000, usd: 1 } }),
      answerWith: (answer) => server.respond((request) => {
        const { text, stop } = answer(request);
        return say(text, stop);
      }),
      stall: () => server.respond(() => ({ kind: "stall" })),
      close: server.close,
    };
  },
});

const KEY = ["sk", "hunter2"].join("-");
const request: CompletionRequest<z.ZodObject<{ colour: z.ZodString }>> = {
  purpose: "capture", system: [{ text: "Name the colour.", cached: true }], messages: [{ role: "user", content: "My bicycle is red." }], schema: z.object({ colour: z.string() }), maxTokens: 100,
};

describe("a model of the configuration, over the wire", () => {
  let server: LlmServer;
  const ledger = createMemoryLedger();
  const create = (parts: LlmParts = {}): Promise<Llm> => createLlm({ kind: "anthropic", apiKey: KEY, url: server.url }, { ledger, resilience: { random: () => 0 }, ...parts });
  beforeEach(async () => {
    server = await startAnthropicServer(() => say({ colour: "red" }));
  });
  afterEach(async () => server.close());

  it("tries again when the server says so, and writes every request down", async () => {
    server.respond((_, call) => (call === 1 ? fail(529, { "retry-after": "0" }) : say({ colour: "red" })));
    const llm = await create();
    expect((await llm.complete(request)).value).toEqual({ colour: "red" });
    expect(ledger.calls.map(({ outcome, purpose }) => [purpose, outcome])).toEqual([["capture", "llm_unavailable"], ["capture", "ok"]]);
    expect(ledger.calls[1]).toMatchObject({ name: "anthropic", model: "claude-haiku-5-5" });
    expect(ledger.calls[1]!.costUsd).toBeGreaterThan(0);
    expect(JSON.stringify(ledger.calls)).not.toMatch(/bicycle|hunter2/u);
  });

  it("never asks for a second answer, which would be paid for again", async () => {
    server.respond(() => say({ colour: 7 }));
    await expect((await create()).complete(request)).rejects.toMatchObject({ code: "llm_invalid" });
    expect(server.requests).toHaveLength(1);
  });

  it("hangs up at its time limit, and when the caller goes", async () => {
    server.respond(() => ({ kind: "drip" }));
    const llm = await create({ resilience: { limits: { capture: { timeoutMs: 80, retries: 0 } } } });
    await expect(llm.complete(request)).rejects.toMatchObject({ code: "timeout" });
    await server.hungUp();
    await vi.waitFor(() => expect(ledger.calls.at(-1)).toMatchObject({ outcome: "timeout" }));
    expect(ledger.calls.at(-1)!.usage.input).toBeGreaterThan(0);
    const other = await startAnthropicServer(() => ({ kind: "stall" }));
    const controller = new AbortController();
    const arrived: PromiseWithResolvers<void> = Promise.withResolvers();
    other.respond(() => {
      arrived.resolve();
      return { kind: "stall" };
    });
    const left = (await createLlm({ kind: "anthropic", apiKey: KEY, url: other.url })).complete({ ...request, signal: controller.signal });
    await arrived.promise;
    controller.abort();
    await expect(left).rejects.toMatchObject({ code: "aborted" });
    await other.hungUp();
    await other.close();
  });

  it("gives no key away in its health, its identity or itself", async () => {
    server.respond(() => fail(401));
    const llm = await create();
    await expect(llm.complete(request)).rejects.toMatchObject({ code: "llm_rejected" });
    expect(llmHealth(llm)).toMatchObject({ state: "degraded", why: "llm_rejected" });
    expect(JSON.stringify([llm, llmHealth(llm), llm.identity])).not.toContain("hunter2");
  });

  it("makes four calls at once, and hundreds that share a signal without a warning", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    let underWay = 0;
    let most = 0;
    server.respond(async () => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => void setImmediate(resolve));
      underWay -= 1;
      return say({ colour: "red" });
    });
    const llm = await create();
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 200 }, () => llm.complete({ ...request, signal })));
    process.off("warning", onWarning);
    expect(server.requests).toHaveLength(200);
    expect(most).toBeLessThanOrEqual(4);
    expect(most).toBeGreaterThan(1);
    expect(warnings).toEqual([]);
  });
});
