import { describe, expect, it } from "vitest";

import { valueAt } from "../edits.ts";
import type { JsonValue } from "../edits.ts";
import { resolveEdits } from "../edits.ts";
import { checkOpenclawConfig, checkToolSearch } from "./check-openclaw-config.ts";
import { openclawEdits } from "./openclaw-edits.ts";

const FOLDER = "/data/openclaw/plugin";
const SETTINGS = { url: "http://127.0.0.1:8300", userId: "ann" };

const connected = (config: JsonValue = {}): JsonValue => resolveEdits(config, openclawEdits({ config, folder: FOLDER, settings: SETTINGS })).result;
const troubles = (config: JsonValue): string[] => checkOpenclawConfig(config, FOLDER).flatMap(({ check, status, fix }) => (status === "ok" ? [] : [`${check}: ${status}, ${fix === null ? "no fix" : "with a fix"}`]));

/** The connected configuration with one thing amiss. */
function amiss(path: readonly string[], value: JsonValue): JsonValue {
  return resolveEdits(connected(), [{ set: path, value }]).result;
}

describe("connecting", () => {
  it("leaves nothing amiss, whatever was there", () => {
    const configs: JsonValue[] = [
      {}, { plugins: { slots: { memory: "memory-lancedb" }, allow: ["telegram"], load: { paths: ["/elsewhere"] } } }, { tools: { profile: "coding" } },
      { tools: { allow: ["read", "exec"] } }, { tools: { profile: "minimal", alsoAllow: ["browser"] } }, { tools: { profile: "full" } },
    ];
    for (const config of configs) expect(troubles(connected(config))).toEqual([]);
  });

  it("keeps what a person set for the plugin, and what others have", () => {
    const config: JsonValue = { plugins: { entries: { "memory-cortex": { enabled: false, hooks: { timeouts: { agent_end: 5 } }, config: { isolateAgents: true, url: "http://old" } }, telegram: { enabled: true } }, load: { paths: ["/elsewhere"] } } };
    const after = connected(config);
    expect(valueAt(after, ["plugins", "entries"])).toEqual({
      "memory-cortex": { enabled: true, hooks: { timeouts: { agent_end: 5 }, allowConversationAccess: true }, config: { isolateAgents: true, ...SETTINGS } }, telegram: { enabled: true },
    });
    expect(valueAt(after, ["plugins", "load", "paths"])).toEqual(["/elsewhere", FOLDER]);
  });

  it.each([{ plugins: { enabled: false } }, { plugins: { deny: ["Memory-Cortex"] } }])("does not overrule what a person decided: %j", (config) => {
    expect(() => openclawEdits({ config, folder: FOLDER, settings: SETTINGS })).toThrow("keeps plugins out");
  });
});

describe("checkOpenclawConfig", () => {
  it.each<[string, JsonValue, string]>([
    ["nothing connected", {}, "slot: failed, with a fix"],
    ["another memory", amiss(["plugins", "slots", "memory"], "memory-lancedb"), "slot: failed, with a fix"],
    ["no memory", amiss(["plugins", "slots", "memory"], "none"), "slot: failed, with a fix"],
    ["no access to conversations", amiss(["plugins", "entries", "memory-cortex", "hooks"], {}), "hooks: failed, with a fix"],
    ["no prompt injection", amiss(["plugins", "entries", "memory-cortex", "hooks", "allowPromptInjection"], false), "hooks: failed, with a fix"],
    ["no load path", amiss(["plugins", "load", "paths"], ["/elsewhere"]), "load path: failed, with a fix"],
    ["plugins switched off", amiss(["plugins", "enabled"], false), "plugins: failed, with a fix"],
    ["denied", amiss(["plugins", "deny"], ["memory-cortex"]), "plugins: failed, with a fix"],
    ["not in the list of allowed ones", amiss(["plugins", "allow"], ["telegram"]), "plugins: failed, with a fix"],
    ["switched off", amiss(["plugins", "entries", "memory-cortex", "enabled"], false), "plugins: failed, with a fix"],
    ["a profile without our tools", amiss(["tools"], { profile: "messaging" }), "tools: failed, with a fix"],
    ["a list without our tools", amiss(["tools"], { allow: ["read"] }), "tools: failed, with a fix"],
    ["denied tools", amiss(["tools"], { deny: ["memory_store"] }), "tools: warning, with a fix"],
    ["an agent without our tools", amiss(["agents", "entries", "clerk", "tools"], { profile: "minimal" }), "tools: failed, with a fix"],
  ])("finds: %s", (_what, config, trouble) => {
    expect(troubles(config)).toContain(trouble);
  });

  it("takes a path written in another way", () => {
    expect(troubles(amiss(["plugins", "load", "paths"], ["/data/openclaw/../openclaw/plugin/"]))).toEqual([]);
  });
});

describe("checkToolSearch", () => {
  it("is amiss only for a plugin whose tools are not direct, while it is on", () => {
    const status = (config: JsonValue, isDirect: boolean): string => checkToolSearch(config, isDirect).status;
    expect([status({}, true), status({}, false), status({ tools: { toolSearch: false } }, false), status({ tools: { toolSearch: true } }, true)]).toEqual(["ok", "failed", "ok", "ok"]);
  });
});
