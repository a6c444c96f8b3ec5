import { describe, expect, it } from "vitest";

import type { CaptureReceipt, RecallReceipt } from "../receipts/receipt.ts";
import { whyLines } from "./why.ts";

const recall: RecallReceipt = {
  kind: "recall", at: Date.parse("2026-03-01T10:00:00Z"), sessionKey: "agent:main:main", sessionId: "s1", userId: "ann", trigger: "user", skipped: null, receiptId: "r1",
  items: [{ id: "m1", score: 0.61, tier: "must" }], leftOut: [{ id: "m2", reason: "told_lately" }, { id: "m3", reason: "told_lately" }], chars: 120, tookMs: 34, degraded: [],
};
const capture: CaptureReceipt = { kind: "capture", at: recall.at, sessionKey: "agent:main:main", sessionId: "s1", userId: "ann", skipped: null, entryId: "e1", externalIds: ["x1", "x2"], ignored: [], sent: false };

describe("whyLines", () => {
  it("tells what was added, why not the rest, and what was kept", () => {
    expect(whyLines({ recall, capture, texts: new Map([["m1", "likes tea"]]) })).toEqual([
      "Recall 2026-03-01 10:00: 1 memory, 120 characters, 34 ms.",
      "- likes tea · must, score 0.61 · m1",
      "Left out: 2 told lately.",
      "Receipt of the service: r1",
      "Capture 2026-03-01 10:00: 2 messages were kept and wait for the service.",
    ]);
  });

  it("tells why nothing was", () => {
    const lines = whyLines({ recall: { ...recall, items: [], leftOut: [], skipped: "trivial_prompt", degraded: ["words: late"] }, capture: { ...capture, skipped: "paused", externalIds: [] }, texts: new Map() });
    expect(lines).toEqual([
      "Recall 2026-03-01 10:00: nothing was added, because the message was a greeting or an acknowledgement.",
      "Not searched in time: words: late.",
      "Capture 2026-03-01 10:00: nothing was kept, because memory is paused here.",
    ]);
  });

  it("tells that what fits is told already", () => {
    const [said, left, kept] = whyLines({ recall: { ...recall, items: [], skipped: "nothing_new" }, capture: { ...capture, skipped: "nothing_new" }, texts: new Map() });
    expect([said, left]).toEqual(["Recall 2026-03-01 10:00: nothing was added, because nothing new was found.", "Left out: 2 told lately."]);
    expect(kept).toBe("Capture 2026-03-01 10:00: nothing was kept, because nothing new was found.");
  });

  it("says so when nothing was recalled yet", () => {
    expect(whyLines({ recall: null, capture: null, texts: new Map() })).toEqual(["No recall was made here yet."]);
  });
});
