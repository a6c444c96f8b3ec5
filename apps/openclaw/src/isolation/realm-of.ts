import { createHash } from "node:crypto";

import type { PluginConfig } from "../config.ts";
import type { TurnContext } from "../host/turn-context.ts";
import { bareChat } from "./known-turns.ts";
import type { KnownTurns } from "./known-turns.ts";
import type { Realm } from "./realm.ts";
import { readSessionKey } from "./session-key.ts";
import type { SessionKeyParts } from "./session-key.ts";

const LONGEST_USER_ID = 128;
const LONGEST_NAMESPACE = 64;
const LONGEST_NAME = 128;
const LONGEST_PROJECT = 256;
/** Surfaces of the gateway itself, and its own clockwork: whoever uses them has the gateway's own key. */
const LOCAL_CHANNELS = new Set(["webchat", "internal", "cli", "control-ui", "tui", "gateway", "local", "heartbeat", "cron"]);
/** Drawer of what others than the owner said: nothing in it becomes a rule or a procedure. */
export const UNTRUSTED = "untrusted";

export interface RealmRules {
  config: PluginConfig;
  /** Senders whom the host's configuration names as owners: "telegram:123". */
  hostOwners: ReadonlySet<string>;
  /** Whether the host routes some group into the main session, so that its key does not tell who listens. */
  groupsInMain: boolean;
  known: KnownTurns;
}

/**
 * Whose memory a turn may touch. The owner's is opened only when the sender is the owner or nothing tells of a sender, as in a run on
 * this machine. Everybody else has a memory of their own, and so has every group: what is private can never appear there, because it
 * is another user's.
 */
export function realmOf(told: TurnContext, rules: RealmRules): Realm {
  const turn = namesNobody(told) ? { ...rules.known.lastTurn(told.sessionKey), ...told } : told;
  const key = readSessionKey(turn.sessionKey);
  const parent = key.kind === "subagent" ? rules.known.parentOf(turn.sessionKey) : undefined;
  if (parent !== undefined) return { ...parent, ...along(turn, key) };
  const { config } = rules;
  const who = whoSpeaks(turn, key, rules);
  const namespace = namespaceOf(turn, { config, trusted: who.trusted, agentId: turn.agentId ?? key.agentId, channel: who.channel });
  const realm: Realm = { userId: shortened(who.userId, LONGEST_USER_ID), namespace, shared: who.shared, trusted: who.trusted, ...along(turn, key) };
  if (who.channel !== null) realm.channel = who.channel.slice(0, LONGEST_NAME);
  if (who.speaker !== null) {
    realm.speaker = who.speaker;
    const name = rules.known.nameOf(who.speaker);
    if (name !== undefined) realm.speakerName = name;
  }
  return realm;
}

/** A call for a session as such: whoever spoke last in it is meant. */
const namesNobody = ({ runId, trigger, senderId, requesterSenderId, senderIsOwner, channel, messageChannel }: TurnContext): boolean =>
  [runId, trigger, senderId, requesterSenderId, senderIsOwner, channel, messageChannel].every((fact) => fact === undefined);

interface Who {
  userId: string;
  shared: boolean;
  trusted: boolean;
  channel: string | null;
  speaker: string | null;
}

function whoSpeaks(turn: TurnContext, key: SessionKeyParts, rules: RealmRules): Who {
  const { config, known } = rules;
  const channel = channelOf(turn, key);
  const local = channel === null || LOCAL_CHANNELS.has(channel);
  const sender = senderOf(turn, key, local);
  const speaker = sender === null ? null : `${channel ?? "local"}:${sender}`;
  if (speaker !== null && turn.senderIsOwner !== undefined) known.sawOwner(speaker, turn.senderIsOwner);
  const group = groupOf(turn, key, { ...rules, channel, sender, local });
  if (group !== null) return { userId: `group:${channel ?? "local"}:${group}`, shared: true, trusted: false, channel, speaker };
  const common = { shared: false, channel, speaker };
  if (key.kind === "webhook") return { ...common, userId: `hook:${turn.agentId ?? key.agentId ?? "main"}`, trusted: false };
  // A sub-agent whose parent is not known may have been sent by anybody.
  if (key.kind === "subagent" && turn.senderIsOwner !== true) return { ...common, userId: `subagent:${turn.agentId ?? key.agentId ?? "main"}`, trusted: false };
  const named = speaker === null ? undefined : config.users[speaker] ?? config.users[speaker.toLowerCase()];
  if (named !== undefined) return { ...common, userId: named, trusted: named === config.userId };
  const isOwner = speaker === null ? turn.senderIsOwner !== false && local : turn.senderIsOwner ?? known.isOwner(speaker) ?? isNamedOwner(speaker, rules);
  if (isOwner || (speaker !== null && isNamedOwner(speaker, rules))) return { ...common, userId: config.userId, trusted: true };
  return { ...common, userId: `sender:${speaker ?? `${channel ?? "local"}:unknown`}`, trusted: false };
}

