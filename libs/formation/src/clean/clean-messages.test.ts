import { messageSchema } from "@memory-cortex/models/wire";
import type { IngestMessage } from "@memory-cortex/models";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { BENIGN_LINES } from "./benign-lines.fixture.ts";
import { cleanMessages } from "./clean-messages.ts";

const user = (content: IngestMessage["content"]): IngestMessage => ({ role: "user", content });
const assistant = (content: IngestMessage["content"]): IngestMessage => ({ role: "assistant", content });

async function textOf(message: IngestMessage): Promise<string | null> {
  const { kept } = await cleanMessages([message]);
  return kept[0]?.text ?? null;
}

async function reasonOf(message: IngestMessage): Promise<string | null> {
  const { ignored } = await cleanMessages([message]);
  return ignored[0]?.reason ?? null;
}

const PROMPT = "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly. Do not infer or repeat old tasks from prior chats. If nothing needs attention, reply HEARTBEAT_OK.";
const BLOCK = '<memory-cortex note="untrusted">\n- [2026-05-01] Anna: I like tea\n</memory-cortex>';
const OLD_BLOCK = "## Long-Term Memories\n\n**Summary (from previous context):**\nAnna moved.\n\n- [home] Anna lives in Bonn (importance: 8)\n- [pets] Anna has a cat (importance: 3)";

describe("cleanMessages", () => {
  it("keeps ordinary chat byte for byte, from either side", async () => {
    expect(BENIGN_LINES.length).toBeGreaterThanOrEqual(300);
    for (const line of BENIGN_LINES) {
      expect(await textOf(user(line))).toBe(line.trim() === "" ? null : line);
      expect(await textOf(assistant(line))).toBe(line.trim() === "" ? null : line);
    }
    const all = BENIGN_LINES.join("\n");
    expect(await textOf(user(all))).toBe(all);
  });

  it("gives every message to exactly one list, in order, with what the caller said of it", async () => {
    const messages: IngestMessage[] = [
      { role: "system", content: "You are helpful." },
      { role: "user", content: "Hello", name: "Anna", id: "m1", timestamp: 1_700_000_000_000 },
      { role: "tool", content: "42 files" },
      assistant("Hi!"),
    ];
    expect(await cleanMessages(messages)).toEqual({
      kept: [
        { index: 1, role: "user", speaker: "Anna", text: "Hello", externalId: "m1", saidAt: 1_700_000_000_000 },
        { index: 3, role: "assistant", speaker: null, text: "Hi!", externalId: null, saidAt: null },
      ],
      ignored: [{ index: 0, reason: "system_prompt" }, { index: 2, reason: "tool_output" }],
    });
  });

  it("loses no message, whatever comes in", async () => {
    const content = fc.oneof(
      fc.constant(null),
      fc.string({ unit: "binary" }),
      fc.constantFrom(...BENIGN_LINES, PROMPT, BLOCK, OLD_BLOCK, "<private>", "[NOMEM]"),
      fc.array(fc.record({ type: fc.constantFrom("text", "image", "tool_use", "toolCall", "thinking", "tool_result"), text: fc.string() })),
    );
    const message = fc.record({ role: fc.constantFrom("user" as const, "assistant" as const, "tool" as const, "system" as const), content });
    await fc.assert(
      fc.asyncProperty(fc.array(message), async (messages) => {
        const { kept, ignored } = await cleanMessages(messages);
        const indexes = [...kept, ...ignored].map(({ index }) => index).sort((left, right) => left - right);
        expect(indexes).toEqual(messages.map((_, index) => index));
        expect(kept.every(({ text }) => text.trim() !== "")).toBe(true);
      }),
    );
  });
});

describe("content in parts", () => {
  it("joins the text parts and drops the rest", async () => {
    const parts = [{ type: "text", text: "one" }, { type: "thinking", text: "hm" }, { type: "toolCall" }, { type: "text", text: "two" }, { type: "image", text: "a red boat" }];
    expect(await textOf(assistant(parts))).toBe("one\ntwo\na red boat");
  });

  it.each([["text"], ["caption"], ["alt"], ["description"]])("takes what an image shows from its %s", async (field) => {
    expect(await textOf(user([{ type: "text", text: "Look!" }, { type: "image_url", [field]: "a red boat" }]))).toBe("Look!\na red boat");
  });

  it("takes one caption of an image, and no field that is none", async () => {
    expect(await textOf(user([{ type: "image", text: " ", caption: "a red boat", alt: "boat.jpg" }]))).toBe("a red boat");
    const odd = messageSchema.parse({ role: "user", content: [{ type: "text", text: "Look!" }, { type: "image", caption: { lines: 2 } }] });
    expect(await textOf(odd)).toBe("Look!");
  });

  it.each([
    [[{ type: "tool_use", name: "search" }], "tool_call"],
    [[{ type: "toolCall" }, { type: "thinking", text: "hm" }], "tool_call"],
    [[{ type: "tool_result", text: "42" }], "tool_output"],
    [[{ type: "thinking", text: "hm" }], "empty"],
    [[{ type: "image" }], "empty"],
    [[], "empty"],
    [null, "empty"],
    ["  \n ", "empty"],
  ])("%j is left out: %s", async (content, reason) => {
    expect(await reasonOf(assistant(content))).toBe(reason);
  });
});

