import type { Realm } from "@memory-cortex/models";
import type { Space } from "@memory-cortex/store";

import type { Narrative } from "./narrative.ts";
import type { Topic } from "./on-topic.ts";

/** How long a narrative is kept, milliseconds. */
export const NARRATIVE_LIFETIME_MS = 300_000;
const MOST_KEPT = 512;

/** Whose turn it is: narratives of one conversation never reach another one, nor other namespaces. */
export interface Conversation {
  userId: string;
  namespaces: readonly string[];
  sessionId: string | null;
}

/** A recall that deserves a narrative. */
export interface NarrativeWish {
  realm: Realm;
  query: string;
  /** What the request let through: a narrative is used under the same filter only. */
  scope: string;
  /** Of what the answer held, best first. */
  ids: readonly string[];
  /** Spaces that searched, with the question's vector. */
  spaces: readonly { space: Space; vector: Float32Array }[];
  terms: readonly string[];
}

export interface KeptNarrative extends Narrative {
  query: string;
  scope: string;
  topic: Topic;
  madeAt: number;
  until: number;
}

/** A wish that somebody makes a narrative for now. */
export interface TakenWish {
  wish: NarrativeWish;
  /** For {@link NarrativeShelf.keep}. */
  ticket: number;
}

/** At once, or after a look into the store. */
export type Soon<Result> = Result | Promise<Result>;

/** Where the latest wish and the latest narrative of each conversation lie between recalls. Narratives quote memories: none outlives an erasure. */
export interface NarrativeShelf {
  want(conversation: Conversation, wish: NarrativeWish, now: number): Soon<void>;
  /** The latest wish, once. */
  take(conversation: Conversation, now: number): Soon<TakenWish | null>;
  /** False when something of the user was erased since the wish was taken. */
  keep(conversation: Conversation, narrative: KeptNarrative, ticket: number): Soon<boolean>;
  find(conversation: Conversation, now: number): Soon<KeptNarrative | null>;
  /** Drops a narrative that no longer holds. */
  drop(conversation: Conversation, now: number): Soon<void>;
}

interface Entry {
  userId: string;
  wish: NarrativeWish | null;
  narrative: KeptNarrative | null;
}

export const conversationKey = ({ userId, namespaces, sessionId }: Conversation): string => JSON.stringify([userId, namespaces, sessionId]);

/**
 * What is wanted and what was made, in the memory of the one process that there is. When anything of a user is erased, all of his go, and
 * what is being made of what was read before is not kept.
 */
export class Narratives implements NarrativeShelf {
  readonly #entries = new Map<string, Entry>();
  #erasures = 0;

  want(conversation: Conversation, wish: NarrativeWish): void {
    const key = conversationKey(conversation);
    const narrative = this.#entries.get(key)?.narrative ?? null;
    this.#entries.delete(key);
    this.#entries.set(key, { userId: conversation.userId, wish, narrative });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MOST_KEPT && oldest !== undefined) this.#entries.delete(oldest);
  }

  take(conversation: Conversation): TakenWish | null {
    const entry = this.#entries.get(conversationKey(conversation));
    if (entry?.wish == null) return null;
    const { wish } = entry;
    entry.wish = null;
    return { wish, ticket: this.#erasures };
  }

  keep(conversation: Conversation, narrative: KeptNarrative, ticket: number): boolean {
    if (ticket !== this.#erasures) return false;
    const key = conversationKey(conversation);
    const wish = this.#entries.get(key)?.wish ?? null;
    this.#entries.set(key, { userId: conversation.userId, wish, narrative });
    return true;
  }

  find(conversation: Conversation, now: number): KeptNarrative | null {
    const entry = this.#entries.get(conversationKey(conversation));
    if (entry?.narrative == null) return null;
    if (entry.narrative.until <= now) entry.narrative = null;
    return entry.narrative;
  }

  drop(conversation: Conversation): void {
    const entry = this.#entries.get(conversationKey(conversation));
    if (entry !== undefined) entry.narrative = null;
  }

  /** Something of this user is erased. */
  forget(userId: string): void {
    this.#erasures += 1;
    for (const [key, entry] of this.#entries) if (entry.userId === userId) this.#entries.delete(key);
  }
}
