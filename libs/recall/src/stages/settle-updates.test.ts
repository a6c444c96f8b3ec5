import { recallRequest } from "@memory-cortex/models/wire";
import { countWords, encodeSignals, textSignals } from "@memory-cortex/text";
import { describe, expect, it } from "vitest";

import { scoredFixture, turnFixture } from "./scored-item.fixture.ts";
import { settleUpdates } from "./settle-updates.ts";

const FIRST = "My dentist appointment is on Tuesday at nine.";

/** Which of a statement and a later one, about as relevant and some places further on, stands first. */
function firstOf(later: string, query = "When is my dentist appointment?"): string {
  const read = [FIRST, later].map((text, index) => {
    const { document, candidate } = scoredFixture(turnFixture({ id: `t${index}`, text, position: index * 10, observedAt: Date.UTC(2026, 4, 1 + index) }), 0.9 - index / 20);
    const ref = { ...candidate.ref, words: countWords(text), signals: encodeSignals(textSignals(text)), observedAt: document.observedAt };
    return { document, candidate: { ...candidate, ref } };
  });
  const run = { request: recallRequest.parse({ query, user_id: "ann" }) };
  return settleUpdates(run, read).toSorted((a, b) => b.candidate.relevance - a.candidate.relevance)[0]!.document.text;
}

describe("settleUpdates", () => {
  it.each([
    "They moved the dentist appointment to Friday.",
    "My appointment at the dentist was changed to Friday.",
    "The dentist appointment is postponed until Friday.",
    "The dentist appointment is no longer needed.",
    "My dentist appointment is on Friday instead of Tuesday.",
    "Two other people needed the slot, so they moved it to Friday.",
  ])("puts a change before what it changes: %s", (later) => {
    expect(firstOf(later)).toBe(later);
  });

  it.each([
    "I now like my dentist, and every appointment is actually fun.",
    "That dentist appointment really changed my view of teeth.",
    "The dentist was kind, it changed my fear of any appointment.",
  ])("takes no other talk for a change: %s", (later) => {
    expect(firstOf(later)).toBe(FIRST);
  });

  it("leaves both as they are where a span of time is asked for", () => {
    const later = "They moved the dentist appointment to Friday.";
    expect(firstOf(later, "How many days before the exam is my dentist appointment?")).toBe(FIRST);
    expect(firstOf(later, "How many dentist appointments do I have?")).toBe(later);
  });
});
