import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { BestDocuments } from "./best-documents.ts";

const entries = fc.uniqueArray(fc.record({ rid: fc.integer({ min: 1, max: 200 }), score: fc.integer({ min: 1, max: 9 }) }), { selector: ({ rid }) => rid, maxLength: 120 });

describe("BestDocuments", () => {
  it("keeps the best, as sorting everything would, in whatever order they come and however few are kept", () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 130 }), (documents, limit) => {
        const best = new BestDocuments(limit);
        for (const { rid, score } of documents) if (best.takes(rid, score)) best.add(rid, score);
        const sorted = documents.toSorted((a, b) => b.score - a.score || a.rid - b.rid).slice(0, limit);
        expect(best.rids()).toEqual(sorted.map(({ rid }) => rid));
        expect(best.floor).toBe(documents.length < limit ? 0 : sorted.at(-1)!.score);
      }),
    );
  });
});
