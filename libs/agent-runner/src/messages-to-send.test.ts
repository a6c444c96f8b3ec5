import { describe, expect, it } from "vitest";

import { messagesToSend } from "./messages-to-send.ts";

describe("messagesToSend", () => {
  it("keeps what users and the assistant said, as text, with who and when", () => {
    expect(messagesToSend([
      { role: "system", content: "You are helpful." },
      { role: "user", content: [{ type: "text", text: "One" }, { type: "image" }, { type: "text", text: "two" }], name: "Ann", id: "m1", timestamp: "2026-01-02T03:04:05Z" },
      { role: "assistant", content: "Three", timestamp: 1_767_000_000_000 },
      { role: "tool", content: "{}" },
      { role: "assistant", content: null },
      { role: "user", content: "  \0 " },
    ])).toEqual([
      { role: "user", content: "One\ntwo", name: "Ann", id: "m1", timestamp: "2026-01-02T03:04:05Z" },
      { role: "assistant", content: "Three", timestamp: 1_767_000_000_000 },
    ]);
  });

  it("leaves out fields that would cost the whole session", () => {
    const message = { role: "user", content: "half \ud800", name: "n".repeat(200), id: "", timestamp: "yesterday" };
    expect(messagesToSend([message, { ...message, id: "i".repeat(300), name: "a\0b", timestamp: "2026-13-45T99:00Z" }])).toEqual(Array(2).fill({ role: "user", content: "half \ufffd" }));
    expect(messagesToSend([{ role: "user", content: "x", timestamp: Number.NaN }])).toEqual([{ role: "user", content: "x" }]);
  });

  it("sends the newest part of a session that is too long for one request", () => {
    const messages = Array.from({ length: 2_000 }, (_, index) => ({ role: "user", content: `${index} ${"word ".repeat(200)}` }));
    const sent = messagesToSend(messages);
    expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(920_000);
    expect(sent.length).toBeGreaterThan(800);
    expect(sent.at(-1)?.content).toMatch(/^1999 /);
  });

  it("shortens a pasted file rather than losing the talk around it", () => {
    const sent = messagesToSend([{ role: "user", content: "Look at this." }, { role: "user", content: "ü".repeat(2_000_000) }, { role: "assistant", content: "A lot of ü." }]);
    expect(sent.map(({ content }) => (content as string).length < 200_000)).toEqual([true, true, true]);
    expect(sent).toHaveLength(3);
  });
});
