import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import { forgetRequest, ingestRequest, rememberRequest, updateRequest } from "@memory-cortex/models/wire";
import type { ForgetResponse, Realm } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import { createMemoryStore } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";
import { contentHash } from "@memory-cortex/text";
import { beforeEach, describe, expect, it } from "vitest";

import { createConversations } from "../conversations/index.ts";
import type { Conversations } from "../conversations/index.ts";
import { createMemories } from "../memories/index.ts";
import type { Memories } from "../memories/index.ts";
import { createForgetting } from "./create-forgetting.ts";
import type { Finding } from "./select-forgotten.ts";

const START = Date.UTC(2026, 4, 14);
const queue = { enqueue: async () => undefined } as unknown as Queue;

let store: Store;
let conversations: Conversations;
let memories: Memories;
let found: Finding[];
let clock: { now(): number };
beforeEach(() => {
  let time = START;
  clock = { now: () => (time += 1_000) };
  const ids = uuidV7Source(clock);
  store = createMemoryStore({ clock });
  conversations = createConversations({ store, queue, clock, ids });
  memories = createMemories({ store, queue, clock, ids });
  found = [];
});

const ann = wholeUser("ann");
const forget = (fields: object, realm: Realm = ann): Promise<ForgetResponse> =>
  createForgetting({ store, clock }).forget({ realm, request: forgetRequest.parse({ user_id: realm.userId, dry_run: false, ...fields }), find: async () => found });
const say = (texts: readonly string[], fields: object = {}) =>
  conversations.ingest(ingestRequest.parse({ user_id: "ann", session_id: "s", messages: texts.map((content) => ({ role: "user", content })), ...fields }));
const remember = (content: string, fields: object = {}) => memories.remember(realmOf("ann"), rememberRequest.parse({ user_id: "ann", content, ...fields }));
const turnsOf = async (sessionId: string, realm = realmOf("ann")) => (await store.listTurns(realm, { sessionId, after: -1, limit: 99 }))?.turns ?? [];
const left = async (): Promise<string[]> => (await store.listMemories(ann, { includeHistory: true, now: clock.now() }, { limit: 99 })).items.map(({ text }) => text).toSorted();

/** As a capture would: a memory that rests on these turns. */
async function captured(text: string, turnIds: readonly string[], sessionId = "s"): Promise<void> {
  const { id } = await remember(text);
  const memory = await store.getMemory(ann, id);
  await store.eraseMemory(ann, { id, at: 0 });
  await store.writeMemory(realmOf("ann"), { action: "create", memory: { ...memory!, id: `${id}c`, contentHash: contentHash(`${text}.`), text, sessionId, provenance: [...turnIds], terms: text.toLowerCase().split(" "), words: 3, signals: 0 } });
}

describe("by session", () => {
  it("erases what was said, and what rests on it alone; the same words do not come back", async () => {
    const history = ["I keep bees in the garden", "they like lavender a lot"];
    await say(history);
    await say(["bees again, and again"], { session_id: "other" });
    const [first, second] = (await turnsOf("s")).map(({ id }) => id) as [string, string];
    const [third] = (await turnsOf("other")).map(({ id }) => id) as [string];
    await captured("keeps bees", [first]);
    await captured("keeps bees twice", [second, third], "other");
    await remember("Ann is tall");
    await expect(forget({ session_id: "s" })).resolves.toMatchObject({ dry_run: false, memories: 1, turns: 2, sessions: 1, more: false, not_found: [], candidates: [] });
    expect(await left()).toEqual(["Ann is tall", "keeps bees twice"]);
    expect(await turnsOf("s")).toEqual([]);
    await expect(say([...history, "what else is new"])).resolves.toMatchObject({ accepted: 1, duplicate: 0, ignored: [{ index: 0, reason: "forgotten" }, { index: 1, reason: "forgotten" }] });
    expect((await turnsOf("s")).map(({ text }) => text)).toEqual(["what else is new"]);
  });

  it("shows what would go unless it is told to do it", async () => {
    await say(["I keep bees"]);
    await expect(forget({ session_id: "s", dry_run: true })).resolves.toMatchObject({ dry_run: true, turns: 1, sessions: 1, items: [{ kind: "turn", text: "I keep bees", session_id: "s" }] });
    expect(await turnsOf("s")).toHaveLength(1);
    expect((await forget({ session_id: "s" })).items[0]).not.toHaveProperty("text");
  });

  it("reaches the session in every namespace of the realm, and in no other", async () => {
    await say(["in the open"]);
    await say(["at work"], { namespace: "work" });
    await say(["at home"], { namespace: "home" });
    await expect(forget({ session_id: "s" }, realmOf("ann", ["global", "work"]))).resolves.toMatchObject({ turns: 2, sessions: 2 });
    expect((await turnsOf("s", realmOf("ann", ["home"]))).map(({ text }) => text)).toEqual(["at home"]);
  });

  it("takes a memory that was reworded since along", async () => {
    await say(["I keep bees"]);
    await captured("keeps bees", (await turnsOf("s")).map(({ id }) => id));
    const [{ id }] = (await store.listMemories(ann, { includeHistory: false, now: clock.now() }, { limit: 1 })).items.map((memory) => ({ id: memory.id })) as [{ id: string }];
    await memories.update(realmOf("ann"), id, updateRequest.parse({ content: "keeps wasps" }));
    await expect(forget({ session_id: "s" })).resolves.toMatchObject({ memories: 2 });
    expect(await left()).toEqual([]);
  });

  it("goes on where a failure cut it off", async () => {
    await say(["one thing", "another thing"]);
    await captured("a thing", [(await turnsOf("s"))[0]!.id]);
    const broken: Store = { ...store, eraseTurns: () => Promise.reject(new TypeError("gone")) };
    const request = forgetRequest.parse({ user_id: "ann", session_id: "s", dry_run: false });
    await expect(createForgetting({ store: broken, clock }).forget({ realm: ann, request, find: async () => [] })).rejects.toThrow("gone");
    await expect(forget({ session_id: "s" })).resolves.toMatchObject({ memories: 0, turns: 2, sessions: 1 });
    expect([await left(), await turnsOf("s")]).toEqual([[], []]);
  });

  it("takes what a capture made of the turns in the meantime", async () => {
    await say(["one thing"]);
    const [id] = (await turnsOf("s")).map((turn) => turn.id) as [string];
    const racing: Store = { ...store, eraseTurns: async (...given) => (await captured("a late thing", [id]), store.eraseTurns(...given)) };
    const request = forgetRequest.parse({ user_id: "ann", session_id: "s", dry_run: false });
    await createForgetting({ store: racing, clock }).forget({ realm: ann, request, find: async () => [] });
    expect(await left()).toEqual([]);
  });
});

