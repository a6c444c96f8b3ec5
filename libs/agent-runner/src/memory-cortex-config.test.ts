import { describe, expect, it } from "vitest";

import { addressOf, MEMORY_CORTEX_DEFAULTS, readMemoryCortexConfig, resolveMemoryCortexConfig } from "./memory-cortex-config.ts";

/** As it stood in a configuration of the older middleware's runner, all of it at its default. */
const OLDER = {
  enabled: true, middlewareHost: "localhost", middlewarePort: 8300, autoIngest: true, autoRecall: true, recallTimeoutMs: 200, recallMaxTokens: 500, recallMaxFacts: 15, synthesisCacheTtlMs: 300_000,
  skipHeartbeat: true, embedHost: "localhost", embedPort: 8105, llmHost: "172.17.96.1", llmPort: 8301, hwMonitorHost: "172.17.96.1", hwMonitorPort: 8085, hwMonitorEnabled: true,
};

describe("the block memoryCortex", () => {
  it("has the older runner's keys and defaults", () => {
    expect(readMemoryCortexConfig(OLDER)).toEqual({ config: MEMORY_CORTEX_DEFAULTS, unusable: [] });
    expect(MEMORY_CORTEX_DEFAULTS).toMatchObject(OLDER);
    expect(resolveMemoryCortexConfig({})).toEqual(MEMORY_CORTEX_DEFAULTS);
  });

  it.each([undefined, null, "on", [], true])("is off when it is %j", (block) => {
    expect(resolveMemoryCortexConfig(block).enabled).toBe(false);
  });

  it("names what cannot be used and goes on with the default", () => {
    const block = { recallTimeoutMs: 0, recallMaxFacts: 2.5, middlewarePort: 70_000, autoRecall: "yes", middlewareHost: "", token: "t", colour: "red", recallMaxTokens: 300, __proto__: null };
    const { config, unusable } = readMemoryCortexConfig(block);
    expect(unusable.toSorted()).toEqual(["autoRecall", "colour", "middlewareHost", "middlewarePort", "recallMaxFacts", "recallTimeoutMs"]);
    expect(config).toEqual({ ...MEMORY_CORTEX_DEFAULTS, token: "t", recallMaxTokens: 300 });
  });

  it.each([
    [{}, "http://localhost:8300"],
    [{ middlewareHost: "::1", middlewarePort: 9 }, "http://[::1]:9"],
    [{ url: "https://memory.example/cortex" }, "https://memory.example/cortex"],
  ])("says where %j is", (block, address) => {
    expect(addressOf(resolveMemoryCortexConfig(block))).toBe(address);
  });
});
