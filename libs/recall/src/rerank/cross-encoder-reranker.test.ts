import type { CrossEncoder } from "@memory-cortex/embedding";
import { describe, expect, it } from "vitest";

import { turnFixture } from "../stages/scored-item.fixture.ts";
import { crossEncoderReranker } from "./cross-encoder-reranker.ts";

const signal = new AbortController().signal;

describe("crossEncoderReranker", () => {
  it("orders by score, equal ones as they were, and shows day and speaker", async () => {
    const seen: string[] = [];
    const encoder: CrossEncoder = {
      name: "cross-encoder:m",
      score: async (_, texts) => {
        seen.push(...texts);
        return [0.1, -3, 0.9, 0.1];
      },
    };
    const statements = ["a", "b", "c", "d"].map((id) => turnFixture({ id, text: `Text ${id}`, observedAt: Date.UTC(2026, 4, 14) }));
    const reranker = crossEncoderReranker(encoder);
    expect(await reranker.order("which?", statements, signal)).toEqual([2, 0, 3, 1]);
    expect(seen[0]).toBe("14 May 2026, Ann: Text a");
    expect(reranker.name).toBe("cross-encoder:m");
  });
});
