import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFakeLlm } from "./fake/fake-llm.ts";
import { LLM_DRIVERS, createLlm } from "./create-llm.ts";
import type { LlmConfig } from "./create-llm.ts";
import { LLM_PURPOSES } from "./llm.ts";
import type { CompletionRequest } from "./llm.ts";
import { createLlmRegistry, llmRegistry } from "./llm-registry.ts";
import { createMemoryLedger } from "./memory-ledger.ts";

/** An Ollama server as a function. */
function ollama() {
  const models: string[] = [];
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const { model } = JSON.parse(init?.body as string) as { model: string };
    models.push(model);
    return Response.json({ model, message: { role: "assistant", content: "An answer." }, done: true, done_reason: "stop", prompt_eval_count: 60, eval_count: 40 });
  };
  return { models, fetch: fetch as typeof globalThis.fetch };
}

const request: CompletionRequest<null> = { purpose: "judge", system: [], messages: [{ role: "user", content: "Which?" }], schema: null, maxTokens: 100 };

describe("createLlm", () => {
  it("has a kind for every driver there is", () => {
    const drivers = readdirSync(new URL("drivers", import.meta.url)).filter((name) => /-llm\.ts$/u.test(name));
    expect(drivers.map((name) => name.replace("-llm.ts", "")).sort()).toEqual(Object.keys(LLM_DRIVERS).sort());
  });

  it("needs a price for a budget in dollars: of the list, of the configuration, or nothing at home", async () => {
    const budget = { tokens: null, usd: 1 };
    const unknown: LlmConfig = { kind: "openai", url: "http://localhost:1234/v1", model: "m" };
    await expect(createLlm(unknown, { budget })).rejects.toMatchObject({ code: "config_invalid" });
    expect((await createLlm({ ...unknown, price: { input: 1, output: 2 } }, { budget })).identity.model).toBe("m");
    expect((await createLlm({ ...unknown, model: "anthropic/claude-haiku-4-5-20251001" }, { budget })).identity.name).toBe("openai");
    expect((await createLlm({ kind: "ollama" }, { budget })).identity.name).toBe("ollama");
    expect(await createLlm(unknown, { budget: { tokens: 1_000, usd: null } })).toBeDefined();
  });

  it("refuses an address that is none, and an empty key", async () => {
    await expect(createLlm({ kind: "openai", url: "nowhere", model: "m" })).rejects.toMatchObject({ code: "config_invalid" });
    await expect(createLlm({ kind: "anthropic", apiKey: "" })).rejects.toMatchObject({ code: "config_invalid" });
  });
});

describe("createLlmRegistry", () => {
  it("has no model for any purpose when none is configured", async () => {
    const registry = await createLlmRegistry({ model: null });
    expect(LLM_PURPOSES.map(registry.llmFor)).toEqual([null, null, null, null, null]);
    expect(registry.health()).toBeNull();
  });

  it("gives purposes the model they name, each made once", async () => {
    const server = ollama();
    const common: LlmConfig = { kind: "ollama", model: "common" };
    const registry = await createLlmRegistry({ model: common, purposes: { judge: { kind: "ollama", model: "judge" }, extract: { model: "common", kind: "ollama" }, rerank: null } }, { fetch: server.fetch });
    expect(registry.models.map(({ identity }) => identity.model)).toEqual(["common", "judge"]);
    expect(registry.llmFor("rerank")).toBeNull();
    expect(registry.llmFor("extract")).toBe(registry.llmFor("capture"));
    await registry.llmFor("judge")!.complete(request);
    await registry.llmFor("capture")!.complete(request);
    expect(server.models).toEqual(["judge", "common"]);
    await registry.close();
  });

  it("shares ledger and budget between its models", async () => {
    const server = ollama();
    const ledger = createMemoryLedger();
    const settings = { model: { kind: "ollama", model: "a" }, purposes: { judge: { kind: "ollama", model: "b" } }, budget: { tokens: 150, usd: null } } as const;
    const registry = await createLlmRegistry(settings, { fetch: server.fetch, ledger });
    await registry.llmFor("judge")!.complete(request);
    await registry.llmFor("capture")!.complete(request);
    await expect(registry.llmFor("capture")!.complete(request)).rejects.toMatchObject({ code: "llm_budget_spent" });
    expect(ledger.calls.map(({ model }) => model)).toEqual(["b", "a"]);
    expect(registry.health()).toMatchObject({ state: "degraded", why: "llm_budget_spent" });
  });
});

describe("llmRegistry", () => {
  it("takes models that are there already", () => {
    const [common, judge] = [createFakeLlm(), createFakeLlm()];
    const registry = llmRegistry(common, { judge, rerank: null });
    expect(LLM_PURPOSES.map(registry.llmFor)).toEqual([common, common, judge, null, common]);
    expect(registry.models).toEqual([common, judge]);
    expect(registry.health()).toMatchObject({ state: "ok" });
  });
});
