import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { saturation } from "./bm25.ts";
import { BLOCK_RIDS, PostingList } from "./posting-list.ts";
import { bestByTerms } from "./score-blocks.ts";
import type { QueryTerm } from "./score-blocks.ts";

const LAST = 3 * BLOCK_RIDS + 50;
const AVERAGE_LENGTH = 12;

/** A term that stands in about one of `every` documents; all of it follows from the seed. */
function termOf({ seed, every, weight }: { seed: number; every: number; weight: number }): QueryTerm {
  const postings = new PostingList(0);
  let state = seed;
  for (let rid = 1; rid <= LAST; rid += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    if ((state >>> 8) % every === 0) postings.append(rid, 1 + ((state >>> 28) % 12));
  }
  return { weight, postings };
}

const lengths = Uint32Array.from({ length: LAST + 1 }, (_, rid) => (rid % 97 === 0 ? 700 : 1 + (rid % 30)));

/** Every sum, in the same order of terms, then sorted. */
function bySorting(terms: readonly QueryTerm[], { admitted, limit }: { admitted: (rid: number) => boolean; limit: number }): number[] {
  const ordered = terms.filter(({ postings }) => postings.length > 0).sort((a, b) => a.postings.length - b.postings.length);
  const sums = new Map<number, number>();
  for (let rid = 1; rid <= LAST; rid += 1) {
    let sum = 0;
    for (const { weight, postings } of ordered) {
      const count = postings.countIn(rid);
      if (count > 0) sum += weight * saturation(count, lengths[rid]!, AVERAGE_LENGTH);
    }
    if (sum > 0 && admitted(rid)) sums.set(rid, sum);
  }
  return [...sums].sort(([a, one], [b, other]) => other - one || a - b).slice(0, limit).map(([rid]) => rid);
}

const terms = fc.array(fc.record({ seed: fc.integer({ min: 1, max: 1_000 }), every: fc.constantFrom(2, 3, 40, 900, 1_000_000), weight: fc.constantFrom(0.1, 0.4, 2, 7) }), { minLength: 1, maxLength: 5 });

describe("bestByTerms", () => {
  it("gives what scoring every document gives, however frequent the terms and however few the realm lets through", () => {
    fc.assert(
      fc.property(terms, fc.constantFrom(1, 20, 400), fc.constantFrom(1, 2, 500), (drawn, limit, share) => {
        const admitted = (rid: number): boolean => rid % share === 0;
        const query = drawn.map(termOf);
        const found = bestByTerms({ terms: query, lengths, averageLength: AVERAGE_LENGTH, admitted, limit });
        expect(found).toEqual(bySorting(query, { admitted, limit }));
      }),
      { numRuns: 40 },
    );
  });
});
