import { embedderRegistry } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { createFakeEmbedder } from "@memory-cortex/embedding/fake";
import type { Memory } from "@memory-cortex/models";
import type { JobResult } from "@memory-cortex/queue";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createEmbedHandler } from "../embed/index.ts";
import { formationBench, openBenchStore } from "../../test/formation-bench.ts";
import type { BenchOptions, FormationBench } from "../../test/formation-bench.ts";

let opened: Awaited<ReturnType<typeof openBenchStore>>;
let users = 0;

beforeAll(async () => {
  opened = await openBenchStore();
});
afterAll(async () => opened.close());

const fresh = (options: Partial<BenchOptions> = {}) => formationBench(opened, { user: `worker-${(users += 1)}`, ...options });
const context = () => ({ signal: new AbortController().signal, attempt: 1 });
const chat = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ role: "user", id: `m${from + index}`, content: `number ${from + index}: my sister lives in city ${from + index}` }));

const capture = (bench: FormationBench): Promise<JobResult> => bench.handlers.capture({ user_id: bench.user, session_id: "s", namespace: "global" }, context());
const embed = (bench: FormationBench): Promise<JobResult> => bench.handlers.embed({ user_id: bench.user }, context());

async function memories(bench: FormationBench): Promise<Memory[]> {
  return (await bench.store.listMemories(bench.realm, { includeHistory: false, now: bench.clock.time }, { limit: 500 })).items;
}

