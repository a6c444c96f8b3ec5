import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { formationBench, openBenchStore } from "../../test/formation-bench.ts";
import type { FormationBench } from "../../test/formation-bench.ts";

let opened: Awaited<ReturnType<typeof openBenchStore>>;
beforeAll(async () => {
  opened = await openBenchStore();
});
afterAll(async () => opened.close());

const context = () => ({ signal: new AbortController().signal, attempt: 1 });
const captureAll = (bench: FormationBench, sessions: readonly string[], times = 1): Promise<unknown[]> =>
  Promise.all(Array.from({ length: times }, () => sessions).flat().map((session_id) => bench.handlers.capture({ user_id: bench.user, session_id, namespace: "global" }, context())));
const memoriesOf = async (bench: FormationBench) => (await bench.store.listMemories(bench.realm, { includeHistory: true, now: bench.clock.time }, { limit: 100 })).items;

describe("windows of one user that are captured at the same time", () => {
  it("make one line of versions out of changes, whichever is first", async () => {
    const bench = await formationBench(opened, { user: "at-once", start: false });
    const places = ["Berlin", "Graz", "Porto", "Lyon"];
    for (const [index, place] of places.entries()) {
      bench.clock.time += 1_000;
      await bench.ingest([{ role: "user", content: index === 0 ? `I live in ${place} with my cat.` : `I moved to ${place} last week.` }], { session_id: place });
    }
    await captureAll(bench, places, 2);
    const memories = await memoriesOf(bench);
    expect(memories).toHaveLength(4);
    const current = memories.filter(({ validTo }) => validTo === null);
    expect(current.map(({ text }) => text)).toEqual([expect.stringContaining("Lyon")]);
    const taken = memories.flatMap(({ supersedes }) => supersedes ?? []);
    expect(new Set(taken).size).toBe(taken.length);
    expect(memories.filter(({ conflictGroup }) => conflictGroup !== null)).toEqual([]);
  });

  it("keep one conflict of what contradicts without a word of change", async () => {
    const bench = await formationBench(opened, { user: "at-odds", start: false });
    const employers = ["Acme", "Globex", "Hooli"];
    for (const employer of employers) await bench.ingest([{ role: "user", content: `I work at ${employer} as a nurse.` }], { session_id: employer });
    await captureAll(bench, employers, 2);
    const memories = await memoriesOf(bench);
    expect(memories).toHaveLength(3);
    expect(new Set(memories.map(({ conflictGroup }) => conflictGroup)).size).toBe(1);
    expect(memories.every(({ validTo, reinforcedCount, provenance }) => validTo === null && reinforcedCount === 0 && provenance.length === 1)).toBe(true);
  });
});
