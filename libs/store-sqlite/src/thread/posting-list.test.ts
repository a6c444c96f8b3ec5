import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { BLOCK_RIDS, PostingList } from "./posting-list.ts";

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
        for (let block = 0; block < list.blocks; block += 1) {
          for (let index = list.startOf(block); index < list.startOf(block + 1); index += 1) found.push({ rid: block * BLOCK_RIDS + list.lows[index]!, count: list.counts[index]! });
        }
        const kept = entries.map(({ rid, count }) => ({ rid, count: Math.min(255, count) }));
        expect(found).toEqual(kept);
        const counts = new Map(kept.map(({ rid, count }) => [rid, count]));
        for (const { rid } of [...entries, ...others]) expect(list.countIn(rid)).toBe(counts.get(rid) ?? 0);
        const wanted = Uint32Array.from([...entries, ...others].map(({ rid }) => rid)).sort();
        const together = new Uint8Array(wanted.length);
        list.countsIn(wanted, together);
        expect([...together]).toEqual([...wanted].map((rid) => counts.get(rid) ?? 0));
        expect(list.length).toBe(entries.length);
        expect(entries.every(({ rid }) => list.some((held) => held === rid))).toBe(true);
        expect(list.some(() => false)).toBe(false);
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

  it("takes the documents of a block as one, behind others and before others", () => {
    const list = new PostingList(0);
    list.append(7, 1);
    list.appendBlock(2, { lows: Uint16Array.of(0, 9), counts: Uint8Array.of(3, 4) });
    list.append(5 * BLOCK_RIDS, 6);
    expect([7, 2 * BLOCK_RIDS, 2 * BLOCK_RIDS + 9, 5 * BLOCK_RIDS].map((rid) => list.countIn(rid))).toEqual([1, 3, 4, 6]);
    expect(list.countIn(9)).toBe(0);
    expect(list.last).toBe(5 * BLOCK_RIDS);
  });
});
