import { expect, it } from "vitest";

import type { FusedCandidate } from "./fuse.ts";
import { rankedPool } from "./graph-pool.ts";

const candidates = Array.from({ length: 300 }, (_, place) => ({ ref: { id: `c${place}` }, relevance: 1 / (place + 1) }) as FusedCandidate);
const ids = (list: readonly FusedCandidate[]) => list.map(({ ref }) => ref.id);

it("without hits of the graph the best stay as they are", () => {
  const { pool, beyond } = rankedPool(candidates, new Map(), 100);
  expect(ids(pool)).toEqual(ids(candidates.slice(0, 100)));
  expect(ids(beyond)).toEqual(ids(candidates.slice(100)));
});

it("the graph brings its best in for the weakest, and neither order nor score comes from it", () => {
  const { pool, beyond } = rankedPool(candidates, new Map([["c250", 0], ["c3", 1], ["c299", 2]]), 100);
  expect(ids(pool)).toEqual([...ids(candidates.slice(0, 98)), "c250", "c299"]);
  expect(ids(beyond).slice(0, 2)).toEqual(["c98", "c99"]);
  expect(pool.length + beyond.length).toBe(300);
  expect(pool.find(({ ref }) => ref.id === "c250")!.relevance).toBe(1 / 251);
});

it("what stands far down in both stays out", () => {
  const { pool } = rankedPool(candidates, new Map([["c290", 150]]), 100);
  expect(ids(pool)).not.toContain("c290");
});
