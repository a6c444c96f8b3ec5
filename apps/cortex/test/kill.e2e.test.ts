import { systemClock, wholeUser } from "@memory-cortex/models";
import type { Memory, Turn } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { entityKey } from "@memory-cortex/text";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { seededRandom } from "../src/eval/seeded-random.ts";
import { startService, throwawayHome } from "./cortex-process.ts";
import { startEmbeddingServer } from "./embedding-server.ts";
import { talkativeSession } from "./talkative-session.ts";
import type { TalkativeSession } from "./talkative-session.ts";

const KILLS = 32;
const DIMENSION = 16;
/** Each start takes a second or more on a busy machine. */
const TIMEOUT = 400_000;
/** Longest life of a service after it is ready, milliseconds. */
const LONGEST_LIFE = 500;

let home: string;
let remove: () => Promise<void>;
let embedding: Awaited<ReturnType<typeof startEmbeddingServer>>;

beforeAll(async () => {
  ({ home, remove } = await throwawayHome());
  embedding = await startEmbeddingServer(DIMENSION);
});
afterAll(async () => {
  await embedding.close();
  await remove();
});

const environment = (): Record<string, string> => ({
  CORTEX_DEBOUNCE_SECONDS: "0",
  CORTEX_DEBOUNCE_MAX_SECONDS: "0",
  CORTEX_RATE_LIMIT_PER_SECOND: "0",
  CORTEX_LOG_LEVEL: "silent",
  CORTEX_EMBEDDERS: JSON.stringify([{ kind: "openai", url: embedding.url, model: "loopback", dimension: DIMENSION }]),
});

const sessions = ["ada", "bob", "cem"].flatMap((userId) => [
  talkativeSession({ userId, sessionId: `${userId}-ids`, habit: "window with ids" }),
  talkativeSession({ userId, sessionId: `${userId}-whole`, habit: "whole history" }),
]);

/** Lets everybody talk to a service until it is killed at a random moment. */
async function liveAndDie(life: number): Promise<void> {
  const service = await startService(home, environment());
  const controller = new AbortController();
  const talking = sessions.map((session) => session.talk(service.url, controller.signal));
  await new Promise((resolve) => setTimeout(resolve, life));
  await service.stop("SIGKILL");
  controller.abort();
  await Promise.all(talking);
}

async function turnsOf(store: Store, userId: string, sessionId: string): Promise<Turn[]> {
  return (await store.listTurns(wholeUser(userId), { sessionId, after: -1, limit: 100_000 }))?.turns ?? [];
}

async function memoriesOf(store: Store, userId: string): Promise<Memory[]> {
  return (await store.listMemories(wholeUser(userId), { includeHistory: true, now: Date.now() }, { limit: 100_000 })).items;
}

describe("a service that is killed again and again under load", () => {
  it(`loses nothing and doubles nothing over ${KILLS} kills`, async () => {
    const random = seededRandom(20_261_122);
    for (let kill = 0; kill < KILLS; kill += 1) await liveAndDie(Math.round(random() * LONGEST_LIFE));

    const last = await startService(home, environment());
    await Promise.all(sessions.map(({ talk }) => talk(last.url, AbortSignal.timeout(500))));
    for (const userId of new Set(sessions.map((session) => session.userId))) {
      const answer = await fetch(`${last.url}/v1/flush`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ user_id: userId, timeout_ms: 60_000 }) });
      expect(await answer.json()).toEqual({ done: true, pending: { capture: 0, embed: 0, extract: 0 } });
    }
    expect(await last.stop()).toBe(0);

    const store = await openSqliteStore({ home, clock: systemClock, readers: 1 });
    try {
      for (const { userId, sessionId, acknowledged, statements } of sessions) {
        expect(acknowledged.length).toBeGreaterThan(0);
        const stored = await turnsOf(store, userId, sessionId);
        // The last request may have been kept without its answer arriving.
        expect(stored.slice(0, acknowledged.length).map(({ text, externalId }) => [text, externalId])).toEqual(acknowledged.map(({ content, id }) => [content, id ?? null]));
        expect(stored.length - acknowledged.length).toBeLessThanOrEqual(2);
        expect(stored.map(({ position }) => position)).toEqual(stored.map((_, index) => index));
        const memories = await memoriesOf(store, userId);
        for (const statement of statements.slice(0, -1)) expect(memories.filter(({ text }) => text.includes(`${statement}.`) || text.endsWith(statement)).map(({ provenance }) => provenance.length)).toEqual([1]);
      }
      for (const session of sessions) await expectOneLine(store, session);
      for (const userId of new Set(sessions.map((session) => session.userId))) await expectWhole(store, userId);
    } finally {
      await store.close();
    }
  }, TIMEOUT);
});

