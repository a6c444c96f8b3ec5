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
 * stands for the owner, unless the host leads other people's chats into it. No key at all is the owner's only where no channel is set up: a tool
 * of another plugin may ask for a group without saying so.
 */
export function realmOfSession(plugin: Plugin, { agentId, sessionKey, config, forOperator = false }: SessionQuestion): Realm | null {
  const realm = plugin.realmOf({ ...(agentId === undefined ? {} : { agentId }), ...(sessionKey === undefined ? {} : { sessionKey }) });
  if (!isOwners(realm) || realm.speaker !== undefined || forOperator || !hasChannels(config)) return realm;
  return sessionKey === undefined || sharesMainSession(config) ? null : realm;
}

/** Whether any channel of others is set up, on which a sender could be anybody. */
export function hasChannels(config: unknown): boolean {
  return Object.entries(recordOf(recordOf(config)["channels"])).some(([name, settings]) => name !== "defaults" && recordOf(settings)["enabled"] !== false);
}

/** Whether private chats of all people (the host's default) or groups run in the main session, for the whole host or by one binding. */
export function sharesMainSession(config: unknown): boolean {
  const { session, bindings } = recordOf(config);
  const scopes = [session, ...(Array.isArray(bindings) ? bindings.map((binding: unknown) => recordOf(binding)["session"]) : [])].map(recordOf);
  return (scopes[0]!["dmScope"] ?? "main") === "main" || scopes.some(({ dmScope, groupScope }) => dmScope === "main" || groupScope === "main");
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {});

/** Whether the host lets this plugin see conversations, so that hooks carry memories. */
export function hooksAllowed(config: unknown, pluginId: string): boolean {
  const entry = (config as { plugins?: { entries?: Record<string, { hooks?: { allowConversationAccess?: unknown } } | undefined> } } | null | undefined)?.plugins?.entries?.[pluginId];
  return entry?.hooks?.allowConversationAccess === true;
}
