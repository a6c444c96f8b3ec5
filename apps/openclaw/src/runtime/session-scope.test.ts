import { describe, expect, it } from "vitest";

import { hasChannels, hooksAllowed, sharesMainSession } from "./session-scope.ts";

describe("hasChannels", () => {
  it.each([
    [{}, false], [null, false], [{ channels: {} }, false], [{ channels: { defaults: { groupPolicy: "open" } } }, false], [{ channels: { telegram: { enabled: false } } }, false],
    [{ channels: { telegram: { botToken: "x" } } }, true], [{ channels: { telegram: null } }, true],
  ])("says of %j: %s", (config, expected) => {
    expect(hasChannels(config)).toBe(expected);
  });
});

describe("sharesMainSession", () => {
  it.each([
    [{}, true], [{ session: { dmScope: "main" } }, true], [{ session: { dmScope: "per-channel-peer" } }, false], [{ session: { dmScope: "per-peer", groupScope: "main" } }, true],
    [{ session: { dmScope: "per-peer" }, bindings: [{ session: { dmScope: "main" } }] }, true], [{ session: { dmScope: "per-peer" }, bindings: [{ agentId: "a" }] }, false],
  ])("says of %j: %s", (config, expected) => {
    expect(sharesMainSession(config)).toBe(expected);
  });
});

describe("hooksAllowed", () => {
  it("takes nothing but true for an answer", () => {
    const config = (allowed: unknown): object => ({ plugins: { entries: { "memory-cortex": { hooks: { allowConversationAccess: allowed } } } } });
    expect(hooksAllowed(config(true), "memory-cortex")).toBe(true);
    for (const other of [config(false), config(undefined), config("true"), {}, null, { plugins: { entries: {} } }]) expect(hooksAllowed(other, "memory-cortex")).toBe(false);
  });
});
