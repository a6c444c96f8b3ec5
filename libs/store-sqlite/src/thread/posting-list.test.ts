import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { PostingList } from "./posting-list.ts";

const postings = fc
  .uniqueArray(fc.record({ rid: fc.integer({ min: 1, max: 300_000 }), count: fc.integer({ min: 1, max: 300 }) }), { selector: ({ rid }) => rid, maxLength: 60 })
  .map((entries) => entries.sort((a, b) => a.rid - b.rid));

describe("PostingList", () => {
  it("keeps documents and counts, however far apart, and knows no others", () => {
    fc.assert(
      fc.property(postings, postings, (entries, others) => {
        const list = new PostingList(0);
        for (const { rid, count } of entries) list.append(rid, count);
        const found: { rid: number; count: number }[] = [];
        list.forEach((rid, count) => found.push({ rid, count }));
        const kept = entries.map(({ rid, count }) => ({ rid, count: Math.min(255, count) }));
        expect(found).toEqual(kept);
        const counts = new Map(kept.map(({ rid, count }) => [rid, count]));
        for (const { rid } of [...entries, ...others]) expect(list.countIn(rid)).toBe(counts.get(rid) ?? 0);
        expect(list.length).toBe(entries.length);
      }),
    );
  });

  it("grows at the end", () => {
    const list = new PostingList(0);
    for (let rid = 1; rid < 200_000; rid += 1_009) list.append(rid, 2);
    expect(list.length).toBe(199);
    expect(list.countIn(1 + 1_009 * 150)).toBe(2);
    expect(list.countIn(2)).toBe(0);
    expect(list.countIn(10_000_000)).toBe(0);
  });
});
