import { embedderRegistry } from "@memory-cortex/embedding";
import { CortexError, uuidV7Source } from "@memory-cortex/models";
import { searchRequest } from "@memory-cortex/models/wire";
import { createMemoryStore } from "@memory-cortex/store";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { RerankGate } from "../rerank/rerank-gate.ts";
import type { Reranker } from "../rerank/reranker.ts";
import { openRun } from "../run.ts";
import type { Run } from "../run.ts";
import { rerank, RERANK_MS } from "./rerank.ts";
import type { ScoredItem } from "./score-items.ts";
import { memoryFixture, scoredFixture, turnFixture } from "./scored-item.fixture.ts";

const clock = { now: () => Date.UTC(2026, 4, 20) };

/** A reranker that gives the prepared orders, or does what the function does. */
function prepared(answer: (places: number[], signal: AbortSignal) => unknown): Reranker & { asked: string[][] } {
  const asked: string[][] = [];
  return {
    name: "prepared",
    asked,
    order: async (_, statements, signal) => {
      asked.push(statements.map(({ id }) => id));
      return (await answer(statements.map((_unused, place) => place), signal)) as number[];
    },
  };
}

const backwards = (places: number[]): number[] => places.toReversed();

function runOf(over: Record<string, unknown> = {}, services: { rerankInTurn?: boolean; monotonic?: () => number } = {}): { run: Run; outcomes: string[] } {
  const outcomes: string[] = [];
  const request = searchRequest.parse({ query: "When is the dentist appointment?", user_id: "ann", ...over });
  const monotonic = services.monotonic ?? (() => performance.now());
  const all = { store: createMemoryStore({ clock }), embedders: embedderRegistry([]), clock, ids: uuidV7Source(clock), ...services, monotonic, observe: { reranked: (_: string, outcome: string) => outcomes.push(outcome) } };
  return { run: openRun(all, request, monotonic()), outcomes };
}

const gateOf = (reranker: Reranker, monotonic = (): number => performance.now()): RerankGate => new RerankGate(reranker, monotonic);

function turnWith(id: string, score: number): ScoredItem {
  const item = scoredFixture(turnFixture({ id, text: `Text of ${id}.` }), score);
  return { ...item, contributions: { ...item.contributions, relevance: score * 0.75, recency: score * 0.25 } };
}

const CLOSE = [turnWith("a", 0.6), turnWith("b", 0.55), turnWith("c", 0.5), turnWith("d", 0.46), turnWith("e", 0.2)];
const idsOf = (items: readonly ScoredItem[]): string[] => items.map(({ document }) => document.id);
const sumOf = ({ contributions }: ScoredItem): number => Object.values(contributions).reduce((sum, value) => sum + value, 0);

