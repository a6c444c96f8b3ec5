import { realmOf, wholeUser } from "@memory-cortex/models";
import fc from "fast-check";
import { expect, it } from "vitest";

import type { Bench } from "./factories.ts";
import { append, HOUR, newRealm, say, T0, turn, uniqueId } from "./factories.ts";

async function textsOf({ store }: Bench, realm: ReturnType<typeof newRealm>, sessionId: string): Promise<string[]> {
  const page = await store.listTurns(realm, { sessionId, after: -1, limit: 1_000 });
  expect(page?.turns.map(({ position }) => position)).toEqual(page?.turns.map((_, index) => index));
  return page?.turns.map(({ text }) => text) ?? [];
}

export function appendCases(bench: Bench): void {
  it("keeps every field of a turn", async () => {
    const realm = newRealm("work");
    const said = turn("Grüße 你好 👋", { role: "assistant", speaker: "Ann", timed: false, externalId: "m7", observedAt: T0 + 5, createdAt: T0 + 6 });
    const session = { sessionId: "s", channel: "chat", agentId: "agent", project: "garden" };
    await expect(bench.store.appendTurns(realm, { session, revision: 0, inserts: [{ at: 0, turns: [said] }] })).resolves.toEqual({
      outcome: "appended",
      revision: 1,
      length: 1,
    });
    const { terms: _, words: __, signals: ___, ...fields } = said;
    const page = await bench.store.listTurns(realm, { sessionId: "s", after: -1, limit: 5 });
    expect(page).toEqual({ turns: [{ kind: "turn", serial: expect.any(Number), namespace: "work", position: 0, ...session, ...fields }], more: false });
  });

  it("puts turns in the middle and renumbers the rest", async () => {
    const realm = newRealm();
    const { sessionId } = await say(bench.store, realm, ["a", "d", "g"]);
    const inserts = [
      { at: 0, turns: [turn("start")] },
      { at: 1, turns: [turn("b"), turn("c")] },
      { at: 2, turns: [turn("e"), turn("f")] },
      { at: 3, turns: [turn("h")] },
    ];
    await expect(append(bench.store, realm, { sessionId, revision: 1, inserts })).resolves.toEqual({ outcome: "appended", revision: 2, length: 9 });
    expect(await textsOf(bench, realm, sessionId)).toEqual(["start", "a", "b", "c", "d", "e", "f", "g", "h"]);
  });

  it("keeps the order of any sequence of inserts", async () => {
    const step = fc.array(fc.record({ place: fc.nat(), texts: fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }) }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const realm = newRealm();
        const expected: string[] = [];
        let revision = 0;
        for (const inserts of steps) {
          const placed = inserts
            .map(({ place, texts }) => ({ at: place % (expected.length + 1), turns: texts.map((text) => turn(text)) }))
            .sort((a, b) => a.at - b.at);
          const result = await append(bench.store, realm, { sessionId: "s", revision, inserts: placed });
          for (const { at, turns } of placed.toReversed()) expected.splice(at, 0, ...turns.map(({ text }) => text));
          expect(result).toMatchObject({ outcome: "appended", length: expected.length });
          revision = result.outcome === "appended" ? result.revision : revision;
        }
        expect(await textsOf(bench, realm, "s")).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it("refuses an append against an older revision and writes nothing", async () => {
    const realm = newRealm();
    const { sessionId } = await say(bench.store, realm, ["a"]);
    await expect(append(bench.store, realm, { sessionId, revision: 0, inserts: [{ at: 0, turns: [turn("late")] }] })).resolves.toEqual({ outcome: "stale" });
    await expect(append(bench.store, realm, { sessionId, revision: 2, inserts: [{ at: 0, turns: [turn("early")] }] })).resolves.toEqual({ outcome: "stale" });
    expect(await textsOf(bench, realm, sessionId)).toEqual(["a"]);
  });

  it("lets one of two appends at the same moment through", async () => {
    const realm = newRealm();
    const { sessionId } = await say(bench.store, realm, ["a"]);
    const attempts = ["b", "c"].map((text) => append(bench.store, realm, { sessionId, revision: 1, inserts: [{ at: 1, turns: [turn(text)] }] }));
    const outcomes = (await Promise.all(attempts)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(["appended", "stale"]);
    expect(await textsOf(bench, realm, sessionId)).toHaveLength(2);
  });

  it("keeps a turn once when it is written again", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a", "b"]);
    const again = await append(bench.store, realm, { sessionId, revision: 1, inserts: [{ at: 2, turns }] });
    expect(again).toEqual({ outcome: "appended", revision: 1, length: 2 });
  });

  it("changes nothing when there is nothing to append", async () => {
    const realm = newRealm();
    const { sessionId } = await say(bench.store, realm, ["a"]);
    await expect(append(bench.store, realm, { sessionId, revision: 1, inserts: [{ at: 0, turns: [] }] })).resolves.toMatchObject({ revision: 1, length: 1 });
    await expect(append(bench.store, realm, { sessionId: "other", inserts: [] })).resolves.toEqual({ outcome: "appended", revision: 0, length: 0 });
    expect((await bench.store.listSessions(realm, { limit: 10 })).items).toHaveLength(1);
  });

  it("refuses places outside the session, and keeps nothing of the request", async () => {
    const realm = newRealm();
    const { sessionId } = await say(bench.store, realm, ["a"]);
    const inserts = [{ at: 0, turns: [turn("fine")] }, { at: 5, turns: [turn("beyond")] }];
    await expect(append(bench.store, realm, { sessionId, revision: 1, inserts })).rejects.toMatchObject({ code: "invalid_fields" });
    await expect(append(bench.store, realm, { sessionId, revision: 1, inserts: [{ at: 1, turns: [turn("x")] }, { at: 0, turns: [turn("y")] }] })).rejects.toMatchObject({ code: "invalid_fields" });
    expect(await textsOf(bench, realm, sessionId)).toEqual(["a"]);
  });

  it("fills what the header lacked, and keeps what it had", async () => {
    const realm = newRealm();
    const header = { sessionId: "s", channel: null, agentId: "first", project: null };
    await bench.store.appendTurns(realm, { session: header, revision: 0, inserts: [{ at: 0, turns: [turn("a")] }] });
    const later = { ...header, channel: "chat", agentId: "second" };
    await bench.store.appendTurns(realm, { session: later, revision: 1, inserts: [{ at: 1, turns: [turn("b")] }] });
    expect((await bench.store.listSessions(realm, { limit: 1 })).items[0]).toMatchObject({ channel: "chat", agentId: "first", project: null, turns: 2 });
  });

  it("gives turns and memories serials of their own", async () => {
    const realm = newRealm();
    const { sessionId } = await say(bench.store, realm, ["a", "b", "c"]);
    const page = await bench.store.listTurns(realm, { sessionId, after: -1, limit: 10 });
    expect(new Set(page?.turns.map(({ serial }) => serial)).size).toBe(3);
  });
}

export function alignmentCases(bench: Bench): void {
  it("shows an alignment what it asks for", async () => {
    const realm = newRealm();
    const turns = [
      turn("hi", { observedAt: T0 }),
      turn("note", { observedAt: T0 + 9 * HOUR, timed: false }),
      turn("late", { observedAt: T0 + 3 * HOUR, externalId: "x" }),
      turn("hi", { observedAt: T0 + 2 * HOUR }),
    ];
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns }] });
    const times = [T0 - 1, T0, T0 + HOUR, T0 + 2 * HOUR, T0 + 3 * HOUR];
    await expect(bench.store.readAlignment(realm, { sessionId: "s", hashes: ["hash of hi", "hash of late", "none"], times })).resolves.toEqual({
      revision: 1,
      length: 4,
      matches: [
        { position: 0, contentHash: "hash of hi", externalId: null, saidAt: T0 },
        { position: 2, contentHash: "hash of late", externalId: "x", saidAt: T0 + 3 * HOUR },
        { position: 3, contentHash: "hash of hi", externalId: null, saidAt: T0 + 2 * HOUR },
      ],
      placeByTime: [0, 1, 1, 4, 4],
      laterByTime: [0, 2, 2, 2, 4],
    });
  });

  it("shows no time for a turn without one", async () => {
    const realm = newRealm();
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("a", { timed: false })] }] });
    const view = await bench.store.readAlignment(realm, { sessionId: "s", hashes: ["hash of a"], times: [T0 + HOUR] });
    expect(view).toMatchObject({ matches: [{ saidAt: null }], placeByTime: [0], laterByTime: [1] });
  });

  it("answers zeros for a session that does not exist", async () => {
    const realm = newRealm();
    const empty = { revision: 0, length: 0, matches: [], placeByTime: [0], laterByTime: [0] };
    await expect(bench.store.readAlignment(realm, { sessionId: "s", hashes: ["h"], times: [T0] })).resolves.toEqual(empty);
    await say(bench.store, realm, ["a"]);
    await expect(bench.store.readAlignment(realm, { sessionId: "s", hashes: ["h"], times: [T0] })).resolves.toEqual(empty);
  });
}

