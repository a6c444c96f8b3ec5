import { describe, expect, it } from "vitest";

import { readConfig } from "../config.ts";
import type { TurnContext } from "../host/turn-context.ts";
import { createKnownTurns } from "./known-turns.ts";
import type { KnownTurns } from "./known-turns.ts";
import { realmOf } from "./realm-of.ts";
import type { Realm } from "./realm.ts";

interface Setting {
  config?: Record<string, unknown>;
  hostOwners?: string[];
  groupsInMain?: boolean;
  known?: KnownTurns;
}

function realm(turn: TurnContext, { config = {}, hostOwners = [], groupsInMain = false, known = createKnownTurns() }: Setting = {}): Realm {
  return realmOf(turn, { config: readConfig({ userId: "ann", ...config }).config, hostOwners: new Set(hostOwners), groupsInMain, known });
}

const telegram: TurnContext = { sessionKey: "agent:main:main", runId: "r", trigger: "user", channel: "telegram", senderId: "7", chatId: "7" };

describe("whose memory a turn may touch", () => {
  it("is the owner's on this machine, where nobody is named", () => {
    expect(realm({ sessionKey: "agent:main:main", sessionId: "s", agentId: "main", runId: "r", trigger: "user", workspaceDir: "/w" })).toEqual({
      userId: "ann", namespace: "global", shared: false, trusted: true, agentId: "main", project: "path:/w", sessionId: "s", sessionKey: "agent:main:main",
    });
    expect(realm({})).toMatchObject({ userId: "ann", trusted: true });
    expect(realm({ sessionKey: "agent:main:main", channel: "webchat", runId: "r" })).toMatchObject({ userId: "ann", trusted: true });
  });

  it("is a stranger's own when a sender is named and nothing says that it is the owner", () => {
    expect(realm(telegram)).toMatchObject({ userId: "sender:telegram:7", namespace: "untrusted", trusted: false, shared: false, speaker: "telegram:7" });
    expect(realm({ ...telegram, senderId: "8", chatId: "8" }).userId).toBe("sender:telegram:8");
    expect(realm({ ...telegram, channel: "signal" }).userId).toBe("sender:signal:7");
  });

  it("is the chat's own where the channel names no sender", () => {
    const { senderId: _, ...nameless } = telegram;
    expect(realm(nameless).userId).toBe("sender:telegram:7");
    expect(realm({ ...nameless, chatId: undefined })).toMatchObject({ userId: "sender:telegram:unknown", trusted: false });
  });

  it.each([
    ["our configuration", { config: { owners: ["Telegram:7"] } }],
    ["the host's configuration", { hostOwners: ["telegram:7"] }],
  ])("is the owner's for whom %s names", (_, setting) => {
    expect(realm(telegram, setting)).toMatchObject({ userId: "ann", trusted: true, speaker: "telegram:7" });
    expect(realm({ ...telegram, senderId: "77" }, setting).userId).toBe("sender:telegram:77");
  });

  it("goes by the host's word, and remembers it where the host does not repeat it", () => {
    const known = createKnownTurns();
    expect(realm({ sessionKey: "agent:main:main", messageChannel: "telegram", requesterSenderId: "7", senderIsOwner: true }, { known })).toMatchObject({ userId: "ann", trusted: true });
    expect(realm(telegram, { known })).toMatchObject({ userId: "ann", trusted: true });
    expect(realm({ ...telegram, senderId: "8" }, { known }).userId).toBe("sender:telegram:8");
    realm({ ...telegram, senderIsOwner: false }, { known });
    expect(realm(telegram, { known }).userId).toBe("sender:telegram:7");
  });

  it("is of a name of its own for senders who have one, and no stranger becomes the owner by it", () => {
    const config = { users: { "telegram:7": "bob" } };
    expect(realm(telegram, { config })).toMatchObject({ userId: "bob", trusted: false });
    expect(realm({ ...telegram, senderId: "8" }, { config }).userId).toBe("sender:telegram:8");
  });

  it("is the group's own in a group, whoever speaks there", () => {
    const group = { ...telegram, sessionKey: "agent:main:telegram:group:-100:topic:3", chatId: "-100" };
    for (const turn of [group, { ...group, senderIsOwner: true }, { ...group, senderId: undefined }, { agentId: "main", sessionKey: group.sessionKey }]) {
      expect(realm(turn, { config: { owners: ["telegram:7"] } })).toMatchObject({ userId: "group:telegram:-100", shared: true, trusted: false, namespace: "untrusted" });
    }
  });

  it("is the group's own also where the host answers groups in its main session", () => {
    const inMain = { ...telegram, chatId: "-100", senderIsOwner: true };
    expect(realm(inMain, { groupsInMain: true })).toMatchObject({ userId: "group:telegram:-100", shared: true });
    const known = createKnownTurns();
    known.sawGroup("telegram", "telegram:group:-100");
    expect(realm(inMain, { known })).toMatchObject({ userId: "group:telegram:-100", shared: true });
    expect(realm({ ...telegram, senderIsOwner: true }, { groupsInMain: true })).toMatchObject({ userId: "ann" });
  });

  it("is that of whoever spoke last where the host names a session that serves several", () => {
    const known = createKnownTurns();
    expect(realm({ agentId: "main", sessionKey: "agent:main:main" }, { known }).userId).toBe("ann");
    known.sawTurn("agent:main:main", telegram);
    expect(realm({ agentId: "main", sessionKey: "agent:main:main" }, { known }).userId).toBe("sender:telegram:7");
    known.sawTurn("agent:main:main", { sessionKey: "agent:main:main", runId: "local", trigger: "user" });
    expect(realm({ agentId: "main", sessionKey: "agent:main:main" }, { known }).userId).toBe("ann");
  });

  it("reads the sender off a direct session", () => {
    expect(realm({ agentId: "main", sessionKey: "agent:main:telegram:direct:7" })).toMatchObject({ userId: "sender:telegram:7", trusted: false });
    expect(realm({ agentId: "main", sessionKey: "agent:main:telegram:direct:7" }, { config: { owners: ["telegram:7"] } })).toMatchObject({ userId: "ann", trusted: true });
  });

  it("is the parent's for a sub-agent, and nobody's when the parent is not known", () => {
    const known = createKnownTurns();
    const child = { agentId: "main", sessionKey: "agent:main:subagent:1", runId: "c" };
    expect(realm(child, { known })).toMatchObject({ userId: "subagent:main", trusted: false });
    known.sawSpawn("agent:main:subagent:1", realm(telegram));
    expect(realm(child, { known })).toMatchObject({ userId: "sender:telegram:7", trusted: false, sessionKey: "agent:main:subagent:1" });
  });

  it("never opens the owner's memory to what comes in by a webhook", () => {
    expect(realm({ sessionKey: "agent:main:hook:mail", runId: "r" })).toMatchObject({ userId: "hook:main", trusted: false });
  });

  it("keeps agents, channels and workspaces apart when asked to", () => {
    const turn = { sessionKey: "agent:work:main", agentId: "work", runId: "r", workspaceDir: "/home/ann/work" };
    expect(realm(turn, { config: { isolateAgents: true } }).namespace).toBe("global/agent:work");
    expect(realm({ ...turn, agentId: "home" }, { config: { isolateAgents: true } }).namespace).toBe("global/agent:home");
    expect(realm(turn, { config: { isolateChannels: true } }).namespace).toBe("global/channel:local");
    const workspaces = ["/home/ann/work", "/home/ann/other"].map((workspaceDir) => realm({ ...turn, workspaceDir }, { config: { isolateWorkspaces: true } }).namespace);
    expect(new Set(workspaces).size).toBe(2);
    expect(realm({ ...telegram, agentId: "work" }, { config: { isolateAgents: true } }).namespace).toBe("untrusted/agent:work");
  });

  it("makes names that the service takes, and tells long ones apart", () => {
    const long = (end: string) => realm({ ...telegram, senderId: `${"x".repeat(200)}${end}` }).userId;
    expect(long("a").length).toBeLessThanOrEqual(128);
    expect(long("a")).not.toBe(long("b"));
    const all = { isolateAgents: true, isolateChannels: true, isolateWorkspaces: true };
    for (const turn of [{ ...telegram, agentId: "Ärger Nr. 1" }, { agentId: "a".repeat(80), sessionKey: "agent:x:main", runId: "r" }]) {
      const { namespace, trusted } = realm(turn, { config: all });
      expect(namespace).toMatch(/^[a-z0-9][a-z0-9._:/-]{0,63}$/);
      expect(namespace.startsWith("untrusted")).toBe(!trusted);
    }
  });
});
