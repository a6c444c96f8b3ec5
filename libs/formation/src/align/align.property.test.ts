import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { conversation, excerpts, request } from "./conversation.fixture.ts";
import type { Excerpt, Telling, Wording } from "./conversation.fixture.ts";
import { sessionModel } from "./session-model.fixture.ts";
import type { Message, SessionModel } from "./session-model.fixture.ts";

const RUNS = { numRuns: 300 };

/** A conversation and requests that tell parts of it, in any order. */
function told(wording: Wording, telling: Telling, shortest: number) {
  return conversation(wording, telling, { minLength: 2, maxLength: 24 }).chain((messages) =>
    fc.record({ messages: fc.constant(messages), parts: excerpts(messages.length, Math.min(shortest, messages.length), { minLength: 1, maxLength: 12 }) }),
  );
}

const saidOf = (turns: readonly Message[]): number[] => turns.map(({ said }) => said);
const wordsOf = (turns: readonly Message[]): string[] => turns.map(({ contentHash }) => contentHash);

function covered(parts: readonly Excerpt[]): number[] {
  const said = new Set(parts.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
  return [...said].sort((a, b) => a - b);
}

/** Delivers what the condition lets through, and returns it. */
function deliver(session: SessionModel, messages: readonly Message[], parts: readonly Excerpt[], provable: (part: Excerpt, stored: readonly number[]) => boolean): Excerpt[] {
  return parts.filter((part) => {
    if (!provable(part, saidOf(session.turns))) return false;
    const sent = request(messages, part);
    const counts = session.deliver(sent);
    expect(counts.accepted + counts.duplicate + counts.summaries).toBe(sent.length);
    return true;
  });
}

const always = (): boolean => true;
const touches = ({ from, to }: Excerpt, stored: readonly number[]): boolean => stored.length === 0 || stored.some((said) => said >= from && said < to) || from > stored.at(-1)!;
/** The stored turns from the beginning of the request on are its first ones: it goes on where the store ends, or lies inside. */
const goesOn = ({ from }: Excerpt, stored: readonly number[]): boolean => stored.length === 0 || from <= stored.at(-1)!;

describe("whatever is sent in whatever order, with ids", () => {
  it("keeps each turn once", () => {
    fc.assert(
      fc.property(told("repeated", { ids: true, times: false }, 1), ({ messages, parts }) => {
        const session = sessionModel();
        deliver(session, messages, parts, always);
        expect(saidOf(session.turns).sort((a, b) => a - b)).toEqual(covered(parts));
      }),
      RUNS,
    );
  });

  it("keeps them in order when each request shares a turn with the store or comes after all of it", () => {
    fc.assert(
      fc.property(told("any", { ids: true, times: false }, 1), ({ messages, parts }) => {
        const session = sessionModel();
        const sent = deliver(session, messages, parts, touches);
        expect(saidOf(session.turns)).toEqual(covered(sent));
      }),
      RUNS,
    );
  });

  it("and does so where only every other message carries an id", () => {
    fc.assert(
      fc.property(told("repeated", { ids: true, times: false }, 2), ({ messages, parts }) => {
        const half = messages.map((message) => (message.said % 2 === 0 ? message : { ...message, externalId: null }));
        const session = sessionModel();
        const sharesAnId = (part: Excerpt, stored: readonly number[]): boolean =>
          stored.length === 0 || stored.some((said) => said % 2 === 0 && said >= part.from && said < part.to) ;
        const sent = deliver(session, half, parts, sharesAnId);
        expect(wordsOf(session.turns)).toEqual(covered(sent).map((said) => messages[said]!.contentHash));
      }),
      RUNS,
    );
  });
});

describe("whatever is sent in whatever order, with times", () => {
  it("keeps each turn once and in order", () => {
    fc.assert(
      fc.property(told("any", { ids: false, times: true }, 1), ({ messages, parts }) => {
        const session = sessionModel();
        deliver(session, messages, parts, always);
        expect(saidOf(session.turns)).toEqual(covered(parts));
      }),
      RUNS,
    );
  });

  it("and with ids besides", () => {
    fc.assert(
      fc.property(told("repeated", { ids: true, times: true }, 1), ({ messages, parts }) => {
        const session = sessionModel();
        deliver(session, messages, parts, always);
        expect(saidOf(session.turns)).toEqual(covered(parts));
      }),
      RUNS,
    );
  });
});

describe("with neither ids nor times, nothing said twice", () => {
  it("keeps each turn once and in order when each request shares two turns in a row with the store or comes after all of it", () => {
    fc.assert(
      fc.property(told("distinct", { ids: false, times: false }, 2), ({ messages, parts }) => {
        const session = sessionModel();
        const sharesTwo = ({ from, to }: Excerpt, stored: readonly number[]): boolean =>
          stored.length === 0 || from > stored.at(-1)! || stored.some((said, at) => said >= from && stored[at + 1] === said + 1 && said + 1 < to);
        const sent = deliver(session, messages, parts, sharesTwo);
        expect(saidOf(session.turns)).toEqual(covered(sent));
      }),
      RUNS,
    );
  });

  it("continues a window of which one turn is known, and only-new requests of any length", () => {
    fc.assert(
      fc.property(told("distinct", { ids: false, times: false }, 1), ({ messages, parts }) => {
        const session = sessionModel();
        const appends = ({ from, to }: Excerpt, stored: readonly number[]): boolean => {
          const end = (stored.at(-1) ?? -1) + 1;
          return (from === end || from === end - 1) && to > end;
        };
        const sent = deliver(session, messages, parts, appends);
        expect(saidOf(session.turns)).toEqual(covered(sent));
      }),
      RUNS,
    );
  });
});

describe("with neither ids nor times, and sentences said again and again", () => {
  it("keeps the whole history of callers that send all of it, again, late and out of order", () => {
    fc.assert(
      fc.property(told("any", { ids: false, times: false }, 2), ({ messages, parts }) => {
        const session = sessionModel();
        const whole = parts.map(({ to, summary }) => ({ from: 0, to: Math.max(2, to), summary }));
        const sent = deliver(session, messages, whole, always);
        expect(wordsOf(session.turns)).toEqual(wordsOf(messages.slice(0, Math.max(...sent.map(({ to }) => to)))));
      }),
      RUNS,
    );
  });

  it("continues windows that hold two distinct turns of the store", () => {
    fc.assert(
      fc.property(told("repeated", { ids: false, times: false }, 2), ({ messages, parts }) => {
        const session = sessionModel();
        const isDistinct = (said: number): boolean => messages[said]!.contentHash.startsWith("what was said");
        const holdsTwo = (part: Excerpt, stored: readonly number[]): boolean =>
          goesOn(part, stored) && (stored.length === 0 ? part.from === 0 : stored.filter((said) => said >= part.from && said < part.to && isDistinct(said)).length >= 2);
        const sent = deliver(session, messages, parts.map((part, at) => (at === 0 ? { ...part, from: 0 } : part)), holdsTwo);
        expect(wordsOf(session.turns)).toEqual(covered(sent).map((said) => messages[said]!.contentHash));
      }),
      RUNS,
    );
  });
});
