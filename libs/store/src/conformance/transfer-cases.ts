import type { Realm } from "@memory-cortex/models";
import { realmOf, wholeUser } from "@memory-cortex/models";
import fc from "fast-check";
import { expect, it } from "vitest";

import { createMemoryStore } from "../memory-store/create-memory-store.ts";
import type { Store } from "../store.ts";
import { differingKinds, TransferDigest } from "../transfer/transfer-digest.ts";
import type { Digest } from "../transfer/transfer-digest.ts";
import { TRANSFER_ORDER } from "../transfer.ts";
import type { ExportedPage, TransferRecord } from "../transfer.ts";
import type { Bench } from "./factories.ts";
import { append, entity, everything, HOUR, memory, relation, remember, say, T0, turn, uniqueId, unit } from "./factories.ts";
import { ask, Ids, outcome, plan, step } from "./random-knowledge.ts";

async function pagesOf(store: Store, userId: string, limit: number): Promise<ExportedPage[]> {
  const pages: ExportedPage[] = [];
  for (let after: string | null = null; ; ) {
    const page = await store.exportPage(wholeUser(userId), { after, limit });
    pages.push(page);
    if (page.next === null) return pages;
    after = page.next;
  }
}

async function recordsOf(store: Store, userId: string, limit = 1_000): Promise<TransferRecord[]> {
  return (await pagesOf(store, userId, limit)).flatMap(({ records }) => records);
}

/** Without the counters, of which a driver may know less. */
async function digestOf(store: Store, userId: string): Promise<Digest> {
  const digest = new TransferDigest();
  for (const record of await recordsOf(store, userId)) if (record.kind !== "end") digest.add(record);
  return digest.value;
}

interface Place {
  store: Store;
  userId: string;
}

/** Page by page, each page twice. */
async function copy(from: Place, to: Place, limit: number): Promise<void> {
  const pages = await pagesOf(from.store, from.userId, limit);
  for (const [position, { records }] of pages.entries()) {
    const page = { stream: "copy", position: String(position), records };
    await to.store.importRecords(wholeUser(to.userId), page);
    await to.store.importRecords(wholeUser(to.userId), page);
  }
}

const weighting = { total: 9, ids: Uint32Array.of(1, 5), counts: Uint32Array.of(4, 5) };
const tokens = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
const space = { embedder: "e", model: "m", dimension: 2, documentsAtStart: 1, createdAt: T0 };

