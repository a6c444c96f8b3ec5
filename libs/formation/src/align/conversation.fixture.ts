import fc from "fast-check";

import type { Message } from "./session-model.fixture.ts";

/** How much the caller tells of each message. */
export interface Telling {
  ids: boolean;
  times: boolean;
}

export type Wording = "distinct" | "repeated" | "any";

const ACKNOWLEDGEMENTS = ["ok", "yes", "thanks", "no"];
const REPEATED = ["good morning, what is on today?", "nothing is on your calendar today"];

/**
 * A made-up conversation, for property tests: "distinct" never says a thing twice and is never short; "repeated" says "ok" and two
 * longer sentences again and again among distinct ones; "any" has three words and says little else.
 */
export function conversation(wording: Wording, telling: Telling, size: { minLength: number; maxLength: number }): fc.Arbitrary<Message[]> {
  const kinds = { distinct: ["new"], repeated: ["new", "new", "short", "known"], any: ["short"] }[wording];
  const choice = fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(wording === "any" ? 2 : 3), pause: fc.integer({ min: 1, max: 1_000 }) });
  return fc.array(choice, { ...size, size: "max" }).map((choices) => {
    let time = 1_000;
    return choices.map(({ kind, pick, pause }, said) => {
      time += pause;
      const words = { new: `what was said as number ${said}`, short: ACKNOWLEDGEMENTS[pick]!, known: REPEATED[pick % REPEATED.length]! }[kind]!;
      return { contentHash: words, externalId: telling.ids ? `m${said}` : null, saidAt: telling.times ? time : null, length: words.length, summary: "none" as const, said };
    });
  });
}

/** Part of a conversation as one request, with or without a compaction's summary in front. */
export interface Excerpt {
  from: number;
  to: number;
  summary: boolean;
}

/** Excerpts of a conversation of this length, of at least `shortest` messages. */
export function excerpts(length: number, shortest: number, count: { minLength: number; maxLength: number }): fc.Arbitrary<Excerpt[]> {
  const one = fc.tuple(fc.nat(length - shortest), fc.nat(length), fc.boolean()).map(([from, extent, summary]) => ({
    from,
    to: Math.min(length, from + Math.max(shortest, extent)),
    summary,
  }));
  return fc.array(one, { ...count, size: "max" });
}

/** The messages of an excerpt. A summary is unmistakable, and no message of the conversation. */
export function request(messages: readonly Message[], { from, to, summary }: Excerpt): Message[] {
  const said = messages.slice(from, to);
  if (!summary) return said;
  const text = `[Compacted: ${from} messages]`;
  return [{ contentHash: text, externalId: null, saidAt: null, length: text.length, summary: "certain", said: -1 }, ...said];
}
