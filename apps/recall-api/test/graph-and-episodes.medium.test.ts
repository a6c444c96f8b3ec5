import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { embedderRegistry } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { createFakeEmbedder } from "@memory-cortex/embedding/fake";
import { createCaptureHandler, createConversations, createEmbedHandler, createMemories } from "@memory-cortex/formation";
import { realmOf, uuidV7Source } from "@memory-cortex/models";
import { explainRequest, ingestRequest, recallRequest, rememberRequest } from "@memory-cortex/models/wire";
import { createLocalQueue } from "@memory-cortex/queue-local";
import { createRecall } from "@memory-cortex/recall";
import type { Store } from "@memory-cortex/store";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const NOW = Date.UTC(2026, 4, 20, 12);
const clock = { now: () => NOW };
const ids = uuidV7Source(clock);
const home = mkdtempSync(join(tmpdir(), "cortex-graph-"));
let store: Store;

beforeAll(async () => {
  store = await openSqliteStore({ home, clock, readers: 1 });
});
afterAll(async () => {
  await store.close();
  rmSync(home, { recursive: true });
});

/** Conversations captured by rules, over the real store; recall by words and graph, and by meaning where there is an embedder. */
function service(user: string, embedders: readonly Embedder[] = []) {
  const registry = embedderRegistry(embedders);
  const realm = realmOf(user);
  const queue = createLocalQueue({ clock });
  const conversations = createConversations({ store, queue, clock, ids });
  const memories = createMemories({ store, queue, clock, ids });
  const capture = createCaptureHandler({ store, queue, clock, ids });
  const embed = createEmbedHandler({ store, queue, clock, embedders: registry });
  const recall = createRecall({ store, clock, ids, embedders: registry, monotonic: () => performance.now() });
  const asked = (query: string, more: object = {}) => ({ query, user_id: user, deadline_ms: 10_000, asked_at: new Date(NOW).toISOString(), ...more });
  return {
    realm,
    async say(session: string, said: readonly [name: string, content: string, at: number][]): Promise<void> {
      const messages = said.map(([name, content, at], index) => ({ role: "user", name, content, id: `${session}-${index}`, timestamp: at }));
      await conversations.ingest(ingestRequest.parse({ user_id: user, session_id: session, messages }));
      await capture({ user_id: user, namespace: "global", session_id: session }, { signal: new AbortController().signal, attempt: 1 });
    },
    embed: () => embed({ user_id: user }, { signal: new AbortController().signal, attempt: 1 }),
    tell: (content: string) => memories.remember(realm, rememberRequest.parse({ content, user_id: user })),
    ask: (query: string, more: object = {}) => recall.recall(recallRequest.parse(asked(query, more))),
    explain: (query: string) => recall.explain(explainRequest.parse(asked(query))),
  };
}

const day = (date: number, hour = 10) => Date.UTC(2026, 4, date, hour);
const FILLER = Array.from({ length: 60 }, (_, index): [string, string, number] => ["Ruth", `Talk number ${index} was about the garden and what grows there; frogs live in it.`, day(1) + index * 60_000]);