/** One of everything that can be kept. */
export async function live(store: Store): Promise<{ userId: string; sessionId: string; ids: string[] }> {
  const userId = uniqueId("user");
  const [home, work] = [realmOf(userId, ["home"]), realmOf(userId, ["work", "home"])];
  const first = await store.createSpace(home, { ...space, weighting }).catch(() => null);
  expect(first).toBeNull();
  const sessionId = uniqueId("session");
  const header = { sessionId, channel: "chat", agentId: "agent", project: null };
  const said = turn("x Ann likes tea", { speaker: "Bob", externalId: "1", observedAt: T0 + 5, signals: 3 });
  await store.appendTurns(home, { session: header, revision: 0, inserts: [{ at: 0, turns: [said, turn("x later", { role: "assistant", timed: false })] }] });
  await store.appendTurns(home, { session: { ...header, project: "p" }, revision: 1, inserts: [{ at: 1, turns: [turn("x between"), turn("odd \u0001 Terms", { terms: ["x", "A b", "\u0001c"] })] }] });
  const read = await say(store, work, ["x read by rules", "x open"]);
  await store.commitCapture(work, { sessionId: read.sessionId, turnIds: [read.turns[0]!.id], writes: [], at: T0 + 7, improvable: true });
  const old = await remember(store, home, "x Berlin", { tags: ["t", "u"], provenance: [said.id], topic: "homes", episodeStart: T0, source: "s", project: "p" });
  const next = memory("x Lisbon", { validFrom: T0 + 9, sessionId, speaker: "Ann" });
  await store.writeMemory(home, { action: "supersede", change: "world", memoryId: old.id, memory: next, endsAt: T0 + 9, at: T0 + 11 });
  await store.writeMemory(home, { action: "conflict", memory: memory("x Porto"), with: [next.id], group: "g", at: T0 });
  const [retired, erased] = [await remember(store, home, "x retired"), await remember(store, home, "x gone")];
  await store.touch(home, { ids: [next.id], at: T0 + 12 });
  const [ann, lab, annie] = [entity("Ann", { aliases: ["Anna"] }), entity("the Lab", { type: "place" }), entity("Annie")];
  await store.commitMemories(home, {
    writes: [], entities: [ann, lab, annie],
    mentions: [{ entityId: ann.id, documentId: said.id }, { entityId: ann.id, documentId: next.id }, { entityId: lab.id, documentId: old.id }, { entityId: annie.id, documentId: said.id }, { entityId: annie.id, documentId: erased.id }],
    relations: [relation(ann.id, "WORKS_AT", { objectId: lab.id, memoryId: old.id, validFrom: T0 }), relation(lab.id, "IS", { turnId: said.id, object: "far" })],
  });
  await store.mergeEntities(home, { from: annie.id, into: ann.id });
  const [serving, building] = [await store.createSpace(home, { ...space, weighting }), await store.createSpace(home, { ...space, embedder: "f", dimension: 3, weighting: null })];
  const all = await store.unembedded(wholeUser(userId), { spaceId: serving.id, limit: 99 });
  await store.saveVectors(wholeUser(userId), { spaceId: serving.id, vectors: all.map(({ id }, index) => ({ id, vector: index === 1 ? null : unit(index, 1) })) });
  await store.activateSpace(home, serving.id);
  await store.saveVectors(wholeUser(userId), { spaceId: building.id, vectors: [{ id: all.at(-1)!.id, vector: unit(1, 2, 3) }, { id: all[0]!.id, vector: unit(3, 2, 1) }] });
  await store.retireMemory(home, { id: retired.id, at: T0 + 13 });
  await store.eraseMemory(home, { id: erased.id, at: T0 + 14 });
  await store.saveReceipts(home, [{ id: "r", at: T0, kind: "capture", body: '{"a":1}' }]);
  await store.saveIdempotent(home, { key: "k", bodyHash: "h", status: 202, response: "{}", expiresAt: T0 + HOUR });
  await store.recordLlmCalls(home, [{ id: "c", at: T0, purpose: "capture", model: "m", ...tokens, costUsd: 0.25, latencyMs: 1.5, outcome: "ok" }]);
  return { userId, sessionId, ids: [...all.map(({ id }) => id), erased.id] };
}

