import type { TurnContext } from "../host/turn-context.ts";
import type { Realm } from "./realm.ts";

/** What the host told in one place and is needed in another, for as long as the process lives. */
export interface KnownTurns {
  /** The host's word on whether a sender ("telegram:123") is the owner: tools and commands are told, prompt hooks are not. */
  sawOwner(speaker: string, isOwner: boolean): void;
  /** Undefined: nobody said. */
  isOwner(speaker: string): boolean | undefined;
  /** What the channel calls a sender. */
  sawName(speaker: string, name: string): void;
  nameOf(speaker: string): string | undefined;
  /** Chats of several people, as messages came in from them. */
  sawGroup(channel: string | null, chat: string): void;
  isGroup(channel: string | null, chat: string | null): boolean;
  /** Who spoke last in a session: some calls of the host name the session alone, and one session may serve several people. */
  sawTurn(sessionKey: string | undefined, turn: TurnContext): void;
  lastTurn(sessionKey: string | undefined): TurnContext | undefined;
  /** A session sent a sub-agent, which works in its realm. */
  sawSpawn(childSessionKey: string, parent: Realm | undefined): void;
  parentOf(childSessionKey: string | undefined): Realm | undefined;
}

const MOST = 2_000;

export function createKnownTurns(): KnownTurns {
  const owners = new Map<string, boolean>();
  const names = new Map<string, string>();
  const groups = new Map<string, true>();
  const turns = new Map<string, TurnContext>();
  const parents = new Map<string, Realm>();
  return {
    sawOwner: (speaker, isOwner) => keep(owners, speaker.toLowerCase(), isOwner),
    isOwner: (speaker) => owners.get(speaker.toLowerCase()),
    sawName: (speaker, name) => keep(names, speaker.toLowerCase(), name),
    nameOf: (speaker) => names.get(speaker.toLowerCase()),
    sawGroup: (channel, chat) => keep(groups, `${channel ?? ""}:${bareChat(chat)}`, true),
    isGroup: (channel, chat) => chat !== null && groups.has(`${channel ?? ""}:${bareChat(chat)}`),
    sawTurn: (sessionKey, turn) => {
      if (sessionKey !== undefined) keep(turns, sessionKey, turn);
    },
    lastTurn: (sessionKey) => (sessionKey === undefined ? undefined : turns.get(sessionKey)),
    sawSpawn: (child, parent) => {
      if (parent !== undefined) keep(parents, child, parent);
    },
    parentOf: (child) => (child === undefined ? undefined : parents.get(child)),
  };
}

const PREFIX = /^(?:channel|chat|direct|dm|group|room|supergroup|user|thread):/;

/** "telegram:group:-100:topic:3" and "-100" are one chat: the hosts' parts write it in several ways. */
export function bareChat(chat: string): string {
  let bare = chat.trim().toLowerCase().replace(/:(?:topic|thread):.*$/, "");
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(PREFIX, "");
    // The name of a channel in front of one of these words: "telegram:group:-100".
    if (/^[a-z][\w-]*:./.test(bare) && PREFIX.test(bare.slice(bare.indexOf(":") + 1))) bare = bare.slice(bare.indexOf(":") + 1);
  }
  return bare.replace(/^[a-z][\w-]*:(?=[^:]+$)/, "");
}

/** The oldest goes when too many are kept. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > MOST ? map.keys().next() : null;
  if (oldest !== null && oldest.done !== true) map.delete(oldest.value);
}