describe("capture job", () => {
  const SAID = [
    { role: "user", name: "Ana", content: "My name is Ana and I live in Lisbon. I always take the first train to work." },
    { role: "assistant", content: "Noted!" },
  ];

  it("makes memories that rest on their turns, once", async () => {
    const bench = await fresh();
    await bench.ingest(SAID, { project: "home" });
    expect(await capture(bench)).toEqual({ outcome: "success" });
    const made = await memories(bench);
    const turns = (await bench.store.listTurns(bench.realm, { sessionId: "s", after: -1, limit: 10 }))!.turns;
    expect(made.length).toBeGreaterThan(0);
    for (const memory of made) expect(memory).toMatchObject({ sessionId: "s", project: "home", source: "capture:rules", provenance: [turns[0]!.id], observedAt: turns[0]!.observedAt });
    expect(await capture(bench)).toEqual({ outcome: "skipped", reason: "nothing_open" });
    expect((await memories(bench)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  it("adds provenance when the same is said again, in one window or later", async () => {
    const bench = await fresh();
    const again = { role: "user", name: "Ana", content: "I always take the first train to work." };
    await bench.ingest([{ ...again, id: "1" }, { ...again, id: "2" }]);
    await capture(bench);
    await bench.ingest([{ ...again, id: "3" }]);
    await capture(bench);
    const made = await memories(bench);
    expect(made).toHaveLength(1);
    expect(made[0]!.provenance).toHaveLength(3);
  });

  it("goes on until nothing is open, however much there is", async () => {
    const bench = await fresh();
    await bench.ingest(chat(450));
    expect(await capture(bench)).toEqual({ outcome: "success" });
    expect(await bench.store.openWindows(bench.realm)).toEqual([]);
  });

  it("writes a window wholly or not at all, and not twice beside another worker", async () => {
    const bench = await fresh({ start: false });
    await bench.ingest(SAID);
    const dying = await formationBench(opened, { user: bench.user, start: false, wrap: (store) => ({ ...store, commitCapture: async () => Promise.reject(new Error("killed")) }) });
    await expect(capture(dying)).rejects.toThrow("killed");
    expect(await memories(bench)).toEqual([]);
    await Promise.all([capture(bench), capture(bench), capture(bench)]);
    const texts = (await memories(bench)).map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(0);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("keeps a statement once that is made in several sessions at the same time", async () => {
    const bench = await fresh({ start: false });
    const sessions = ["one", "two", "three", "four"];
    for (const session_id of sessions) await bench.ingest([{ role: "user", name: "Ana", content: "I always take the first train to work." }], { session_id });
    await Promise.all(sessions.map((session_id) => bench.handlers.capture({ user_id: bench.user, session_id, namespace: "global" }, context())));
    expect((await memories(bench)).map(({ provenance }) => provenance.length)).toEqual([4]);
  });

  it("stops when it is aborted, and leaves the turns open", async () => {
    const bench = await fresh({ start: false });
    await bench.ingest(SAID);
    const aborted = bench.handlers.capture({ user_id: bench.user, session_id: "s", namespace: "global" }, { signal: AbortSignal.abort(), attempt: 1 });
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    expect(await bench.store.openWindows(bench.realm)).toMatchObject([{ sessionId: "s", openTurns: 2 }]);
  });
});

describe("embed job", () => {
  const spaces = (bench: FormationBench) => bench.store.spaces(bench.realm);

  it("makes a space, fills it and switches it on", async () => {
    const bench = await fresh({ start: false });
    await bench.ingest(chat(150));
    expect(await embed(bench)).toEqual({ outcome: "success" });
    expect(await spaces(bench)).toMatchObject([{ space: { embedder: "fake", state: "active", documentsAtStart: 150 }, embedded: 150, missing: 0 }]);
    await bench.ingest(chat(10, 150));
    expect(await spaces(bench)).toMatchObject([{ missing: 10 }]);
    await embed(bench);
    expect(await spaces(bench)).toMatchObject([{ embedded: 160, missing: 0 }]);
  });

  it("does nothing for a user who does not exist, nor without embedders", async () => {
    const bench = await fresh({ start: false });
    expect(await embed(bench)).toEqual({ outcome: "skipped", reason: "unknown_user" });
    expect(await bench.store.userExists(bench.realm)).toBe(false);
    await bench.ingest(chat(1));
    const without = await formationBench(opened, { user: bench.user, embedders: [], start: false });
    expect(await embed(without)).toEqual({ outcome: "skipped", reason: "no_embedder" });
  });

  it("passes over texts that the model can say nothing about", async () => {
    const mute: Embedder = { ...createFakeEmbedder(), embed: async (texts) => texts.map(() => null) };
    const bench = await fresh({ start: false, embedders: [mute] });
    await bench.ingest(chat(3));
    expect(await embed(bench)).toEqual({ outcome: "success" });
    expect(await spaces(bench)).toMatchObject([{ space: { state: "active" }, missing: 0 }]);
  });

  it("builds another model's space in the background; the old one serves until it is whole", async () => {
    const bench = await fresh({ start: false, embedders: [createFakeEmbedder({ model: "old" })] });
    await bench.ingest(chat(100));
    await embed(bench);
    const next = createFakeEmbedder({ model: "new", dimension: 32 });
    const changed = await formationBench(opened, { user: bench.user, embedders: [next], start: false });
    next.failWith("embedder_unavailable");
    expect(await embed(changed)).toEqual({ outcome: "failed", code: "embedder_unavailable" });
    expect(await spaces(bench)).toMatchObject([{ space: { model: "old", state: "active" } }, { space: { model: "new", state: "building" }, missing: 100 }]);
    next.recover();
    expect(await embed(changed)).toEqual({ outcome: "success" });
    expect(await spaces(bench)).toMatchObject([{ space: { model: "new", state: "active", dimension: 32 }, missing: 0 }]);
  });

  it("weighs anew when documents have doubled, without a moment of two weightings or of missing rows", async () => {
    const weighted = createFakeEmbedder({ weighted: true });
    const bench = await fresh({ start: false, embedders: [weighted] });
    await bench.ingest(chat(20));
    await embed(bench);
    const [first] = await spaces(bench);
    await bench.ingest(chat(10, 20));
    await embed(bench);
    expect((await spaces(bench)).map(({ space }) => space.id)).toEqual([first!.space.id]);

    await bench.ingest(chat(15, 30));
    const states: string[][] = [];
    const watched = await formationBench(opened, {
      user: bench.user,
      start: false,
      embedders: [weighted],
      wrap: (store) => ({
        ...store,
        saveVectors: async (...call) => {
          await store.saveVectors(...call);
          states.push((await store.spaces(bench.realm)).map(({ space, missing }) => `${space.state}:${missing}`));
        },
      }),
    });
    await embed(watched);
    expect(states).toEqual([["active:0"], ["active:0", "building:0"]]);
    const [second] = await spaces(bench);
    expect(second).toMatchObject({ space: { state: "active", documentsAtStart: 45 }, missing: 0 });
    expect((await bench.store.weighting(bench.realm, second!.space.id))!.total).toBeGreaterThan(0);
  });

  it("gives what is said while tokens are counted its vector, before the new space is made", async () => {
    const weighted = createFakeEmbedder({ weighted: true });
    const bench = await fresh({ start: false, embedders: [weighted] });
    await bench.ingest(chat(300));
    await embed(bench);
    await bench.ingest(chat(400, 300));
    const events: string[] = [];
    let counted = 0;
    const slow = await formationBench(opened, {
      user: bench.user,
      start: false,
      embedders: [
        {
          ...weighted,
          countTokens: async (texts) => {
            counted += 1;
            opened.clock.time += 1_500;
            if (counted === 1) await bench.ingest([{ role: "user", content: "said while tokens are counted", id: "late" }]);
            return weighted.countTokens!(texts);
          },
        },
      ],
      wrap: (store) => ({
        ...store,
        saveVectors: async (realm, request, options) => {
          await store.saveVectors(realm, request, options);
          events.push(`${request.vectors.length} saved`);
        },
        createSpace: async (...call) => {
          events.push(`${(await store.spaces(bench.realm))[0]!.missing} missing`);
          return store.createSpace(...call);
        },
      }),
    });
    await embed(slow);
    expect(events.slice(-2)).toEqual(["1 saved", "0 missing"]);
  });

  it("drops the space of an embedder that is gone from the configuration", async () => {
    const bench = await fresh({ start: false, embedders: [createFakeEmbedder({ name: "one" }), createFakeEmbedder({ name: "two" })] });
    await bench.ingest(chat(3));
    await embed(bench);
    expect(await spaces(bench)).toHaveLength(2);
    await embed(await formationBench(opened, { user: bench.user, start: false, embedders: [createFakeEmbedder({ name: "two" })] }));
    expect(await spaces(bench)).toMatchObject([{ space: { embedder: "two" } }]);
  });

  it("lets one embedder fail without holding up the other", async () => {
    const broken = createFakeEmbedder({ name: "broken" });
    broken.failWith("embedder_unavailable");
    const bench = await fresh({ start: false, embedders: [broken, createFakeEmbedder({ name: "sound" })] });
    await bench.ingest(chat(3));
    expect(await embed(bench)).toEqual({ outcome: "failed", code: "embedder_unavailable" });
    expect((await spaces(bench)).find(({ space }) => space.embedder === "sound")).toMatchObject({ space: { state: "active" }, missing: 0 });
  });

  it("ends after its time and goes on at the end of the queue; a quick space is whole meanwhile, new documents too", async () => {
    const slowModel = createFakeEmbedder({ name: "slow" });
    const bench = await fresh({
      start: false,
      embedders: [
        { ...slowModel, embed: (texts, options) => ((opened.clock.time += 1_500), slowModel.embed(texts, options)) },
        createFakeEmbedder({ name: "quick", weighted: true }),
      ],
    });
    const of = async (name: string) => (await spaces(bench)).find(({ space }) => space.embedder === name);
    await bench.ingest(chat(100));
    expect(await embed(bench)).toEqual({ outcome: "success" });
    expect(await of("quick")).toMatchObject({ space: { state: "active" }, missing: 0 });
    expect(await of("slow")).toMatchObject({ space: { state: "building" }, embedded: 64, missing: 36 });
    expect((await bench.queue.depth()).embed).toMatchObject({ waiting: 1 });

    await bench.ingest([{ role: "user", content: "one more that was said meanwhile", id: "late" }]);
    expect(await embed(bench)).toEqual({ outcome: "success" });
    expect(await of("quick")).toMatchObject({ embedded: 101, missing: 0 });
    expect(await of("slow")).toMatchObject({ space: { state: "active" }, embedded: 101, missing: 0 });
  });

  it("keeps the vectors of an embedder that cannot be had now, and makes none anew when it is back", async () => {
    const clever = createFakeEmbedder({ name: "clever" });
    const both = await fresh({ start: false, embedders: [createFakeEmbedder(), clever] });
    await both.ingest(chat(3));
    await embed(both);
    const handler = createEmbedHandler({ store: opened.store, queue: both.queue, clock: opened.clock, embedders: embedderRegistry([createFakeEmbedder()], undefined, ["clever"]) });
    expect(await handler({ user_id: both.user }, { signal: new AbortController().signal, attempt: 1 })).toEqual({ outcome: "success" });
    const calls = clever.calls.length;
    await embed(both);
    expect((await spaces(both)).find(({ space }) => space.embedder === "clever")).toMatchObject({ space: { state: "active" }, embedded: 3, missing: 0 });
    expect(clever.calls).toHaveLength(calls);
  });

  it("stops when it is aborted; what is saved stays", async () => {
    const controller = new AbortController();
    const slow = createFakeEmbedder();
    let batches = 0;
    const embedder: Embedder = {
      ...slow,
      embed: async (texts, options) => {
        if ((batches += 1) === 2) controller.abort();
        return slow.embed(texts, options);
      },
    };
    const bench = await fresh({ start: false, embedders: [embedder] });
    await bench.ingest(chat(150));
    await expect(bench.handlers.embed({ user_id: bench.user }, { signal: controller.signal, attempt: 1 })).rejects.toMatchObject({ code: "aborted" });
    expect(await spaces(bench)).toMatchObject([{ space: { state: "building" }, embedded: 32, missing: 118 }]);
  });
});

describe("reconcile job", () => {
  it("finds windows and rows without vectors after the queue was lost, and waits for what is still debounced", async () => {
    const bench = await fresh({ start: false });
    await bench.ingest(chat(2));
    await bench.ingest(chat(2), { session_id: "old" });
    bench.clock.time += 60_000;
    await bench.ingest(chat(2, 2), { session_id: "young" });
    const restarted = await formationBench(opened, { user: bench.user, start: false });
    expect(await restarted.handlers.reconcile({ user_id: bench.user }, context())).toEqual({ outcome: "success" });
    expect(await restarted.queue.depth()).toMatchObject({ capture: { waiting: 2, delayed: 1 }, embed: { waiting: 1 } });
  });

  it("finds nothing where everything is done", async () => {
    const bench = await fresh();
    await bench.ingest(chat(2));
    expect(await bench.conversations.flush({ user_id: bench.user, timeout_ms: 20_000 })).toMatchObject({ done: true });
    const restarted = await formationBench(opened, { user: bench.user, start: false });
    await restarted.handlers.reconcile({ user_id: bench.user }, context());
    expect(await restarted.queue.depth()).toMatchObject({ capture: { waiting: 0, delayed: 0 }, embed: { waiting: 0, delayed: 0 } });
  });

  it("walks all users, and goes on behind one whose file fails", async () => {
    const bench = await fresh({ start: false });
    await bench.ingest(chat(2));
    const torn = await formationBench(opened, {
      user: bench.user,
      start: false,
      wrap: (store) => ({ ...store, users: async () => ["torn", bench.user], openWindows: async (realm, options) => (realm.userId === "torn" ? Promise.reject(new Error("torn")) : store.openWindows(realm, options)) }),
    });
    expect(await torn.handlers.reconcile({}, context())).toEqual({ outcome: "failed", code: "internal" });
    expect(await torn.queue.depth()).toMatchObject({ embed: { waiting: 1 } });
  });
});

describe("flush", () => {
  it("closes open windows of all sessions and waits for vectors", async () => {
    const bench = await fresh();
    await bench.ingest(chat(5));
    await bench.ingest(chat(5), { session_id: "t", namespace: "personal" });
    expect(await bench.conversations.flush({ user_id: bench.user, timeout_ms: 20_000 })).toEqual({ done: true, pending: { capture: 0, embed: 0, extract: 0 } });
    expect((await memories(bench)).length).toBeGreaterThan(0);
    expect(await bench.store.spaces(bench.realm)).toMatchObject([{ space: { state: "active" }, missing: 0 }]);
  });

  it("says what is still open when the embedder is down", async () => {
    const embedder = createFakeEmbedder();
    embedder.failWith("embedder_unavailable");
    const bench = await fresh({ embedders: [embedder] });
    await bench.ingest(chat(5));
    const { done, pending } = await bench.conversations.flush({ user_id: bench.user, timeout_ms: 20_000 });
    expect({ done, capture: pending.capture }).toEqual({ done: false, capture: 0 });
    expect(pending.embed).toBeGreaterThanOrEqual(5);
  });

  it("leaves other sessions alone when one is named", async () => {
    const bench = await fresh();
    await bench.ingest(chat(5));
    await bench.ingest(chat(5), { session_id: "t" });
    expect(await bench.conversations.flush({ user_id: bench.user, session_id: "t", timeout_ms: 20_000 })).toMatchObject({ done: true });
    expect(await bench.store.openWindows(bench.realm)).toMatchObject([{ sessionId: "s", openTurns: 5 }]);
  });

  it("has nothing to do for a user who does not exist", async () => {
    const bench = await fresh();
    expect(await bench.conversations.flush({ user_id: bench.user, timeout_ms: 1_000 })).toMatchObject({ done: true });
    expect(await bench.store.userExists(bench.realm)).toBe(false);
  });
});