/** Every read that tells of a user, as one realm sees it. */
export async function everyAnswer(store: Store, realm: Realm, { sessionId, ids }: { sessionId: string; ids: string[] }): Promise<unknown[]> {
  const { storageBytes: _, ...stats } = await store.stats(realm);
  const filter = everything({ includeHistory: true });
  const sessions = (await store.listSessions(realm, { limit: 99 })).items;
  const memories = (await store.listMemories(realm, { includeHistory: true, now: T0 }, { limit: 99 })).items;
  const entities = (await store.listEntities(realm, { limit: 99 })).items;
  const spaces = await store.spaces(realm);
  const answers: unknown[] = [stats, sessions, memories, entities, spaces, await store.activeSpaces(realm), (await store.openWindows(realm)).map((window) => JSON.stringify(Object.entries(window).sort())).sort(), await store.improvableWindows(realm, { limit: 9 })];
  answers.push(await store.getDocuments(realm, ids), await store.forgottenHashes(realm, ["hash of x gone"]), (await store.listConflicts(realm, { limit: 9 })).items);
  answers.push(await store.findByContentHash(realm, memories.map(({ contentHash }) => contentHash)), await store.findNamed(realm, ["ann", "anna", "annie", "lab"]), await store.findEntities(realm, ["annie"]));
  answers.push(await store.findRelations(realm, { subjectKeys: ["ann", "lab"], predicates: ["WORKS_AT", "IS"], now: T0 }), await store.expand(realm, { keys: ["annie", "lab"], hops: 2, filter, limit: 9, entityLimit: 9 }));
  answers.push(await store.readAlignment(realm, { sessionId, hashes: ["hash of x between"], times: [T0, T0 + 5] }), await store.embeddableTexts(realm, { after: null, limit: 99 }));
  for (const each of sessions) answers.push(await store.listTurns(realm, { sessionId: each.sessionId, after: -1, limit: 99 }), await store.openTurns(realm, { sessionId: each.sessionId, limit: 9, context: 2 }));
  for (const { id } of memories) answers.push((await store.history(realm, id)).map((version) => version.id));
  for (const { id } of entities) answers.push(await store.getEntity(realm, id));
  for (const { space: { id: spaceId, dimension } } of spaces) {
    const vector = unit(...Array.from({ length: dimension }, (_unused, index) => index + 1));
    const hits = await store.searchVector(realm, { spaceId, vector, filter, limit: 99, window: 1 });
    answers.push(hits.map(({ ref, cosine }) => [ref, cosine.toFixed(5)]).sort(), await store.weighting(realm, spaceId), await store.unembedded(realm, { spaceId, limit: 99 }));
    answers.push([...(await store.similarities(realm, { spaceId, vector, ids }))].map(([id, cosine]) => [id, cosine.toFixed(5)]).sort());
  }
  for (const terms of [["tea", "lisbon"], ["x"], ["A b"], ["\u0001c"], ["lisbom"]]) {
    const hits = await store.searchText(realm, { terms, filter, limit: 99, window: 1 });
    answers.push(hits.map(({ ref, scores }) => [ref.id, ref, scores.map((score) => score.toFixed(6))]).sort());
  }
  answers.push(await store.getReceipt(realm, "r"), await store.getIdempotent(realm, { key: "k", now: T0 }), await store.llmUsage(realm, { since: 0 }));
  return answers;
}

function copyCases(bench: Bench): void {
  it("copies everything of a user, so that the copy answers as he does", async () => {
    bench.clock.time = T0;
    const lived = await live(bench.store);
    const digest = await digestOf(bench.store, lived.userId);
    expect(Object.keys(digest).sort()).toEqual(TRANSFER_ORDER.filter((kind) => kind !== "end").sort());
    const [here, there] = [createMemoryStore({ clock: bench.clock }), uniqueId("user")];
    for (const limit of [3, 1_000]) {
      const userId = uniqueId("user");
      await copy({ store: bench.store, userId: lived.userId }, { store: bench.store, userId }, limit);
      expect(differingKinds(digest, await digestOf(bench.store, userId))).toEqual([]);
      for (const namespaces of [["home"], ["work", "home"]]) {
        const [original, copied] = [await everyAnswer(bench.store, realmOf(lived.userId, namespaces), lived), await everyAnswer(bench.store, realmOf(userId, namespaces), lived)];
        copied.forEach((answer, index) => expect(answer).toEqual(original[index]));
      }
      await expect(bench.store.checkIntegrity(wholeUser(userId))).resolves.toEqual({ ok: true, problems: [] });
    }
    // Through another driver, and back.
    await copy({ store: bench.store, userId: lived.userId }, { store: here, userId: there }, 5);
    expect(differingKinds(digest, await digestOf(here, there))).toEqual([]);
    const back = uniqueId("user");
    await copy({ store: here, userId: there }, { store: bench.store, userId: back }, 5);
    expect(differingKinds(digest, await digestOf(bench.store, back))).toEqual([]);
  });

  it("goes on with a copy as with the original", async () => {
    const lived = await live(bench.store);
    const userId = uniqueId("user");
    await copy({ store: bench.store, userId: lived.userId }, { store: bench.store, userId }, 7);
    const serials: number[] = [];
    for (const each of [lived.userId, userId]) {
      const realm = realmOf(each, ["home"]);
      const { id } = await remember(bench.store, realm, "x new");
      serials.push((await bench.store.getMemory(realm, id))!.serial);
      await expect(append(bench.store, realm, { sessionId: lived.sessionId, revision: 2, inserts: [{ at: 1, turns: [turn("x inserted")] }] })).resolves.toMatchObject({ outcome: "appended", length: 5 });
      expect((await bench.store.createSpace(realm, { ...space, embedder: "g", weighting: null })).id).toBe(3);
      expect((await bench.store.unembedded(wholeUser(each), { spaceId: 1, limit: 9 })).map(({ text }) => text)).toEqual(["x new", "x inserted"]);
      await expect(bench.store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
    }
    // A serial number that an erased memory had is not given again.
    expect(serials[0]).toBe(serials[1]);
  });

  it("copies whatever a random life left behind", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), fc.integer({ min: 3, max: 9 }), async (steps, limit) => {
        bench.clock.time = T0;
        const [userId, copied, ids] = [uniqueId("user"), uniqueId("user"), new Ids()];
        for (const each of steps) await outcome(plan(ids, userId, each)(bench.store));
        await copy({ store: bench.store, userId }, { store: bench.store, userId: copied }, limit);
        expect(await digestOf(bench.store, copied)).toEqual(await digestOf(bench.store, userId));
        for (const namespaces of [["a"], ["a", "b"]]) {
          const [original, answers] = [await ask(bench.store, realmOf(userId, namespaces), ids), await ask(bench.store, realmOf(copied, namespaces), ids)];
          answers.forEach((answer, index) => expect(answer).toEqual(original[index]));
        }
        await expect(bench.store.checkIntegrity(realmOf(copied))).resolves.toEqual({ ok: true, problems: [] });
      }),
      { numRuns: 15 },
    );
  }, 240_000);
}

