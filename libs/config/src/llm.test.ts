import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { chooseLlms } from "./llm.ts";
import { loadConfig } from "./load-config.ts";

const read = (environment: Record<string, string>) => loadConfig({ environment: { HOME: "/nowhere-at-all/person", ...environment } }).config;
const load = (environment: Record<string, string>) => chooseLlms(read(environment));

function errorOf(environment: Record<string, string>): CortexError {
  try {
    load(environment);
  } catch (error) {
    if (CortexError.isInstance(error)) return error;
    throw error;
  }
  expect.fail("nothing was thrown");
}

describe("the language models of the settings", () => {
  it("are none unless asked for, whatever keys lie about", () => {
    expect(load({ ANTHROPIC_API_KEY: "usual" })).toEqual({ model: null, purposes: {}, budget: { tokens: null, usd: null }, concurrency: 4 });
  });

  it("take their key from the usual variable, unless they have one of their own", () => {
    expect(load({ CORTEX_LLM: "anthropic", ANTHROPIC_API_KEY: " usual " }).model).toEqual({ kind: "anthropic", apiKey: "usual" });
    expect(load({ CORTEX_LLM: "anthropic", ANTHROPIC_API_KEY: "usual", CORTEX_LLM_API_KEY: "own" }).model).toMatchObject({ apiKey: "own" });
  });

  it("are named with server, price, budget and places", () => {
    const llms = load({
      CORTEX_LLM: "openai", CORTEX_LLM_MODEL: "m", CORTEX_LLM_URL: "http://127.0.0.1:1234/v1", CORTEX_LLM_PRICE: '{"input": 1, "output": 2}',
      CORTEX_LLM_BUDGET_TOKENS: "1000", CORTEX_LLM_BUDGET_USD: "0.5", CORTEX_LLM_CONCURRENCY: "2",
    });
    expect(llms).toEqual({ model: { kind: "openai", url: "http://127.0.0.1:1234/v1", model: "m", price: { input: 1, output: 2 } }, purposes: {}, budget: { tokens: 1000, usd: 0.5 }, concurrency: 2 });
    expect(load({ CORTEX_LLM: "ollama", CORTEX_LLM_CONTEXT_TOKENS: "4096" }).model).toEqual({ kind: "ollama", contextTokens: 4096 });
  });

  it("differ by purpose: another name on the same server, another server, none", () => {
    const { model, purposes } = load({
      CORTEX_LLM: "anthropic", CORTEX_LLM_API_KEY: "own", CORTEX_LLM_PRICE: '{"input": 1, "output": 2}',
      CORTEX_LLM_PURPOSES: '{"judge": "claude-sonnet-5-5", "rerank": {"kind": "ollama", "model": "small"}, "synthesize": {"kind": "none"}}',
    });
    expect(model).toEqual({ kind: "anthropic", apiKey: "own", price: { input: 1, output: 2 } });
    expect(purposes).toEqual({ judge: { kind: "anthropic", apiKey: "own", model: "claude-sonnet-5-5" }, rerank: { kind: "ollama", model: "small", contextTokens: 8192 }, synthesize: null });
  });

  it("send a key to the server that it was given for, and to no other", () => {
    const { purposes } = load({
      CORTEX_LLM: "openai", CORTEX_LLM_MODEL: "m", CORTEX_LLM_URL: "http://one/v1", CORTEX_LLM_API_KEY: "own", ANTHROPIC_API_KEY: "usual",
      CORTEX_LLM_PURPOSES: '{"judge": {"kind": "openai", "model": "n", "url": "http://two/v1"}, "rerank": {"kind": "openai", "model": "o"}, "extract": {"kind": "anthropic"}}',
    });
    expect(purposes).toEqual({
      judge: { kind: "openai", model: "n", url: "http://two/v1" },
      rerank: { kind: "openai", model: "o", url: "http://one/v1", apiKey: "own" },
      extract: { kind: "anthropic", apiKey: "usual" },
    });
    expect(errorOf({ CORTEX_LLM: "anthropic", CORTEX_LLM_API_KEY: "own", CORTEX_LLM_PURPOSES: '{"judge": {"kind": "anthropic", "url": "http://two"}}' }).code).toBe("config_invalid");
  });

  it.each([
    [{ CORTEX_LLM: "hunter2" }, "CORTEX_LLM"],
    [{ CORTEX_LLM: "anthropic" }, "CORTEX_LLM_API_KEY"],
    [{ CORTEX_LLM: "anthropic", ANTHROPIC_API_KEY: " " }, "ANTHROPIC_API_KEY"],
    [{ CORTEX_LLM: "openai", CORTEX_LLM_API_KEY: "hunter2" }, "CORTEX_LLM_MODEL"],
    [{ CORTEX_LLM_URL: "hunter2" }, "CORTEX_LLM_URL"],
    [{ CORTEX_LLM_PURPOSES: '{"dance": "hunter2"}' }, "CORTEX_LLM_PURPOSES"],
    [{ CORTEX_LLM_PURPOSES: '{"judge": {"kind": "ollama", "key": "hunter2"}}' }, "CORTEX_LLM_PURPOSES"],
    [{ CORTEX_LLM_PURPOSES: '{"judge": {"kind": "openai"}}' }, "CORTEX_LLM_PURPOSES"],
    [{ CORTEX_LLM_PRICE: '{"input": -1, "output": 1}' }, "CORTEX_LLM_PRICE"],
    [{ CORTEX_LLM_BUDGET_USD: "hunter2" }, "CORTEX_LLM_BUDGET_USD"],
  ] satisfies [Record<string, string>, string][])("are refused by name, without values: %j", (environment, variable) => {
    const error = errorOf(environment);
    expect(error.code).toBe("config_invalid");
    expect(error.message).toContain(variable);
    expect(error.message).not.toContain("hunter2");
  });

  it("may lack a key where no calls are made: a client reads the same file", () => {
    expect(read({ CORTEX_LLM: "anthropic" }).llm).toBe("anthropic");
    expect(read({ ANTHROPIC_API_KEY: "usual" }).llmApiKey).toBeNull();
  });
});
