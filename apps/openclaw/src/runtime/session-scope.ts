import type { Realm } from "../isolation/realm.ts";
import type { Plugin } from "../plugin.ts";

/** Whether a realm is the owner's own: the files of the workspace and of the host belong to nobody else. */
export const isOwners = ({ trusted, shared }: Realm): boolean => trusted && !shared;

export interface SessionQuestion {
  agentId?: string | undefined;
  sessionKey?: string | undefined;
  /** The host's whole configuration. */
  config: unknown;
  /** The host asks for an operator at the machine, not for a conversation. */
  forOperator?: boolean;
}

/**
 * Whose memory a session may see when nothing but its key is known; null when nobody can tell. A key without a chat in it ("agent:main:main")
 * stands for the owner only where no channel is set up: with one, a stranger's private chat may share it, and so may a tool of another plugin
 * that asks for a group without saying so.
 */
export function realmOfSession(plugin: Plugin, { agentId, sessionKey, config, forOperator = false }: SessionQuestion): Realm | null {
  const realm = plugin.realmOf({ ...(agentId === undefined ? {} : { agentId }), ...(sessionKey === undefined ? {} : { sessionKey }) });
  if (!isOwners(realm) || realm.speaker !== undefined) return realm;
  return forOperator || !hasChannels(config) ? realm : null;
}

/** Whether any channel of others is set up, on which a sender could be anybody. */
export function hasChannels(config: unknown): boolean {
  const channels = typeof config === "object" && config !== null ? (config as { channels?: unknown }).channels : undefined;
  if (typeof channels !== "object" || channels === null) return false;
  return Object.entries(channels).some(([name, settings]) => name !== "defaults" && (settings as { enabled?: unknown } | null)?.enabled !== false);
}

/** Whether the host lets this plugin see conversations, so that hooks carry memories. */
export function hooksAllowed(config: unknown, pluginId: string): boolean {
  const entry = (config as { plugins?: { entries?: Record<string, { hooks?: { allowConversationAccess?: unknown } } | undefined> } } | null | undefined)?.plugins?.entries?.[pluginId];
  return entry?.hooks?.allowConversationAccess === true;
}