describe("the graph", () => {
  it("ties turns and memories to the people, places and firms that they name, and brings them over two relations", async () => {
    const { say, tell, ask, explain, realm } = service("graph");
    await say("filler", FILLER);
    await say("s", [["Ruth", "I had lunch with Dagny at Hartmann Labs.", day(2)], ["Viktor", "Dagny told me that the visit went well.", day(2)], ["Ruth", "Thanks, Viktor!", day(2)]]);
    await tell("Olaf reports to Dagny.");
    const { id } = await tell("Dagny lives in Graz.");

    const [dagny] = await store.findEntities(realm, ["dagny"]);
    expect(dagny).toMatchObject({ name: "Dagny", type: "person" });
    const view = await store.getEntity(realm, dagny!.id);
    expect(view!.turnIds).toHaveLength(2);
    expect(view!.memoryIds).toContain(id);
    expect(await store.findEntities(realm, ["viktor"])).toEqual([]);
    expect(await store.findEntities(realm, ["hartmann labs"])).toMatchObject([{ type: "organisation" }]);

    const question = "Where does the person whom Olaf reports to live?";
    const { items, degraded, timings_ms: timings } = await ask(question, { limit: 10 });
    expect(items.slice(0, 5).map((item) => item.id)).toContain(id);
    expect(degraded.map(({ part }) => part)).not.toContain("graph");
    expect(timings["graph"]).toBeGreaterThan(0);
    const score = async (more: object) => (await ask(question, { limit: 100, ...more })).items.find((item) => item.id === id)!.score;
    expect(await score({})).toBeGreaterThan(await score({ without: ["graph"] }));

    const told = await explain(question);
    expect(told.entities).toEqual(expect.arrayContaining([expect.objectContaining({ name: "Olaf", hop: 0 }), expect.objectContaining({ name: "Dagny", hop: 1 }), expect.objectContaining({ name: "Graz", hop: 2 })]));
    expect(told.legs.map(({ leg }) => leg)).toContain("graph");
    expect(told.items.find((item) => item.id === id)).toMatchObject({ hop: 1, factors: { graph: 0.5 } });
  });

  it("what only the graph brings carries its own words, never a score of the graph's", async () => {
    const { say, explain } = service("own-words");
    await say("filler", FILLER);
    await say("s", [["Ruth", "We cooked soup with Dagny.", day(2)]]);
    const { items } = await explain("Any news of Dagny and the zeppelin?");
    const soup = items.find(({ text }) => text.includes("soup"))!;
    expect(soup.hop).toBe(0);
    expect(soup.words).toBeGreaterThan(0);
    expect(items.every(({ hop, words, relevance }) => hop === null || words > 0 || relevance < 0.05)).toBe(true);
  });

  it("without a known name in the question it has nothing to say, and left out it is not asked", async () => {
    const { say, explain, ask } = service("nameless");
    await say("s", [["Ruth", "We met Dagny in Graz.", day(2)]]);
    expect(await explain("what was cooked")).toMatchObject({ entities: [], candidates: { graph: 0 } });
    expect((await ask("Where is Dagny?", { without: ["graph"] })).timings_ms["graph"]).toBeUndefined();
  });

  it("leaves nothing of a forgotten memory", async () => {
    const { tell, realm } = service("forgetting");
    const { id } = await tell("Dagny lives in Graz.");
    expect(await store.findEntities(realm, ["dagny", "graz"])).toHaveLength(2);
    await store.eraseMemory(realm, { id, at: NOW });
    expect(await store.findEntities(realm, ["dagny", "graz"])).toEqual([]);
  });
});

describe("episodes", () => {
  it("have their own time and those who took part, and answer what happened when", async () => {
    const { say, ask, embed, realm } = service("episodes", [createFakeEmbedder()]);
    await say("filler", FILLER);
    await say("late", [
      ["Ruth", "We deployed the auth service on 12 May with Dagny.", day(19)],
      ["Ruth", "We visited the glass museum on 2 May.", day(19)],
      ["Ruth", "We visited the boat fair on 30 April.", day(12)],
    ]);
    const { items: listed } = await store.listMemories(realm, { type: "episode", includeHistory: false, now: NOW }, { limit: 10 });
    const deployed = listed.find(({ text }) => text.includes("auth"))!;
    expect(deployed).toMatchObject({ episodeStart: Date.UTC(2026, 4, 12), episodeEnd: Date.UTC(2026, 4, 13), observedAt: day(19) });
    const [dagny] = await store.findEntities(realm, ["dagny"]);
    expect((await store.getEntity(realm, dagny!.id))!.memoryIds).toContain(deployed.id);

    await embed();
    const texts = async (query: string) => (await ask(query, { kinds: ["memory"] })).items.map(({ text }) => text);
    expect((await texts("What happened last week?"))[0]).toContain("auth service");
    expect((await texts("What did we do on 2 May?"))[0]).toContain("glass museum");
    expect((await texts("When did we deploy?"))[0]).toContain("auth service");
  });
});
