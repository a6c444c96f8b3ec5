import { realmOf } from "@memory-cortex/models";
import type { Space, Store } from "@memory-cortex/store";

import type { Conversation, KeptNarrative, NarrativeShelf, NarrativeWish, TakenWish } from "./narratives.ts";
import { conversationKey, NARRATIVE_LIFETIME_MS } from "./narratives.ts";

export type NoteStore = Pick<Store, "revisions" | "saveNote" | "getNote" | "takeNote">;

/** As a note; what reads one of another version of the program finds nothing. */
interface WishNote {
  query: string;
  scope: string;
  ids: readonly string[];
  terms: readonly string[];
  spaces: readonly { space: Space; vector: string }[];
}

interface NarrativeNote extends Omit<KeptNarrative, "rests" | "topic"> {
  rests: readonly (readonly [string, string])[];
  terms: readonly string[];
  spaces: readonly { spaceId: number; weighted: boolean; vectors: readonly string[] }[];
}

const wishKey = (conversation: Conversation): string => `wish 1 ${conversationKey(conversation)}`;
const narrativeKey = (conversation: Conversation): string => `narrative 1 ${conversationKey(conversation)}`;

/**
 * What is wanted and what was made, as notes in the store: for several processes that answer recalls, and others that make narratives. The
 * store drops them when anything of the user is erased, and keeps none that was made of what was read before.
 */
export class StoredNarratives implements NarrativeShelf {
  readonly #store: NoteStore;

  constructor(store: NoteStore) {
    this.#store = store;
  }

  async want(conversation: Conversation, { query, scope, ids, terms, spaces }: NarrativeWish, now: number): Promise<void> {
    const note: WishNote = { query, scope, ids, terms, spaces: spaces.map(({ space, vector }) => ({ space, vector: encode(vector) })) };
    await this.#store.saveNote(realmFor(conversation), { key: wishKey(conversation), body: JSON.stringify(note), expiresAt: now + NARRATIVE_LIFETIME_MS });
  }

  async take(conversation: Conversation, now: number): Promise<TakenWish | null> {
    const realm = realmFor(conversation);
    // Read before anything that the narrative will quote.
    const { erasures } = await this.#store.revisions(realm);
    const note = await this.#store.takeNote(realm, { key: wishKey(conversation), now });
    if (note === null) return null;
    const { spaces, ...wish } = JSON.parse(note.body) as WishNote;
    return { wish: { realm, ...wish, spaces: spaces.map(({ space, vector }) => ({ space, vector: decode(vector) })) }, ticket: erasures };
  }

  async keep(conversation: Conversation, { rests, topic, ...narrative }: KeptNarrative, ticket: number): Promise<boolean> {
    const spaces = topic.spaces.map(({ vectors, ...space }) => ({ ...space, vectors: vectors.map(encode) }));
    const note: NarrativeNote = { ...narrative, rests: [...rests], terms: [...topic.terms], spaces };
    return this.#store.saveNote(realmFor(conversation), { key: narrativeKey(conversation), body: JSON.stringify(note), expiresAt: narrative.until, erasures: ticket });
  }

  async find(conversation: Conversation, now: number): Promise<KeptNarrative | null> {
    const note = await this.#store.getNote(realmFor(conversation), { key: narrativeKey(conversation), now });
    if (note === null) return null;
    const { rests, terms, spaces, ...narrative } = JSON.parse(note.body) as NarrativeNote;
    return { ...narrative, rests: new Map(rests), topic: { terms: new Set(terms), spaces: spaces.map(({ vectors, ...space }) => ({ ...space, vectors: vectors.map(decode) })) } };
  }

  async drop(conversation: Conversation, now: number): Promise<void> {
    await this.#store.takeNote(realmFor(conversation), { key: narrativeKey(conversation), now });
  }
}

const realmFor = ({ userId, namespaces }: Conversation) => realmOf(userId, namespaces);

const encode = (vector: Float32Array): string => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");

/** Copied: bytes out of a pool need not begin where a number may. */
const decode = (text: string): Float32Array => new Float32Array(Uint8Array.from(Buffer.from(text, "base64")).buffer);