/**
 * Each "I moved to …" has taken the place of the one before, once: with its link both ways, its end, its mention and its relation. A window that was
 * written by half, or twice, leaves a fork, a gap or two places to live in.
 */
async function expectOneLine(store: Store, { userId, sessionId, mover }: TalkativeSession): Promise<void> {
  const realm = wholeUser(userId);
  const said = (await turnsOf(store, userId, sessionId)).filter(({ speaker }) => speaker === mover).map(({ text }) => `${mover}: ${text}`);
  const versions = (await memoriesOf(store, userId)).filter(({ speaker, text }) => speaker === mover && text.includes("I moved to")).toReversed();
  expect(versions.map(({ text }) => text).sort()).toEqual(said.toSorted());
  if (said.length === 0) return;
  const [current, ...others] = versions.filter(({ validTo }) => validTo === null);
  expect([current?.text, others]).toEqual([said.at(-1), []]);
  expect((await store.history(realm, current!.id)).map(({ text }) => text)).toEqual(said);
  const byId = new Map(versions.map((version) => [version.id, version]));
  for (const version of versions) {
    expect(version.conflictGroup).toBeNull();
    if (version.supersededBy !== null) expect(byId.get(version.supersededBy)?.supersedes).toBe(version.id);
  }
  expect(new Set(versions.map(({ supersedes }) => supersedes)).size).toBe(versions.length);
  const living = await store.findRelations(realm, { subjectKeys: [entityKey(mover)], predicates: ["LIVES_IN"], now: Date.now() });
  expect(living.map(({ relation }) => [relation.memoryId, relation.object])).toEqual([[current!.id, said.at(-1)!.replace(/^.* to (.*)\.$/, "$1")]]);
  const [entity] = await store.findEntities(realm, [entityKey(mover)]);
  const details = await store.getEntity(realm, entity!.id);
  expect(details!.memoryIds).toContain(current!.id);
}

/** Every document has one vector, nothing stands twice, and the file is sound. */
async function expectWhole(store: Store, userId: string): Promise<void> {
  const realm = wholeUser(userId);
  const own = sessions.filter((session) => session.userId === userId);
  const turns = (await Promise.all(own.map(({ sessionId }) => turnsOf(store, userId, sessionId)))).flat();
  const memories = await memoriesOf(store, userId);
  const ids = [...turns, ...memories].map(({ id }) => id).sort();
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(memories.map(({ contentHash }) => contentHash)).size).toBe(memories.length);

  const spaces = await store.spaces(realm);
  expect(spaces).toMatchObject([{ space: { state: "active" }, embedded: ids.length, missing: 0 }]);
  const vector = new Float32Array(DIMENSION).fill(Math.sqrt(1 / DIMENSION));
  const filter = { kinds: ["turn", "memory"] as const, includeHistory: true, now: Date.now() };
  const hits = await store.searchVector(realm, { spaceId: spaces[0]!.space.id, vector, filter, limit: ids.length + 10, window: 0 });
  expect(hits.map(({ ref }) => ref.id).sort()).toEqual(ids);
  expect(await store.checkIntegrity(realm)).toEqual({ ok: true, problems: [] });
}
