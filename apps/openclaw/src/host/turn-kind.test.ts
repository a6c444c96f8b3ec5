import { describe, expect, it } from "vitest";

import { noConversation } from "./turn-kind.ts";

describe("noConversation", () => {
  it.each([
    [{ trigger: "heartbeat", sessionKey: "agent:main:main" }, "heartbeat"],
    [{ sessionKey: "agent:main:main:heartbeat" }, "heartbeat"],
    [{ trigger: "cron", sessionKey: "agent:main:main" }, "cron"],
    [{ sessionKey: "agent:main:cron:daily" }, "cron"],
    [{ trigger: "user", sessionKey: "agent:main:subagent:1" }, "subagent"],
    [{ trigger: "user", sessionKey: "agent:main:hook:mail" }, "webhook"],
    [{ trigger: "user", inputProvenance: { kind: "inter_session" } }, "inter_session"],
    [{ trigger: "user", inputProvenance: { kind: "internal_system" } }, "system"],
    [{ trigger: "memory", sessionKey: "agent:main:main" }, "upkeep"],
    [{ trigger: "overflow", sessionKey: "agent:main:main" }, "upkeep"],
  ])("knows %j", (turn, expected) => {
    expect(noConversation(turn)).toBe(expected);
  });

  it.each(["[OpenClaw heartbeat poll]", "[OpenClaw cron wake]", "[Inter-session message] from x", "[cron:1 daily] do it", "Read HEARTBEAT.md if it exists and follow it.", "Pre-compaction memory flush turn."])(
    "knows what machinery says: %s",
    (prompt) => expect(noConversation({ trigger: "user", sessionKey: "agent:main:main" }, prompt)).toBe("system"),
  );

  it.each([{ trigger: "user", sessionKey: "agent:main:main", inputProvenance: { kind: "external_user" } }, { sessionKey: "agent:main:telegram:direct:7" }, {}])("lets a conversation pass: %j", (turn) => {
    expect(noConversation(turn, "What did I say about heartbeats?")).toBeNull();
  });
});