it("by source: memories of it, and the conversations of a channel", async () => {
  await say(["over the wire"], { channel: "telegram" });
  await say(["at the desk"], { session_id: "desk", channel: "cli" });
  await remember("from the wire", { source: "telegram" });
  await remember("from a book", { source: "book" });
  await expect(forget({ source: "telegram" })).resolves.toMatchObject({ memories: 1, turns: 1, sessions: 1 });
  expect(await left()).toEqual(["from a book"]);
  expect(await turnsOf("desk")).toHaveLength(1);
});

describe("by ids", () => {
  it("erases memories and turns, and names what it does not know", async () => {
    await say(["one thing", "another thing"]);
    const { id } = await remember("Ann is tall");
    const [first] = await turnsOf("s");
    await expect(forget({ ids: [id, first!.id, "nobody", "nobody"] })).resolves.toMatchObject({ memories: 1, turns: 1, sessions: 0, not_found: ["nobody"] });
    expect((await turnsOf("s")).map(({ text, position }) => [text, position])).toEqual([["another thing", 0]]);
    await expect(forget({ ids: [id] })).resolves.toMatchObject({ memories: 0, not_found: [id] });
  });

  it("of another user, or of a namespace that is not named, are as those of nobody", async () => {
    const { id } = await remember("Ann is tall");
    await memories.remember(realmOf("bert"), rememberRequest.parse({ user_id: "bert", content: "Bert is tall" }));
    await expect(forget({ ids: [id] }, wholeUser("bert"))).resolves.toMatchObject({ memories: 0, not_found: [id], items: [] });
    await expect(forget({ ids: [id] }, realmOf("ann", ["work"]))).resolves.toMatchObject({ memories: 0, not_found: [id] });
    expect(await left()).toEqual(["Ann is tall"]);
  });
});

describe("by query", () => {
  beforeEach(async () => {
    await remember("Ann's bank account is at Fidor");
    await remember("Ann banks on good weather");
    await say(["my bank account has a new number", "the river bank is muddy"]);
  });

  it("takes what holds every word, and no word for another", async () => {
    await expect(forget({ query: "the bank accounts" })).resolves.toMatchObject({ memories: 1, turns: 1 });
    expect(await left()).toEqual(["Ann banks on good weather"]);
    expect((await turnsOf("s")).map(({ text }) => text)).toEqual(["the river bank is muddy"]);
    await expect(forget({ query: "muddi weathers bankk" })).resolves.toMatchObject({ memories: 0, turns: 0 });
  });

  it("shows what is near, and takes it when its score is asked for", async () => {
    const [near] = (await store.listMemories(ann, { includeHistory: false, now: clock.now() }, { limit: 9 })).items.filter(({ text }) => text.includes("weather"));
    found = [{ id: near!.id, score: 0.7 }];
    await expect(forget({ query: "bank account", dry_run: true })).resolves.toMatchObject({ memories: 1, turns: 1, candidates: [{ id: near!.id, text: "Ann banks on good weather", score: 0.7 }] });
    await expect(forget({ query: "bank account", min_score: 0.6, limit: 1, dry_run: true })).resolves.toMatchObject({ memories: 1, turns: 0, items: [{ id: near!.id }] });
    await expect(forget({ query: "bank account", min_score: 0.6 })).resolves.toMatchObject({ memories: 2, turns: 1, candidates: [] });
    expect(await left()).toEqual([]);
  });
});

it.each([{}, { session_id: "s", query: "x" }, { ids: ["x"], source: "y" }])("refuses %j: exactly one way to tell what is meant", async (fields) => {
  await say(["one thing"]);
  await expect(forget(fields)).rejects.toMatchObject({ code: "invalid_fields" });
  expect(await turnsOf("s")).toHaveLength(1);
});
