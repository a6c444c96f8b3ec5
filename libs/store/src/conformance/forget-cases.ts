import { realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { expect, it } from "vitest";

import type { NewTurn } from "../conversations.ts";
import { QUOTING_KEY_PREFIX } from "../idempotency.ts";
import { turnTombstone } from "../turn-tombstone.ts";
import type { Bench } from "./factories.ts";
import { append, entity, everything, HOUR, newRealm, relation, remember, say, T0, turn, uniqueId, unit } from "./factories.ts";

const ids = (turns: readonly { id: string }[]): string[] => turns.map(({ id }) => id);

/** Erasing turns, and what keeps them from coming back. */
export function forgetCases(bench: Bench): void {
  const erase = (realm: Realm, ...turns: readonly { id: string }[]) => bench.store.eraseTurns(realm, { ids: ids(turns), at: T0 });
  const texts = async (realm: Realm, sessionId: string): Promise<string[] | null> => (await bench.store.listTurns(realm, { sessionId, after: -1, limit: 99 }))?.turns.map(({ text }) => text) ?? null;
  const words = async (realm: Realm, ...terms: string[]): Promise<string[]> => (await bench.store.searchText(realm, { terms, limit: 9, window: 0, filter: everything() })).map(({ ref }) => ref.id);
  const sound = (realm: Realm) => expect(bench.store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });

  it("takes turns out of their session, and closes the gaps", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["zero", "one", "two", "three", "four"]);
    await expect(erase(realm, turns[1]!, turns[3]!, turns[3]!, { id: "nobody" })).resolves.toEqual({ erased: 2, orphans: [] });
    const left = await bench.store.listTurns(realm, { sessionId, after: -1, limit: 9 });
    expect(left?.turns.map(({ text, position }) => [text, position])).toEqual([["zero", 0], ["two", 1], ["four", 2]]);
    await expect(bench.store.listSessions(realm, { limit: 9 })).resolves.toMatchObject({ items: [{ sessionId, turns: 3, captured: 0 }] });
    expect(await words(realm, "three")).toEqual([]);
    expect(await words(realm, "two")).toEqual([turns[2]!.id]);
    await expect(bench.store.getDocuments(realm, ids(turns))).resolves.toMatchObject([{ text: "zero" }, { text: "two" }, { text: "four" }]);
    await expect(bench.store.openWindows(realm)).resolves.toMatchObject([{ sessionId, openTurns: 3 }]);
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ turns: 3, sessions: 1, openTurns: 3 });
    await sound(realm);
  });

  it("counts as a change of the session, so that who aligned before aligns anew", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a", "b"]);
    await erase(realm, turns[0]!);
    await expect(append(bench.store, realm, { sessionId, revision: 1, inserts: [{ at: 2, turns: [turn("c")] }] })).resolves.toEqual({ outcome: "stale" });
    await expect(append(bench.store, realm, { sessionId, revision: 2, inserts: [{ at: 1, turns: [turn("c")] }] })).resolves.toEqual({ outcome: "appended", revision: 3, length: 2 });
    expect(await texts(realm, sessionId)).toEqual(["b", "c"]);
  });

  it("leaves out what was forgotten when it is said again in the session, and nowhere else", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["my secret", "hello"]);
    await erase(realm, turns[0]!);
    const [again, fresh] = [turn("my secret"), turn("news")];
    await expect(append(bench.store, realm, { sessionId, revision: 2, inserts: [{ at: 0, turns: [again] }, { at: 1, turns: [fresh] }] })).resolves.toEqual({ outcome: "appended", revision: 3, length: 2, forgotten: [again.id] });
    expect(await texts(realm, sessionId)).toEqual(["hello", "news"]);
    await expect(append(bench.store, realm, { sessionId, revision: 3, inserts: [{ at: 2, turns: [again] }] })).resolves.toEqual({ outcome: "appended", revision: 3, length: 2, forgotten: [again.id] });
    const other = await say(bench.store, realm, ["my secret"]);
    expect(await texts(realm, other.sessionId)).toEqual(["my secret"]);
    const elsewhere = realmOf(realm.userId, ["elsewhere"]);
    await append(bench.store, elsewhere, { sessionId, inserts: [{ at: 0, turns: [turn("my secret")] }] });
    expect(await texts(elsewhere, sessionId)).toEqual(["my secret"]);
    const hash = turnTombstone(sessionId, turns[0]!.contentHash);
    await expect(bench.store.forgottenHashes(realm, [hash])).resolves.toEqual([hash]);
  });

  it("lets a session go with its last turn, and begin anew without what was said", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a", "b"]);
    await expect(erase(realm, ...turns)).resolves.toEqual({ erased: 2, orphans: [] });
    expect(await texts(realm, sessionId)).toBeNull();
    await expect(bench.store.listSessions(realm, { limit: 9 })).resolves.toEqual({ items: [], next: null });
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ turns: 0, sessions: 0, openTurns: 0, oldestAt: null, newestAt: null });
    const later: NewTurn[] = [turn("a"), turn("c")];
    await expect(append(bench.store, realm, { sessionId, inserts: [{ at: 0, turns: later }] })).resolves.toEqual({ outcome: "appended", revision: 1, length: 1, forgotten: [later[0]!.id] });
    expect(await texts(realm, sessionId)).toEqual(["c"]);
    await sound(realm);
  });

  it("takes them from under memories, and names those that are left nothing", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a", "b"]);
    const [a, b] = ids(turns) as [string, string];
    const only = await remember(bench.store, realm, "from a", { provenance: [a] });
    const both = await remember(bench.store, realm, "from both", { provenance: [a, b] });
    const told = await remember(bench.store, realm, "told");
    await expect(erase(realm, { id: a })).resolves.toEqual({ erased: 1, orphans: [only.id] });
    await expect(bench.store.getMemory(realm, both.id)).resolves.toMatchObject({ provenance: [b] });
    await expect(bench.store.getMemory(realm, only.id)).resolves.toMatchObject({ provenance: [] });
    await expect(erase(realm, { id: told.id })).resolves.toEqual({ erased: 0, orphans: [] });
    await expect(bench.store.getMemory(realm, told.id)).resolves.toMatchObject({ text: "told" });
    await sound(realm);
  });

  it("takes them out of every space and out of the graph", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["ann knows bob", "ann again", "nothing"]);
    const [first, second] = ids(turns) as [string, string];
    const [ann, bob] = [entity("Ann"), entity("Bob")];
    const knows = relation(ann.id, "KNOWS", { objectId: bob.id, object: "Bob", turnId: first });
    await bench.store.commitMemories(realm, { writes: [], entities: [ann, bob], relations: [knows], mentions: [{ entityId: ann.id, documentId: first }, { entityId: bob.id, documentId: first }, { entityId: ann.id, documentId: second }] });
    const { id: spaceId } = await bench.store.createSpace(realm, { embedder: "e", model: "m", dimension: 2, weighting: null, documentsAtStart: 3, createdAt: T0 });
    await bench.store.saveVectors(realm, { spaceId, vectors: ids(turns).map((id) => ({ id, vector: unit(1, 0) })) });
    await bench.store.activateSpace(realm, spaceId);
    await expect(erase(realm, turns[0]!, turns[2]!)).resolves.toMatchObject({ erased: 2 });
    expect((await bench.store.searchVector(realm, { spaceId, vector: unit(1, 0), limit: 9, window: 0, filter: everything() })).map(({ ref }) => ref.id)).toEqual([second]);
    await expect(bench.store.findEntities(realm, ["ann", "bob"])).resolves.toMatchObject([{ name: "Ann", documents: 1 }]);
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ entities: 1, relations: 0 });
    await expect(bench.store.spaces(realm)).resolves.toMatchObject([{ embedded: 1, missing: 0 }]);
    await sound(realm);
    await erase(realm, turns[1]!);
    await expect(bench.store.findEntities(realm, ["ann"])).resolves.toEqual([]);
    await sound(realm);
  });

  it("leaves nothing to be captured or improved, and a capture that read them writes nothing", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a", "b", "c"]);
    const [a, b, c] = ids(turns) as [string, string, string];
    await bench.store.commitCapture(realm, { sessionId, turnIds: [a, b], writes: [], at: T0, improvable: true });
    await erase(realm, { id: b }, { id: c });
    await expect(bench.store.openWindows(realm)).resolves.toEqual([]);
    await expect(bench.store.improvableWindows(realm, { limit: 9 })).resolves.toMatchObject([{ sessionId, openTurns: 1 }]);
    await expect(bench.store.commitCapture(realm, { sessionId, turnIds: [c], writes: [], at: T0 })).resolves.toEqual({ outcome: "repeated" });
    await sound(realm);
    await erase(realm, { id: a });
    await expect(bench.store.improvableWindows(realm, { limit: 9 })).resolves.toEqual([]);
    await sound(realm);
  });

  it("moves the times of an open window to the turns that are left", async () => {
    const realm = newRealm();
    const sessionId = uniqueId("session");
    const turns = [0, 1, 2].map((hours) => turn(`said ${hours}`, { createdAt: T0 + hours * HOUR, observedAt: T0 + hours * HOUR }));
    await append(bench.store, realm, { sessionId, inserts: [{ at: 0, turns }] });
    await erase(realm, turns[0]!, turns[2]!);
    await expect(bench.store.openWindows(realm)).resolves.toMatchObject([{ openTurns: 1, firstArrivedAt: T0 + HOUR, lastArrivedAt: T0 + HOUR }]);
    await expect(bench.store.listSessions(realm, { limit: 9 })).resolves.toMatchObject({ items: [{ firstAt: T0 + HOUR, lastAt: T0 + HOUR }] });
  });

  it("drops answers and notes that may quote them, and counts as an erasure", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["a", "b"]);
    bench.clock.time = T0;
    const { erasures } = await bench.store.revisions(realm);
    const kept = { key: `${QUOTING_KEY_PREFIX}${uniqueId("key")}`, bodyHash: "h", status: 200, response: "{}", expiresAt: T0 + HOUR };
    await bench.store.saveIdempotent(realm, kept);
    await bench.store.saveNote(realm, { key: "n", body: "a", expiresAt: T0 + HOUR, erasures });
    const before = await bench.store.revisions(realm);
    await erase(realm, { id: "nobody" });
    await expect(bench.store.revisions(realm)).resolves.toEqual(before);
    await expect(bench.store.getIdempotent(realm, { key: kept.key, now: T0 })).resolves.not.toBeNull();
    await erase(realm, turns[0]!);
    const after = await bench.store.revisions(realm);
    expect([after.knowledge > before.knowledge, after.content > before.content, after.erasures > before.erasures]).toEqual([true, true, true]);
    await expect(bench.store.getIdempotent(realm, { key: kept.key, now: T0 })).resolves.toBeNull();
    await expect(bench.store.getNote(realm, { key: "n", now: T0 })).resolves.toBeNull();
  });

  it("touches nothing of another user or another namespace", async () => {
    const realm = newRealm("mine");
    const { sessionId, turns } = await say(bench.store, realm, ["a"]);
    await say(bench.store, realmOf(realm.userId, ["other"]), ["x"]);
    await expect(erase(realmOf(realm.userId, ["other"]), turns[0]!)).resolves.toEqual({ erased: 0, orphans: [] });
    const stranger = newRealm("mine");
    await expect(erase(stranger, turns[0]!)).resolves.toEqual({ erased: 0, orphans: [] });
    await expect(bench.store.userExists(stranger)).resolves.toBe(false);
    await say(bench.store, stranger, ["y"]);
    await expect(erase(stranger, turns[0]!)).resolves.toEqual({ erased: 0, orphans: [] });
    expect(await texts(realm, sessionId)).toEqual(["a"]);
  });
}
