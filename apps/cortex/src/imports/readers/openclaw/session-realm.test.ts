import { describe, expect, it } from "vitest";

import { noConversation, ownerOf } from "./session-realm.ts";

const session = (sessionKey?: string) => ({ sessionId: "s1", agentId: "main", sessionKey, channel: undefined });
const whose = (sessionKey: string | undefined, envelope: object = {}, { owner = [] as string[], isOwner = null as boolean | null } = {}): string | null =>
  ownerOf(session(sessionKey), { isGroup: false, ...envelope }, { owner: new Set(owner), isOwner }).belongsTo;

describe("ownerOf", () => {
  it("gives the user what nobody else can have said", () => {
    expect(whose("agent:main:main")).toBeNull();
    expect(whose(undefined)).toBeNull();
    expect(whose("agent:main:main", { senderId: "1", channel: "telegram" }, { isOwner: true })).toBeNull();
  });

  it("gives senders who are not known to be the user a memory of their own", () => {
    expect(whose("agent:main:main", { senderId: "1", channel: "telegram" })).toBe("sender:telegram:1");
    expect(whose("agent:main:telegram:direct:1")).toBe("sender:telegram:1");
    expect(whose("agent:main:main", { senderId: "1", channel: "telegram" }, { isOwner: false, owner: ["all"] })).toBe("sender:telegram:1");
  });

  it.each(["1", "telegram:1", "all"])("believes the user who says that %s is he", (owner) => {
    expect(whose("agent:main:telegram:direct:1", {}, { owner: [owner] })).toBeNull();
  });

  it("never gives the user what was said in a group, whoever said it", () => {
    expect(whose("agent:main:telegram:group:-100:topic:5", { senderId: "1" }, { owner: ["all"], isOwner: true })).toBe("group:telegram:-100");
    expect(whose("agent:main:main", { isGroup: true, groupId: "-100", channel: "telegram" }, { isOwner: true })).toBe("group:telegram:-100");
    expect(whose("agent:main:main", { isGroup: true, channel: "telegram" })).toBe("group:telegram:s1");
  });
});

describe("noConversation", () => {
  it.each(["cron:1f", "agent:main:cron:1f", "agent:main:subagent:9", "hook:3", "agent:main:main:heartbeat", "agent:main:incognito-1"])("passes over %s", (key) => {
    expect(noConversation(session(key))).toBeDefined();
  });
  it.each([undefined, "agent:main:main", "agent:main:telegram:direct:1", "agent:main:telegram:group:-100"])("reads %s", (key) => {
    expect(noConversation(session(key))).toBeUndefined();
  });
});
