import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { ScoreBoard } from "./score-board.ts";

const entries = fc.array(fc.record({ rid: fc.integer({ min: 1, max: 60 }), score: fc.integer({ min: 1, max: 5 }) }), { maxLength: 200 });

describe("ScoreBoard", () => {
  it("gives the best, as sorting everything would, however few are asked for", () => {
    const board = new ScoreBoard();
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 70 }), (scores, count) => {
        board.reset(60);
        const sums = new Map<number, number>();
        for (const { rid, score } of scores) {
          board.add(rid, score);
          sums.set(rid, (sums.get(rid) ?? 0) + score);
        }
        const sorted = [...sums].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b).map(([rid]) => rid);
        expect(board.size).toBe(sums.size);
        expect(board.best(count)).toEqual(sorted.slice(0, count));
      }),
    );
  });

  it("grows with the rids and forgets between searches", () => {
    const board = new ScoreBoard();
    board.reset(5_000);
    board.add(5_000, 2);
    board.reset(10);
    expect(board.best(5)).toEqual([]);
    board.reset(5_000);
    expect(board.sum(5_000)).toBe(0);
  });
});
