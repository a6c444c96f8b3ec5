import { describe, expect, it } from "vitest";

import type { Batch } from "./batches.ts";
import { knownAgain } from "./known-again.ts";

const batch = (...messages: Batch["messages"]): Batch => ({ header: { user_id: "ann", session_id: "s" }, messages, overlap: 0 });
const say = (content: string) => ({ role: "user" as const, content });
const idsOf = ({ messages }: Batch) => messages.map(({ id }) => id);

describe("knownAgain", () => {
  it("gives a lone message the same id in every run, and another one when it is said again", () => {
    const [first, second] = [knownAgain(), knownAgain()];
    const said = [batch(say("ok")), batch(say("ok")), batch(say("fine"))];
    const ids = said.map((one) => idsOf(first(one))[0]);
    expect(new Set(ids).size).toBe(3);
    expect(said.map((one) => idsOf(second(one))[0])).toEqual(ids);
  });

  it("gives short messages ids of their own", () => {
    const ids = idsOf(knownAgain()(batch(say("ok"), say("ok"))));
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id !== undefined)).toBe(true);
  });

  it.each([
    ["an id", [{ ...say("ok"), id: "7" }]],
    ["a time", [{ ...say("ok"), timestamp: "2026-01-01T00:00:00Z" }]],
    ["more than a few words", [say("ok"), say("we meet in Lisbon in spring")]],
  ])("leaves messages with %s as they are", (_what, messages) => {
    const sent = batch(...messages);
    expect(knownAgain()(sent)).toBe(sent);
  });
});