function exportCases(bench: Bench): void {
  it("shows a user as of the first page, or says that he changed", async () => {
    const userId = uniqueId("user");
    const realm = realmOf(userId);
    await say(bench.store, realm, ["a", "b", "c"]);
    const before = await digestOf(bench.store, userId);
    const digest = new TransferDigest();
    let code: unknown = null;
    let page = await bench.store.exportPage(wholeUser(userId), { after: null, limit: 2 });
    await remember(bench.store, realm, "d");
    for (;;) {
      for (const record of page.records) if (record.kind !== "end") digest.add(record);
      if (page.next === null) break;
      const answer: ExportedPage | { code: unknown } = await bench.store.exportPage(wholeUser(userId), { after: page.next, limit: 2 }).catch((error: unknown) => ({ code: (error as { code: unknown }).code }));
      if ("code" in answer) {
        code = answer.code;
        break;
      }
      page = answer;
    }
    expect(code ?? digest.value).toEqual(code === null ? before : "export_changed");
    expect((await digestOf(bench.store, userId)).memory?.count).toBe(1);
  });

  it("keeps pages of long texts short", async () => {
    const userId = uniqueId("user");
    const turns = Array.from({ length: 5 }, (_, index) => turn(`${index} ${"long ".repeat(400_000)}`, { terms: ["long"], words: 1, contentHash: `long ${index}` }));
    await append(bench.store, realmOf(userId), { sessionId: "s", inserts: [{ at: 0, turns }] });
    const pages = await pagesOf(bench.store, userId, 1_000);
    expect(Math.max(...pages.map(({ records }) => records.filter(({ kind }) => kind === "turn").length))).toBeLessThan(5);
    expect(pages.flatMap(({ records }) => records).filter(({ kind }) => kind === "turn")).toHaveLength(5);
  });

  it("has nothing of a user who does not exist, and nothing of a part of one", async () => {
    const userId = uniqueId("user");
    await expect(bench.store.exportPage(wholeUser(userId), { after: null, limit: 9 })).resolves.toEqual({ records: [], next: null });
    await expect(bench.store.importState(wholeUser(userId))).resolves.toBeNull();
    await expect(bench.store.discardImport(wholeUser(userId))).resolves.toBe(false);
    const part = realmOf(userId);
    const calls = [
      () => bench.store.exportPage(part, { after: null, limit: 9 }), () => bench.store.importRecords(part, { stream: "s", position: "", records: [] }),
      () => bench.store.importState(part), () => bench.store.discardImport(part),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "invalid_realm" });
    await expect(bench.store.userExists(part)).resolves.toBe(false);
  });
}

