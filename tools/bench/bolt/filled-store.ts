import { createEmbedder, emptyWeighting } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { realmOf, wholeUser } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { NewTurn, Store } from "@memory-cortex/store";
import { analyse, contentHash, countWords, encodeSignals, textSignals } from "@memory-cortex/text";

import type { Corpus } from "../corpus.ts";

/** Turns of one session, and what is written at once. */
const SESSION = 500;
const VECTORS = 250;
const START = Date.UTC(2026, 0, 1);

export interface FillWish {
  userId: string;
  documents: number;
  corpus: Corpus;
  embedder: Embedder;
  progress(line: string): void;
}

function turnOf(userId: string, corpus: Corpus, index: number): NewTurn {
  const text = corpus.text(index);
  const at = START + index * 60_000;
  const told = { text, contentHash: contentHash(text), terms: analyse(text), words: countWords(text), signals: encodeSignals(textSignals(text)) };
  return { id: `${userId}-${index}`, role: index % 2 === 0 ? "user" : "assistant", speaker: null, observedAt: at, createdAt: at, timed: true, externalId: null, ...told };
}

async function write(store: Store, realm: Realm, { userId, documents, corpus, progress }: FillWish): Promise<void> {
  for (let start = 0; start < documents; start += SESSION) {
    const turns = Array.from({ length: Math.min(SESSION, documents - start) }, (_, index) => turnOf(userId, corpus, start + index));
    await store.appendTurns(realm, { session: { sessionId: `s${start / SESSION}`, channel: null, agentId: null, project: null }, revision: 0, inserts: [{ at: 0, turns }] });
    if (start % 10_000 === 0) progress(`${userId}: ${start} of ${documents} turns written`);
  }
}

async function embed(store: Store, realm: Realm, { userId, embedder, progress }: FillWish): Promise<number> {
  const { model, dimension } = embedder.identity;
  const { id } = await store.createSpace(realm, { embedder: "static", model, dimension, weighting: null, documentsAtStart: 0, createdAt: START });
  for (let done = 0, last: string | null = null; ; ) {
    const batch = await store.embeddableTexts(realm, { after: last, limit: VECTORS });
    if (batch.length === 0) break;
    const vectors = await embedder.embed(batch.map(({ text }) => text), { kind: "document", weighting: emptyWeighting() });
    await store.saveVectors(realm, { spaceId: id, vectors: batch.map((document, index) => ({ id: document.id, vector: vectors[index] ?? null })) });
    last = batch.at(-1)!.id;
    if ((done += batch.length) % 10_000 === 0) progress(`${userId}: ${done} vectors saved`);
  }
  await store.activateSpace(realm, id);
  return id;
}

/** Gives a user that many turns with vectors, unless he has them, straight through the store: what is measured is the store. Returns the space. */
export async function fillStore(store: Store, wish: FillWish): Promise<number> {
  const realm = wholeUser(wish.userId);
  const [serving] = await store.activeSpaces(realm);
  if (serving !== undefined) return serving.id;
  await write(store, realmOf(wish.userId), wish);
  return embed(store, realm, wish);
}

/** The static model: its vectors weighed by no text of the user, which costs the same. */
export const benchEmbedder = (folder: string): Promise<Embedder> => createEmbedder({ kind: "static", folder });