const isNamedOwner = (speaker: string, { config, hostOwners }: RealmRules): boolean =>
  hostOwners.has(speaker.toLowerCase()) || config.owners.some((owner) => owner.toLowerCase() === speaker.toLowerCase());

function channelOf(turn: TurnContext, key: SessionKeyParts): string | null {
  const told = key.channel ?? turn.messageChannel ?? turn.channel ?? turn.messageProvider;
  return told?.trim().toLowerCase() || null;
}

/** On a channel of others somebody is always there: without a sender the chat stands for the person. */
function senderOf(turn: TurnContext, key: SessionKeyParts, local: boolean): string | null {
  const told = turn.senderId ?? turn.requesterSenderId ?? (key.kind === "direct" ? key.peer : null);
  if (told?.trim()) return told.trim();
  return local ? null : turn.chatId?.trim() || turn.nativeChannelId?.trim() || null;
}

function groupOf(turn: TurnContext, key: SessionKeyParts, about: RealmRules & { channel: string | null; sender: string | null; local: boolean }): string | null {
  if (key.kind === "shared") return key.peer;
  const chat = turn.chatId ?? turn.nativeChannelId ?? turn.channelId ?? null;
  if (chat === null || key.kind === "direct") return null;
  if (about.known.isGroup(about.channel, chat)) return bareChat(chat);
  const isUnclear = about.groupsInMain && key.kind === "main" && !about.local && ![about.sender, about.channel].includes(bareChat(chat));
  return isUnclear ? bareChat(chat) : null;
}

function along(turn: TurnContext, key: SessionKeyParts): Partial<Realm> {
  const agentId = turn.agentId ?? key.agentId;
  const project = turn.activeProjectKeys?.[0] ?? (turn.workspaceDir === undefined ? undefined : `path:${turn.workspaceDir}`);
  return {
    ...(agentId ? { agentId: agentId.slice(0, LONGEST_NAME) } : {}),
    ...(project ? { project: shortened(project, LONGEST_PROJECT) } : {}),
    ...(turn.sessionId ? { sessionId: turn.sessionId } : {}),
    ...(turn.sessionKey ? { sessionKey: turn.sessionKey } : {}),
  };
}

interface NamespaceParts {
  config: PluginConfig;
  trusted: boolean;
  agentId: string | null;
  channel: string | null;
}

/** Lower-case letters, digits and . _ : / -, as the service wants them; too long or otherwise written ones are told apart by a hash. */
function namespaceOf(turn: TurnContext, { config, trusted, agentId, channel }: NamespaceParts): string {
  const parts = [trusted ? config.namespace : UNTRUSTED];
  if (config.isolateAgents) parts.push(`agent:${agentId ?? "main"}`);
  if (config.isolateChannels) parts.push(`channel:${channel ?? "local"}`);
  if (config.isolateWorkspaces) parts.push(`workspace:${digest(turn.activeProjectKeys?.[0] ?? turn.workspaceDir ?? "")}`);
  const whole = parts.join("/");
  if (whole.length <= LONGEST_NAMESPACE && /^[a-z0-9][a-z0-9._:/-]*$/.test(whole)) return whole;
  // What marks the untrusted has to stay readable.
  return `${trusted ? "own" : UNTRUSTED}/${digest(whole)}`;
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Two long names with one beginning stay two. */
function shortened(text: string, longest: number): string {
  const clean = text.toWellFormed().replaceAll("\0", "");
  return clean.length <= longest ? clean : `${clean.slice(0, longest - 17)}~${digest(clean)}`;
}
