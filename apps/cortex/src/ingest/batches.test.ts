import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { batchesOf } from "./batches.ts";
import type { Conversation } from "./conversation.ts";

const conversation = (texts: readonly string[]): Conversation => ({
  place: "record 1",
  header: { user_id: "ann", session_id: "s" },
  messages: texts.map((content) => ({ role: "user", content })),
});

describe("batchesOf", () => {
  it("sends every message once, in order, under the limits, after the last ones of the batch before", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { minLength: 1, maxLength: 60 }), fc.integer({ min: 1_600, max: 6_000 }), fc.integer({ min: 6, max: 20 }), (texts, bytes, messages) => {
        const batches = batchesOf(conversation(texts), { bytes, messages });
        expect(batches.flatMap((batch) => batch.messages.slice(batch.overlap).map(({ content }) => content))).toEqual(texts);
        for (const [index, batch] of batches.entries()) {
          const body = Buffer.byteLength(JSON.stringify({ ...batch.header, messages: batch.messages }));
          if (batch.messages.length > 1) expect(body).toBeLessThanOrEqual(bytes);
          expect(batch.messages.length).toBeLessThanOrEqual(messages);
          if (index === 0) expect(batch.overlap).toBe(0);
          if (batch.overlap > 0) expect(batch.messages.slice(0, batch.overlap)).toEqual(batches[index - 1]!.messages.slice(-batch.overlap));
        }
      }),
    );
  });

  it("sends a message that is larger than the limit alone, for the service to judge", () => {
    const batches = batchesOf(conversation(["a", "b".repeat(5_000), "c"]), { bytes: 1_000, messages: 100 });
    expect(batches.map((batch) => batch.messages.length - batch.overlap)).toEqual([1, 1, 1]);
  });
});
