import { describe, expect, it } from "vitest";

import type { Realm } from "../isolation/realm.ts";
import { planCapture } from "./plan-capture.ts";
import type { CaptureInput, CapturePlan } from "./plan-capture.ts";
import { readMessages } from "./read-messages.ts";

const OWNER: Realm = { userId: "ann", namespace: "global", shared: false, trusted: true, sessionId: "s", sessionKey: "agent:main:main", agentId: "main", project: "path:/w" };
const STRANGER: Realm = { userId: "sender:telegram:7", namespace: "untrusted", shared: false, trusted: false, sessionId: "s", sessionKey: "agent:main:main", channel: "telegram", speaker: "telegram:7" };
const BEFORE = { tail: [], count: 0, sessionId: "s", at: 0 };

const plan = (rows: readonly unknown[], given: Partial<CaptureInput> = {}): CapturePlan =>
  planCapture({ messages: readMessages(rows), watermark: BEFORE, realm: OWNER, realmOfSender: () => null, captureAssistant: true, paused: false, now: 1, ...given });

const ask = (content: string, extra: object = {}) => ({ role: "user", content, timestamp: 1_000, ...extra });
const say = (content: string) => ({ role: "assistant", content, timestamp: 2_000 });
const texts = ({ entries }: CapturePlan) => entries.map(({ request }) => [request.user_id, ...request.messages.map(({ content }) => content)]);

describe("planCapture", () => {
  it("asks for the new turns with their times, ids and place", () => {
    const { entries } = plan([ask("I like tea."), say("Noted.")]);
    expect(entries).toHaveLength(1);
    expect(entries[0]!.request).toMatchObject({ user_id: "ann", namespace: "global", session_id: "s", agent_id: "main", project: "path:/w", messages: [{ role: "user", content: "I like tea.", timestamp: 1_000 }, { role: "assistant", content: "Noted.", timestamp: 2_000 }] });
    expect(new Set(entries[0]!.request.messages.map(({ id }) => id)).size).toBe(2);
  });

  it("asks for each turn once, turn by turn", () => {
    const rows = [ask("I like tea."), say("Noted."), ask("ok"), say("Noted.")];
    const first = plan(rows.slice(0, 2));
    const second = plan(rows, { watermark: first.watermark });
    expect([...texts(first), ...texts(second)]).toEqual([["ann", "I like tea.", "Noted."], ["ann", "ok", "Noted."]]);
    expect(plan(rows, { watermark: second.watermark }).entries).toEqual([]);
    const ids = [first, second].flatMap(({ entries }) => entries.flatMap(({ request }) => request.messages.map(({ id }) => id)));
    expect(new Set(ids).size).toBe(4);
  });

  it("makes the same plan of the same input, so that a crash in between doubles nothing", () => {
    expect(plan([ask("I like tea.")])).toEqual(plan([ask("I like tea.")]));
  });

  it("takes of a session that it meets in the middle only the turn that just ended", () => {
    expect(texts(plan([ask("old"), say("old answer"), ask("new"), say("answer")], { watermark: undefined }))).toEqual([["ann", "new", "answer"]]);
  });

  it("gives each turn to the one who spoke, and an answer to who asked", () => {
    const rows = [ask("I am Bob.", { __openclaw: { senderId: "7", senderName: "Bob" } }), say("Hello Bob."), ask("I like tea."), say("Noted.")];
    const { entries } = plan(rows, { realmOfSender: () => STRANGER });
    expect(texts({ entries } as CapturePlan)).toEqual([["sender:telegram:7", "I am Bob.", "Hello Bob."], ["ann", "I like tea.", "Noted."]]);
    expect(entries[0]!.request).toMatchObject({ namespace: "untrusted", channel: "telegram", messages: [{ name: "Bob" }, {}] });
    expect(entries[1]!.request.messages[0]).not.toHaveProperty("name");
  });

  it("drops what belongs to somebody it cannot tell", () => {
    const made = plan([ask("private", { __openclaw: { senderIsOwner: false } }), say("answer"), ask("mine"), say("yes")]);
    expect(texts(made)).toEqual([["ann", "mine", "yes"]]);
    expect(made.ignored).toEqual([{ reason: "unattributed", count: 2 }]);
  });

  it("names a stranger by the channel when no name is known", () => {
    expect(plan([ask("I like tea.")], { realm: STRANGER }).entries[0]!.request.messages[0]).toMatchObject({ name: "telegram:7" });
    expect(plan([ask("I like tea.")], { realm: { ...STRANGER, speakerName: "Bob" } }).entries[0]!.request.messages[0]).toMatchObject({ name: "Bob" });
  });

  it("keeps answers out when asked to, and everything while paused, for good", () => {
    const rows = [ask("I like tea."), say("Noted.")];
    expect(texts(plan(rows, { captureAssistant: false }))).toEqual([["ann", "I like tea."]]);
    const paused = plan(rows, { paused: true });
    expect(paused.entries).toEqual([]);
    expect(texts(plan([...rows, ask("And coffee.")], { watermark: paused.watermark }))).toEqual([["ann", "And coffee."]]);
  });

  it("splits what is too large for one request, and shortens an endless answer but not what a person says", () => {
    const rows = Array.from({ length: 5 }, (_, index) => ask(`${index} ${"word ".repeat(15_000)}`));
    const { entries } = plan([...rows, say("x".repeat(50_000))]);
    expect(entries.length).toBeGreaterThan(1);
    for (const { request } of entries) expect(JSON.stringify(request).length).toBeLessThan(900_000);
    const sent = entries.flatMap(({ request }) => request.messages);
    expect(sent[0]!.content).toBe(readMessages([rows[0]])[0]!.text);
    expect(sent.at(-1)!.content.length).toBe(20_000);
  });

  it("counts what it leaves out by reason", () => {
    expect(plan([ask("[OpenClaw heartbeat poll]"), say("All is well."), ask("I like tea.")]).ignored).toEqual([{ reason: "machinery", count: 1 }, { reason: "answer_to_machinery", count: 1 }]);
  });
});