describe("rerank", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("orders anew what lies close together; scores stay best first, and factors add up to them", async () => {
    const { run, outcomes } = runOf();
    const { items, report } = await rerank(run, CLOSE, gateOf(prepared(backwards)));
    expect(idsOf(items)).toEqual(["d", "c", "b", "a", "e"]);
    expect(items.map(({ score }) => score)).toEqual([0.6, 0.55, 0.5, 0.46, 0.2]);
    for (const item of items) expect(sumOf(item)).toBeCloseTo(item.score, 12);
    expect(report).toMatchObject({ by: "prepared", outcome: "changed", before: ["a", "b", "c", "d"], after: ["d", "c", "b", "a"] });
    expect(report!.spread).toBeCloseTo(0.14, 12);
    expect(run.timings).toHaveProperty("rerank");
    expect(outcomes).toEqual(["changed"]);
  });

  it("leaves items as they are when the model sees it the same way", async () => {
    const { items, report } = await rerank(runOf().run, CLOSE, gateOf(prepared((places) => places)));
    expect(items).toBe(CLOSE);
    expect(report?.outcome).toBe("confirmed");
  });

  it.each([
    ["the fourth lies further away", [turnWith("a", 0.6), turnWith("b", 0.55), turnWith("c", 0.5), turnWith("d", 0.44)]],
    ["there is one only", [turnWith("a", 0.6)]],
    ["there is none", []],
  ])("asks nobody when %s", async (_, items) => {
    const reranker = prepared(backwards);
    const { run, outcomes } = runOf();
    const reranked = await rerank(run, items, gateOf(reranker));
    expect(reranked.items).toBe(items);
    expect(reranker.asked).toEqual([]);
    expect(outcomes).toEqual(["apart"]);
    expect(run.degraded).toEqual([]);
  });

  it("asks about ten at most, and never about what was replaced", async () => {
    const reranker = prepared(backwards);
    const old = scoredFixture(memoryFixture({ id: "old", supersededBy: "new" }), 0.595);
    const many = Array.from({ length: 15 }, (_, index) => turnWith(`t${index}`, 0.6 - index * 0.005));
    const { items } = await rerank(runOf().run, [many[0]!, old, ...many.slice(1)], gateOf(reranker));
    expect(reranker.asked).toEqual([Array.from({ length: 10 }, (_, index) => `t${index}`)]);
    expect(items[1]?.document.id).toBe("old");
    expect(idsOf(items).slice(11)).toEqual(["t10", "t11", "t12", "t13", "t14"]);
  });

  it.each([
    ["a place twice", () => [0, 0, 1, 2]],
    ["a place too few", () => [0, 1, 2]],
    ["a place that is none", () => [0, 1, 2, 4]],
    ["a negative place", () => [-1, 1, 2, 3]],
    ["a broken number", () => [0.5, 1, 2, 3]],
    ["more places than there are", () => [0, 1, 2, 3, 4]],
    ["nothing", () => []],
  ])("keeps the order when the answer has %s", async (_, answer) => {
    const { run, outcomes } = runOf();
    const { items, report } = await rerank(run, CLOSE, gateOf(prepared(answer)));
    expect(items).toBe(CLOSE);
    expect(report?.outcome).toBe("nonsense");
    expect(run.degraded).toEqual([{ part: "rerank", reason: "nonsense" }]);
    expect(outcomes).toEqual(["nonsense"]);
  });

  it("keeps the order when the model fails, and names its error", async () => {
    const { run } = runOf();
    const failing = prepared(() => {
      throw new CortexError("llm_refused");
    });
    expect((await rerank(run, CLOSE, gateOf(failing))).items).toBe(CLOSE);
    expect(run.degraded).toEqual([{ part: "rerank", reason: "llm_refused" }]);
  });

  it("waits a tenth of a second in the turn, hangs up then, and keeps the order", async () => {
    const { run } = runOf();
    let aborted = false;
    const slow = prepared((_, signal) => new Promise(() => signal.addEventListener("abort", () => (aborted = true))));
    const pending = rerank(run, CLOSE, gateOf(slow));
    await vi.advanceTimersByTimeAsync(RERANK_MS - 1);
    expect(aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await pending).report?.outcome).toBe("late");
    expect(aborted).toBe(true);
    expect(run.degraded).toEqual([{ part: "rerank", reason: "late" }]);
  });

  it("waits as long as a request allows, within its deadline", async () => {
    const { run } = runOf({ rerank_ms: 3_000, deadline_ms: 5_000 });
    const slow = prepared((places) => new Promise((resolve) => setTimeout(() => resolve(backwards(places)), 2_500)));
    const pending = rerank(run, CLOSE, gateOf(slow));
    await vi.advanceTimersByTimeAsync(2_500);
    expect((await pending).report?.outcome).toBe("changed");

    const short = runOf({ rerank_ms: 3_000, deadline_ms: 200 });
    const cut = rerank(short.run, CLOSE, gateOf(slow));
    await vi.advanceTimersByTimeAsync(185);
    expect((await cut).report?.outcome).toBe("late");
  });

  it("asks nobody when no time is left", async () => {
    const reranker = prepared(backwards);
    const { report } = await rerank(runOf({ deadline_ms: 20 }).run, CLOSE, gateOf(reranker));
    expect(report?.outcome).toBe("no_time");
    expect(reranker.asked).toEqual([]);
  });

  it("rests for half a minute after five calls that came to nothing, unless a request names a time", async () => {
    let now = 0;
    const monotonic = () => now;
    const reranker = prepared(() => []);
    const gate = gateOf(reranker, monotonic);
    const ask = async (over = {}) => (await rerank(runOf(over, { monotonic }).run, CLOSE, gate)).report?.outcome;
    for (let call = 0; call < 5; call += 1) expect(await ask()).toBe("nonsense");
    expect(await ask()).toBe("resting");
    expect(reranker.asked).toHaveLength(5);
    expect(await ask({ rerank_ms: 1_000 })).toBe("nonsense");
    now += 30_000;
    expect(await ask()).toBe("nonsense");
    expect(await ask()).toBe("resting");
  });

  it("does nothing without a reranker, when left out, and in a turn that it is too slow for", async () => {
    expect(await rerank(runOf().run, CLOSE, null)).toEqual({ items: CLOSE, report: null });
    const gate = gateOf(prepared(backwards));
    expect((await rerank(runOf({ without: ["rerank"] }).run, CLOSE, gate)).report).toBeNull();
    expect((await rerank(runOf({}, { rerankInTurn: false }).run, CLOSE, gate)).report).toBeNull();
    expect((await rerank(runOf({ rerank_ms: 100 }, { rerankInTurn: false }).run, CLOSE, gate)).report?.outcome).toBe("changed");
  });
});
