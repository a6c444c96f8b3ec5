import { Readable } from "node:stream";

import { ingestRequest, rememberRequest } from "@memory-cortex/models/wire";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { allPieces } from "./all-pieces.ts";
import type { ForeignReader } from "./foreign-reader.ts";
import { chatgpt } from "./readers/chatgpt.ts";
import { claude } from "./readers/claude.ts";
import { mem0 } from "./readers/mem0.ts";
import { memoryLancedb } from "./readers/memory-lancedb.ts";
import { openclawCortex } from "./readers/openclaw-cortex.ts";
import { openclawMem } from "./readers/openclaw-mem.ts";
import { openclawSessions } from "./readers/openclaw-sessions.ts";

const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("a", "b", "hello there"));
const anything: fc.Arbitrary<unknown> = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, min: -2, max: 2e12 }), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 2 }));
/** Mostly what belongs there. */
const often = (...good: fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> => fc.oneof({ weight: 9, arbitrary: fc.oneof(...good) }, { weight: 1, arbitrary: anything });
const one = (...values: unknown[]): fc.Arbitrary<unknown> => often(fc.constantFrom(...values));
const object = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> => fc.record(fields, { requiredKeys: [] });
const time = one(1_762_761_600.25, 1_762_761_600_000, "2026-01-01T00:00:00Z", "2026-01-01", null);
const fraction = often(fc.double({ noNaN: true, min: 0, max: 1 }));
const category = one("preference", "decision", "rule", "note", "todo");

const part = often(text, object({ text: often(text), content_type: one("image_asset_pointer", "audio_transcription") }));
const content = often(object({ content_type: one("text", "text", "multimodal_text", "code", "thoughts"), parts: often(fc.array(part)) }));
const chatgptMessage = often(fc.record({ id: often(text), author: often(fc.record({ role: one("user", "assistant", "tool", "system") })), create_time: time, content, recipient: one("all", "all", "web"), weight: one(1, 1, 0) }));
const mapping = often(fc.record({
  a: often(fc.record({ id: one("a"), parent: one(null), children: one(["b"]), message: one(null) })),
  b: often(fc.record({ id: one("b"), parent: one("a"), children: one(["c"]), message: chatgptMessage })),
  c: often(fc.record({ id: one("c"), parent: one("b", "b", "a", "c"), children: one([]), message: chatgptMessage })),
}));
const claudeMessage = often(fc.record({ uuid: often(text), sender: one("human", "assistant"), text: often(text), created_at: time, content: often(fc.array(object({ type: one("text", "tool_use"), text: often(text) }))), attachments: one([], [{}]) }));
const row = often(fc.record({ role: one("user", "assistant", "toolResult"), content: often(text, fc.array(object({ type: one("text", "toolCall"), text: often(text) }))), timestamp: time, __openclaw: often(object({ senderId: text, senderName: text, senderIsOwner: fc.boolean() })) }));

const READERS: Record<string, [ForeignReader, fc.Arbitrary<unknown>]> = {
  chatgpt: [chatgpt, fc.record({ conversation_id: often(text), current_node: one("c", "b"), mapping })],
  claude: [claude, fc.record({ uuid: often(text), project: often(object({ name: often(text) })), chat_messages: often(fc.array(claudeMessage)) })],
  "openclaw-sessions": [openclawSessions, fc.record({ type: one("message", "message", "session", "leaf"), id: one("a", "b", "c"), parentId: one(null, "a", "b"), targetId: one("a"), timestamp: time, message: row })],
  "memory-lancedb": [memoryLancedb, object({ id: text, text: often(text), importance: fraction, category, createdAt: time })],
  "openclaw-mem": [openclawMem, object({ text: often(text), importance: fraction, importance_label: one("must_remember", "ignore"), category, kind: category, scope: often(text), trust_tier: one("user", "untrusted"), createdAt: time, source_ref: text })],
  "openclaw-cortex": [openclawCortex, object({ content: often(text), type: one("rule", "fact"), scope: one("permanent", "ttl", "session"), visibility: one("private", "shared"), confidence: fraction, tags: often(fc.array(text)), project: often(text), source: text, ttl_seconds: one(0, 60), created_at: time, valid_to: time, user_id: often(text) })],
  mem0: [mem0, object({ memory: often(text), metadata: often(object({ category: text })), categories: often(fc.array(text)), created_at: time, updated_at: time, expiration_date: time, user_id: often(text), agent_id: text })],
};

describe("readers of files that hold anything", () => {
  it.each(Object.entries(READERS))("%s: whatever comes is a piece that the service takes, or told of with its line", async (_name, [reader, record]) => {
    await fc.assert(
      fc.asyncProperty(fc.array(often(record), { maxLength: 6 }), async (records) => {
        const lines = records.map((each) => JSON.stringify(each)).join("\n");
        const file = { name: "any.jsonl", path: null, open: async () => Readable.from([Buffer.from(lines)]) };
        const context = { defaults: { userId: "ann" }, owner: new Set<string>(), now: 0 };
        for await (const piece of allPieces({ reader, files: [file], context, bodyLimitBytes: 1_000_000 })) {
          if (piece.kind === "conversation") expect(ingestRequest.safeParse({ ...piece.conversation.header, messages: piece.conversation.messages }).error).toBeUndefined();
          if (piece.kind === "fact") expect(rememberRequest.safeParse(piece.fact.request).error).toBeUndefined();
          if (piece.kind === "flaw") expect(piece.flaw.place).toMatch(/^any\.jsonl, line \d+$/);
        }
      }),
      { numRuns: 60 },
    );
  });
});