function importCases(bench: Bench): void {
  const stream = "s";
  const page = (records: readonly TransferRecord[], position = "p") => ({ stream, position, records });

  it("keeps a user hidden until the last record, and goes on where it was", async () => {
    const lived = await live(bench.store);
    const userId = uniqueId("user");
    const [whole, realm] = [wholeUser(userId), realmOf(userId, ["home"])];
    const records = await recordsOf(bench.store, lived.userId);
    await bench.store.importRecords(whole, page(records.slice(0, 12), "12"));
    await expect(bench.store.importState(whole)).resolves.toEqual({ stream, position: "12", ended: false });
    await expect(bench.store.userExists(realm)).resolves.toBe(false);
    expect(await bench.store.users()).not.toContain(userId);
    expect(await bench.store.unfinishedImports()).toContain(userId);
    await expect(append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("x")] }] })).rejects.toMatchObject({ code: "import_unfinished" });
    await expect(bench.store.writeMemory(realm, { action: "create", memory: memory("x") })).rejects.toMatchObject({ code: "import_unfinished" });
    // As far as it came, without an end.
    expect(await recordsOf(bench.store, userId)).toEqual(records.slice(0, 12));
    await bench.store.importRecords(whole, page(records.slice(12), "end"));
    await expect(bench.store.importState(whole)).resolves.toEqual({ stream, position: "end", ended: true });
    expect(await bench.store.users()).toContain(userId);
    expect(await bench.store.unfinishedImports()).not.toContain(userId);
    expect((await bench.store.revisions(realm)).content).toBeGreaterThan(0);
    expect(await digestOf(bench.store, userId)).toEqual(await digestOf(bench.store, lived.userId));
  });

  it("does not bring back what is erased after the end", async () => {
    const lived = await live(bench.store);
    const userId = uniqueId("user");
    const records = await recordsOf(bench.store, lived.userId);
    await bench.store.importRecords(wholeUser(userId), page(records));
    await bench.store.importRecords(wholeUser(userId), page(records));
    const { items } = await bench.store.listMemories(realmOf(userId, ["home"]), { includeHistory: true, now: T0 }, { limit: 1 });
    await bench.store.eraseMemory(realmOf(userId, ["home"]), { id: items[0]!.id, at: T0 });
    const before = await digestOf(bench.store, userId);
    await expect(bench.store.importRecords(wholeUser(userId), page(records))).rejects.toMatchObject({ code: "import_conflict" });
    expect(await digestOf(bench.store, userId)).toEqual(before);
  });

  it("discards what was begun, and then takes in another stream", async () => {
    const [userId, { userId: source }] = [uniqueId("user"), await live(bench.store)];
    const records = await recordsOf(bench.store, source);
    await bench.store.importRecords(wholeUser(userId), page(records.slice(0, 9)));
    await expect(bench.store.importRecords(wholeUser(userId), { ...page(records), stream: "other" })).rejects.toMatchObject({ code: "import_conflict" });
    await expect(bench.store.discardImport(wholeUser(userId))).resolves.toBe(true);
    await expect(bench.store.importState(wholeUser(userId))).resolves.toBeNull();
    expect(await recordsOf(bench.store, userId)).toEqual([]);
    await bench.store.importRecords(wholeUser(userId), { ...page(records), stream: "other" });
    await expect(bench.store.discardImport(wholeUser(userId))).resolves.toBe(false);
    await expect(bench.store.userExists(wholeUser(userId))).resolves.toBe(true);
  });

  it("refuses a user who is there", async () => {
    const lived = await live(bench.store);
    const records = await recordsOf(bench.store, lived.userId);
    const before = await digestOf(bench.store, lived.userId);
    await expect(bench.store.importRecords(wholeUser(lived.userId), page(records))).rejects.toMatchObject({ code: "import_conflict" });
    expect(await digestOf(bench.store, lived.userId)).toEqual(before);
  });

  /** One field of the record is another. */
  const changed: Partial<Record<TransferRecord["kind"], (record: never) => TransferRecord>> = {
    space: (record: Extract<TransferRecord, { kind: "space" }>) => ({ ...record, space: { ...record.space, model: "other" } }),
    session: (record: Extract<TransferRecord, { kind: "session" }>) => ({ ...record, revision: record.revision + 1 }),
    turn: (record: Extract<TransferRecord, { kind: "turn" }>) => ({ ...record, turn: { ...record.turn, terms: [...record.turn.terms, "more"] } }),
    memory: (record: Extract<TransferRecord, { kind: "memory" }>) => ({ ...record, memory: { ...record.memory, accessCount: record.memory.accessCount + 1 } }),
    vector: (record: Extract<TransferRecord, { kind: "vector" }>) => ({ ...record, vector: unit(-1, ...(record.spaceId === 1 ? [0] : [0, 0])) }),
    entity: (record: Extract<TransferRecord, { kind: "entity" }>) => ({ ...record, names: [...record.names, { key: "more", name: "More" }] }),
    mention: (record: Extract<TransferRecord, { kind: "mention" }>) => ({ ...record, keys: record.keys.slice(1) }),
    relation: (record: Extract<TransferRecord, { kind: "relation" }>) => ({ ...record, relation: { ...record.relation, predicate: "OTHER" } }),
    tombstone: (record: Extract<TransferRecord, { kind: "tombstone" }>) => ({ ...record, at: record.at + 1 }),
    receipt: (record: Extract<TransferRecord, { kind: "receipt" }>) => ({ ...record, receipt: { ...record.receipt, body: "{}" } }),
    answer: (record: Extract<TransferRecord, { kind: "answer" }>) => ({ ...record, answer: { ...record.answer, status: 500 } }),
    llm_call: (record: Extract<TransferRecord, { kind: "llm_call" }>) => ({ ...record, call: { ...record.call, outcome: "timeout" } }),
  };

  it("refuses a record that contradicts what is there, and keeps nothing of its page", async () => {
    const [userId, { userId: source }] = [uniqueId("user"), await live(bench.store)];
    const records = await recordsOf(bench.store, source);
    const parts = records.slice(0, -1);
    await bench.store.importRecords(wholeUser(userId), page(parts, "before"));
    const tombstone: TransferRecord = { kind: "tombstone", namespace: "home", contentHash: "new", at: T0 };
    for (const [kind, change] of Object.entries(changed)) {
      const first = parts.find((record) => record.kind === kind)!;
      await expect(bench.store.importRecords(wholeUser(userId), page([tombstone, change(first as never)], "after")), kind).rejects.toMatchObject({ code: "import_conflict" });
    }
    await expect(bench.store.importState(wholeUser(userId))).resolves.toMatchObject({ position: "before" });
    expect(await recordsOf(bench.store, userId)).toEqual(parts);
  });

  it("refuses a record that names what is not there, or comes too late", async () => {
    const records = await recordsOf(bench.store, (await live(bench.store)).userId);
    const of = (kind: TransferRecord["kind"]): TransferRecord => records.find((record) => record.kind === kind)!;
    for (const kind of ["turn", "vector", "merge", "mention", "relation"] as const) {
      const userId = uniqueId("user");
      await expect(bench.store.importRecords(wholeUser(userId), page([of(kind)])), kind).rejects.toMatchObject({ code: "import_conflict" });
      await expect(bench.store.importState(wholeUser(userId))).resolves.toBeNull();
      expect(await bench.store.unfinishedImports()).not.toContain(userId);
    }
    for (const kind of ["turn", "entity"] as const) {
      const several = records.filter((record) => record.kind === kind);
      const late = [...records.filter((record) => record.kind === "session"), several[1]!, several[0]!];
      await expect(bench.store.importRecords(wholeUser(uniqueId("user")), page(late)), kind).rejects.toMatchObject({ code: "import_conflict" });
    }
  });
}

export function transferCases(bench: Bench): void {
  copyCases(bench);
  exportCases(bench);
  importCases(bench);
}
