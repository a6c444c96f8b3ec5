import { describe, expect, it } from "vitest";

import { conversationOf, isCompaction, ownLines, sessionIdOf, spokenPrompt, turnOfTranscriptLine } from "./claude-code-turns.ts";
import type { SpokenTurn } from "./claude-code-turns.ts";

const AT = "2026-08-10T12:00:05.123Z";
const said = (content: unknown, over: Record<string, unknown> = {}) => ({ type: "user", uuid: "u1", timestamp: AT, message: { role: "user", content }, ...over });
const answered = (content: unknown, over: Record<string, unknown> = {}) => ({ type: "assistant", uuid: "a1", timestamp: AT, message: { id: "msg_1", role: "assistant", model: "claude", content, ...over } });

describe("turnOfTranscriptLine", () => {
  it("takes what a person typed, as a string or in blocks", () => {
    expect(turnOfTranscriptLine(said("Use port 8300."))).toEqual({ role: "user", content: "Use port 8300.", id: "u1", timestamp: AT, answerId: null });
    expect(turnOfTranscriptLine(said([{ type: "text", text: "Look" }, { type: "image", source: {} }, { type: "text", text: "here" }]))).toMatchObject({ content: "Look\nhere" });
  });

  it("takes what the model says, without thinking and tool calls", () => {
    const content = [{ type: "thinking", thinking: "hm" }, { type: "text", text: "Done." }, { type: "tool_use", id: "t", name: "Read", input: {} }];
    expect(turnOfTranscriptLine(answered(content))).toEqual({ role: "assistant", content: "Done.", id: "a1", timestamp: AT, answerId: "msg_1" });
  });

  it.each<[string, unknown]>([
    ["tool output", said([{ type: "tool_result", tool_use_id: "t", content: "secret file" }])],
    ["tool output beside text", said([{ type: "tool_result", tool_use_id: "t", content: "x" }, { type: "text", text: "and this" }])],
    ["a result of a tool", said("ok", { toolUseResult: { stdout: "x" } })],
    ["a notice", said("hello", { isMeta: true })],
    ["a sub-agent", said("hello", { isSidechain: true })],
    ["the summary of a compaction", said("hello", { isCompactSummary: true })],
    ["a summary of older programs", said("This session is being continued from a previous conversation that ran out of context.")],
    ["what only the transcript shows", said("hello", { isVisibleInTranscriptOnly: true })],
    ["a line of the session that this one was forked from", said("hello", { forkedFrom: { sessionId: "s", messageUuid: "m" } })],
    ["what another task says", said("hello", { origin: { kind: "task-notification" } })],
    ["a slash command", said("<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>")],
    ["output of a command", said("<local-command-stdout>files</local-command-stdout>")],
    ["an interruption", said("[Request interrupted by user for tool use]")],
    ["an error of the vendor", { ...answered([{ type: "text", text: "API Error" }]), isApiErrorMessage: true }],
    ["what the program says in the model's name", answered([{ type: "text", text: "No response requested." }], { model: "<synthetic>" })],
    ["a tool call alone", answered([{ type: "tool_use", id: "t", name: "Read", input: {} }])],
    ["bookkeeping", { type: "file-history-snapshot", uuid: "f1" }],
    ["our own block, which the program keeps as an attachment", { type: "attachment", uuid: "x", attachment: { type: "hook_additional_context", content: ["<memory-cortex>"] } }],
    ["a line without an id", { type: "user", message: { role: "user", content: "hello" } }],
    ["no object", "hello"],
    ["nothing", null],
  ])("leaves out %s", (_, line) => {
    expect(turnOfTranscriptLine(line)).toBeNull();
  });

  it("keeps a person who writes about those tags", () => {
    expect(turnOfTranscriptLine(said("Why does <command-name> show up?"))).toMatchObject({ content: "Why does <command-name> show up?" });
    expect(turnOfTranscriptLine(said("Hello <system-reminder>be brief</system-reminder>you"))).toMatchObject({ content: "Hello you" });
  });
});

describe("spokenPrompt", () => {
  it("is empty where the program alone speaks", () => {
    expect(spokenPrompt("<task-notification>\n<task-id>1</task-id>\n</task-notification>")).toBe("");
    expect(spokenPrompt("<ide_opened_file>a.ts</ide_opened_file>\nWhat is this file for?")).toBe("What is this file for?");
  });
});

describe("conversationOf", () => {
  const turn = (role: SpokenTurn["role"], content: string, answerId: string | null = null): SpokenTurn => ({ role, content, id: content, answerId });

  it("keeps what people said, and the answer that ends each go", () => {
    const turns = [
      turn("user", "fix it"), turn("user", "please"), turn("assistant", "I read the file.", "m1"), turn("assistant", "I run the tests.", "m2"), turn("assistant", "Fixed:", "m3"), turn("assistant", "it was a typo.", "m3"),
      turn("user", "thanks"), turn("assistant", "Gladly.", "m4"),
    ];
    expect(conversationOf(turns).map(({ content }) => content)).toEqual(["fix it", "please", "Fixed:", "it was a typo.", "thanks", "Gladly."]);
  });
});

describe("ownLines", () => {
  it("leaves out what a fork copied from the session that it comes from", () => {
    const copied = [said("hello", { sessionId: "fork" }), { ...answered("hi"), sessionId: "fork", requestSessionId: "first" }];
    const own = [said("and now?", { sessionId: "fork" }), { ...answered("now this"), sessionId: "fork" }, { ...answered("and that"), sessionId: "fork", requestSessionId: "fork" }];
    expect(ownLines([...copied, ...own])).toEqual(own);
    expect(ownLines(own)).toEqual(own);
    expect(ownLines([null, "x"])).toEqual([null, "x"]);
  });
});

describe("isCompaction", () => {
  it("knows the marks of old and new programs", () => {
    expect([{ type: "system", subtype: "compact_boundary" }, said("Summary", { isCompactSummary: true }), said("hello"), null].map(isCompaction)).toEqual([true, true, false, false]);
  });
});

it("names a session as imports do", () => {
  expect(sessionIdOf("3f2a")).toBe("claude-code:3f2a");
});