export function sessionCases(bench: Bench): void {
  it("pages sessions, newest first", async () => {
    const realm = newRealm();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await say(bench.store, realm, [`a${count}`])).sessionId);
    const first = await bench.store.listSessions(realm, { limit: 2 });
    const second = await bench.store.listSessions(realm, { limit: 2, cursor: first.next! });
    const third = await bench.store.listSessions(realm, { limit: 2, cursor: second.next! });
    expect([first, second, third].flatMap(({ items }) => items.map(({ sessionId }) => sessionId))).toEqual(ids.toReversed());
    expect(third.next).toBeNull();
  });

  it("refuses a cursor that it did not make", async () => {
    const realm = newRealm();
    await say(bench.store, realm, ["a"]);
    for (const cursor of ["", "nonsense", "W10", "e30", encodeURIComponent("☃")]) {
      await expect(bench.store.listSessions(realm, { limit: 2, cursor })).rejects.toMatchObject({ code: "invalid_fields" });
    }
  });

  it("sums up a session", async () => {
    const realm = newRealm();
    const turns = [turn("a", { observedAt: T0 + HOUR }), turn("b", { observedAt: T0 }), turn("c", { observedAt: T0 + 2 * HOUR })];
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns }] });
    await bench.store.commitCapture(realm, { sessionId: "s", turnIds: [turns[0]!.id], writes: [], at: T0 });
    expect((await bench.store.listSessions(realm, { limit: 1 })).items).toEqual([
      { sessionId: "s", namespace: "global", channel: null, agentId: null, project: null, turns: 3, captured: 1, firstAt: T0, lastAt: T0 + 2 * HOUR },
    ]);
  });

  it("pages turns by position, and tells an unknown session from an empty page", async () => {
    const realm = newRealm();
    const { sessionId } = await say(bench.store, realm, ["a", "b", "c"]);
    const page = await bench.store.listTurns(realm, { sessionId, after: 0, limit: 1 });
    expect(page).toMatchObject({ turns: [{ text: "b", position: 1 }], more: true });
    await expect(bench.store.listTurns(realm, { sessionId, after: 2, limit: 5 })).resolves.toEqual({ turns: [], more: false });
    await expect(bench.store.listTurns(realm, { sessionId: "none", after: -1, limit: 5 })).resolves.toBeNull();
  });

  it("keeps equal session ids of two namespaces apart", async () => {
    const realm = newRealm("work");
    const home = realmOf(realm.userId, ["home"]);
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("at work")] }] });
    await append(bench.store, home, { sessionId: "s", inserts: [{ at: 0, turns: [turn("at home")] }] });
    expect(await textsOf(bench, realm, "s")).toEqual(["at work"]);
    expect(await textsOf(bench, home, "s")).toEqual(["at home"]);
    expect(await textsOf(bench, realmOf(realm.userId, ["none", "home", "work"]), "s")).toEqual(["at home"]);
    expect((await bench.store.listSessions(wholeUser(realm.userId), { limit: 5 })).items).toHaveLength(2);
  });

  it("shows open turns with the captured ones before them", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a", "b", "c", "d", "e"]);
    await bench.store.commitCapture(realm, { sessionId, turnIds: turns.slice(0, 3).map(({ id }) => id), writes: [], at: T0 });
    const open = await bench.store.openTurns(realm, { sessionId, limit: 1, context: 2 });
    expect([open.context, open.open].map((list) => list.map(({ text }) => text))).toEqual([["b", "c"], ["d"]]);
    await expect(bench.store.openTurns(realm, { sessionId: uniqueId("none"), limit: 1, context: 1 })).resolves.toEqual({ open: [], context: [] });
  });

  it("lists the sessions with open turns", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["a"]);
    await append(bench.store, realm, { sessionId, revision: 1, inserts: [{ at: 1, turns: [turn("b", { createdAt: T0 + 1 }), turn("c", { createdAt: T0 + 2 })] }] });
    const done = await say(bench.store, realm, ["done"]);
    await bench.store.commitCapture(realm, { sessionId: done.sessionId, turnIds: done.turns.map(({ id }) => id), writes: [], at: T0 });
    await bench.store.commitCapture(realm, { sessionId, turnIds: [turns[0]!.id], writes: [], at: T0 });
    const window = { sessionId, namespace: "global", openTurns: 2, firstArrivedAt: T0 + 1, lastArrivedAt: T0 + 2 };
    await expect(bench.store.openWindows(wholeUser(realm.userId))).resolves.toEqual([window]);
  });
}
