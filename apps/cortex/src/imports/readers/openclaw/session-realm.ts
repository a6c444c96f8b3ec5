import { readSessionKey } from "@memory-cortex/openclaw/transcript";

import type { Envelope } from "./open-envelope.ts";

/** What is known of a session beside its transcript. */
export interface SessionFacts {
  sessionId: string;
  agentId: string | undefined;
  /** "agent:main:telegram:group:-100123"; undefined where nobody kept it. */
  sessionKey: string | undefined;
  channel: string | undefined;
}

/** Whose memory something said belongs to. */
export interface Owned {
  /** Null: the user's own. */
  belongsTo: string | null;
  /** "telegram:123", for the question whether that is the user as well. */
  speaker: string | null;
}

const OWN: Owned = { belongsTo: null, speaker: null };
const LONGEST = 128;
const ANYBODY = "all";

/** Why a whole session is no conversation with a person; undefined for one that is. */
export function noConversation({ sessionKey }: SessionFacts): string | undefined {
  const { kind, heartbeat, incognito } = readSessionKey(sessionKey);
  if (heartbeat) return "heartbeats";
  if (incognito) return "incognito sessions";
  if (kind === "cron" || kind === "subagent" || kind === "webhook" || kind === "acp") return "jobs, sub-agents and webhooks";
  return undefined;
}

/**
 * Whose memory a message belongs to, by the rule of the plugin: a group is a user of its own, and so is each sender who is not known to be
 * the user. Only what nobody else can have said is the user's. `told` is what the row itself says of its sender.
 */
export function ownerOf(session: SessionFacts, envelope: Omit<Envelope, "text">, { owner, isOwner }: { owner: ReadonlySet<string>; isOwner: boolean | null }): Owned {
  const key = readSessionKey(session.sessionKey);
  const channel = key.channel ?? envelope.channel ?? session.channel ?? "local";
  if (key.kind === "shared" || envelope.isGroup) {
    const group = key.kind === "shared" ? key.peer : envelope.groupId;
    return { belongsTo: cut(`group:${channel}:${group ?? session.sessionId}`), speaker: null };
  }
  const sender = envelope.senderId ?? (key.kind === "direct" ? key.peer : null);
  if (sender === null || isOwner === true) return OWN;
  const speaker = `${channel}:${sender}`;
  const isNamed = owner.has(ANYBODY) || owner.has(sender.toLowerCase()) || owner.has(speaker.toLowerCase());
  return isNamed && isOwner !== false ? { belongsTo: null, speaker } : { belongsTo: cut(`sender:${speaker}`), speaker };
}

const cut = (userId: string): string => [...userId].slice(0, LONGEST).join("");
