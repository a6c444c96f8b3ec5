import { describe, expect, it } from "vitest";

import { readMessages } from "./read-messages.ts";

const kept = (rows: readonly unknown[]): string[] => readMessages(rows).filter(({ ignored }) => ignored === null).map(({ role, text }) => `${role}: ${text}`);

describe("readMessages", () => {
  it("keeps what was said, by whom and when", () => {
    expect(readMessages([{ role: "user", content: "I like tea.", timestamp: 5, __openclaw: { senderId: "7", senderName: "Ann", senderIsOwner: false } }])).toEqual([
      { role: "user", text: "I like tea.", ignored: null, saidAt: 5, name: "Ann", sender: { id: "7", isOwner: false } },
    ]);
  });

  it("leaves out tools, thinking, summaries and rows of extensions", () => {
    const rows = [
      { role: "user", content: [{ type: "text", text: "Look it up." }, { type: "image", data: "…" }] },
      { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, { type: "toolCall", name: "read", arguments: {} }] },
      { role: "toolResult", content: [{ type: "text", text: "secret file" }] },
      { role: "assistant", content: [{ type: "text", text: "It is blue." }] },
      { role: "compactionSummary", summary: "…" }, { role: "custom", content: "x" }, null, 7,
    ];
    expect(kept(rows)).toEqual(["user: Look it up.", "assistant: It is blue."]);
  });

  it("never keeps our own block", () => {
    const block = "<memory-cortex>\n## Long-term memory\n- [2026-01-01] Ann: I like tea\n</memory-cortex>";
    expect(kept([{ role: "user", content: `What do I drink?\n\n${block}` }, { role: "user", content: block }])).toEqual(["user: What do I drink?"]);
    expect(readMessages([{ role: "user", content: block }])[0]?.ignored).toBe("own_block");
  });

  it.each([
    { role: "user", content: "[OpenClaw heartbeat poll]" },
    { role: "user", content: "anything", provenance: { kind: "internal_system" } },
    { role: "user", content: "anything", provenance: { kind: "inter_session", sourceTool: "subagent_announce" } },
    { role: "user", content: "anything", display: false },
  ])("leaves out machinery and the answer to it: %j", (row) => {
    const rows = [row, { role: "assistant", content: "Backup failed at 3." }, { role: "user", content: "Thank you, restart it." }, { role: "assistant", content: "Restarted." }];
    expect(kept(rows)).toEqual(["user: Thank you, restart it.", "assistant: Restarted."]);
  });

  it("leaves out silent and failed answers", () => {
    expect(kept([{ role: "assistant", content: "NO_REPLY" }, { role: "assistant", content: "**HEARTBEAT_OK**" }, { role: "assistant", content: "half an ans", stopReason: "error" }, { role: "assistant", content: "" }])).toEqual([]);
  });
});