it("names a message that only calls tools, in the other way of writing it", async () => {
  const call = { id: "c1", type: "function", function: { name: "search", arguments: "{}" } };
  for (const content of [null, "", []]) {
    expect((await cleanMessages([messageSchema.parse({ role: "assistant", content, tool_calls: [call] })])).ignored).toEqual([{ index: 0, reason: "tool_call" }]);
  }
  expect((await cleanMessages([messageSchema.parse({ role: "assistant", content: "Looking.", tool_calls: [call] })])).kept).toMatchObject([{ text: "Looking." }]);
  expect((await cleanMessages([messageSchema.parse({ role: "assistant", content: "", tool_calls: [] })])).ignored).toMatchObject([{ reason: "empty" }]);
});

describe("machinery", () => {
  it.each([
    ["user", "HEARTBEAT", "heartbeat"],
    ["user", PROMPT, "heartbeat"],
    ["user", `[Thu 2026-03-05 16:29 GMT+8] ${PROMPT}\nCurrent time: Thursday, March 5th, 2026 — 17:59 (Asia/Shanghai)`, "heartbeat"],
    ["user", "Check the disks. If nothing needs attention, reply HEARTBEAT_OK", "heartbeat"],
    ["assistant", "HEARTBEAT_OK", "heartbeat"],
    ["assistant", "**HEARTBEAT_OK**", "heartbeat"],
    ["assistant", "All quiet.\nHEARTBEAT_OK", "heartbeat"],
    ["assistant", "NO_REPLY", "heartbeat"],
    ["user", "[cron:0b1c morning news] Send me the headlines", "cron_prompt"],
    ["user", "A scheduled reminder has been triggered. The reminder content is:\n\nwater the plants", "cron_prompt"],
    ["user", "Pre-compaction memory flush. Store durable memories now.", "system_prompt"],
    ["user", "A new session was started via /new or /reset. Greet the user.", "system_prompt"],
  ] as const)("%s: %j is left out: %s", async (role, content, reason) => {
    expect(await reasonOf({ role, content })).toBe(reason);
  });

  it("keeps an answer that only mentions the word", async () => {
    expect(await reasonOf(assistant("Your agent writes HEARTBEAT_OK when nothing is wrong."))).toBeNull();
    expect(await reasonOf(assistant(`HEARTBEAT_OK ${"but the disk is nearly full and ".repeat(20)}`))).toBeNull();
  });
});

describe("injected blocks", () => {
  it.each([
    [BLOCK],
    [`${BLOCK}\n${BLOCK}`],
    ["<relevant-memories>\nuntrusted historical data\n1. tea\n</relevant-memories>"],
    [OLD_BLOCK],
    ["<memory-cortex>\n- cut off by a length lim"],
  ])("%j alone is left out", async (block) => {
    expect(await reasonOf(user(block))).toBe("injected_block");
  });

  it.each([
    [`${BLOCK}\n\nWhat do I drink?`],
    [`What do I drink?\n\n${BLOCK}`],
    [`${OLD_BLOCK}\n\nWhat do I drink?`],
    ["What do I drink?\n<memory-cortex>\n- cut off by a length lim"],
  ])("%j leaves the words around it", async (text) => {
    expect(await textOf(user(text))).toBe("What do I drink?");
  });

  it("keeps words after a block that names a similar tag", async () => {
    expect(await textOf(user(`<memory-cortexes> are fun\n${BLOCK}`))).toBe("<memory-cortexes> are fun");
  });

  it("takes linear time for many openings", async () => {
    const startedAt = performance.now();
    await cleanMessages([user("<memory-cortex>x".repeat(60_000)), user("<private>".repeat(100_000)), user("## Long-Term Memories\n".repeat(40_000))]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe("wishes of the author", () => {
  it.each(["[NOMEM] I am only testing", "[nomem] only testing", "do not keep this [PRIVATE]", "the party [SECRET] is on Friday"])("%j is not remembered", async (text) => {
    expect(await reasonOf(user(text))).toBe("no_memory_marker");
  });

  it.each([
    ["before <private>my diagnosis</private> after", "before  after"],
    ["before <private>one <private>two</private> three</private> after", "before  after"],
    ["before <PRIVATE>one</Private><private>two</private> after", "before  after"],
    ["before <private>never closed", "before"],
    ["a stray </private> stays", "a stray </private> stays"],
  ])("%j becomes %j", async (text, expected) => {
    expect(await textOf(user(text))).toBe(expected);
  });

  it("leaves out a message that is private as a whole", async () => {
    expect(await reasonOf(user(" <private>all of it</private>\n"))).toBe("private");
  });

  it("never keeps what stands between the tags", async () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcXYZ <>/"), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(word, word, async (before, after) => {
        const text = await textOf(user(`${before}<private>hidden gem</private>${after}`));
        expect(text ?? "").not.toContain("hidden gem");
      }),
    );
  });

  it("redacts what is left", async () => {
    expect(await textOf(user("my password is hunter2 <private>and more</private>"))).toBe("my password is [redacted:password]");
  });
});
