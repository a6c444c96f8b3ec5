import { describe, expect, it } from "vitest";

import { summaryMarker } from "./summary-marker.ts";
import { sessionModel } from "./session-model.fixture.ts";
import type { Message } from "./session-model.fixture.ts";

/** "u: text" or "a: text"; "#id", "@time" at the end. */
function message(line: string): Message {
  const externalId = /#(\S+)/.exec(line)?.[1] ?? null;
  const time = /@(\d+)/.exec(line)?.[1];
  const text = line.replace(/ [#@]\S+/g, "");
  return { contentHash: text, externalId, saidAt: time === undefined ? null : Number(time), length: text.length, summary: summaryMarker(text), said: 0 };
}

const say = (text: string): Message[] => text.split(" | ").map(message);

/** Delivers requests one after the other and tells what is stored. */
function store(...requests: string[]): string[] {
  const session = sessionModel();
  for (const request of requests) session.deliver(say(request));
  return session.turns.map(({ contentHash }) => contentHash);
}

const A = "my sister lives in Lisbon now";
const B = "how long has she been there?";
const C = "since the beginning of spring";
const D = "do you plan to visit her soon?";
const E = "in October, for two whole weeks";

describe("align", () => {
  it("keeps a first request as it is, repeated sentences included", () => {
    expect(store("ok | ok | ok | fine")).toEqual(["ok", "ok", "ok", "fine"]);
  });

  it("keeps only what is new of a whole history", () => {
    expect(store(`${A} | ${B}`, `${A} | ${B} | ok | ok`, `${A} | ${B} | ok | ok | ok`)).toEqual([A, B, "ok", "ok", "ok"]);
  });

  it("recognises the single turn that the history began with", () => {
    expect(store("hi", "hi | hello | so?")).toEqual(["hi", "hello", "so?"]);
  });

  it("keeps a lone message without id and time, even when it was said before", () => {
    expect(store(`${A} | ok`, "ok")).toEqual([A, "ok", "ok"]);
    expect(store(A, A)).toEqual([A, A]);
  });

  it("knows a lone message again by its id or its time", () => {
    expect(store("ok #1", "ok #1")).toEqual(["ok"]);
    expect(store("ok @5", "ok @5")).toEqual(["ok"]);
    expect(store("ok #1", "ok #2")).toEqual(["ok", "ok"]);
    expect(store("ok @5", "ok @6")).toEqual(["ok", "ok"]);
  });

  it("keeps another content under a known id: nothing is lost when a caller counts from 0 in every request", () => {
    expect(store("hi #0 | hello #1", "so? #0 | well #1")).toEqual(["hi", "hello", "so?", "well"]);
  });

  it("keeps a turn once that stands twice in a request under one id", () => {
    expect(store("hi #0 | hi #0 | hi #1")).toEqual(["hi", "hi"]);
  });

  it("prefers the id to the time, and the time to the content", () => {
    expect(store("hi #0 @5", "hi #0 @9")).toEqual(["hi"]);
    expect(store("hi #0 @5", "hi #1 @5")).toEqual(["hi", "hi"]);
    expect(store("hi #0 @5", "hi @5")).toEqual(["hi"]);
  });

  it("continues a window that lost its head", () => {
    expect(store(`${A} | ${B} | ${C}`, `${C} | ${D}`)).toEqual([A, B, C, D]);
    expect(store(`${A} | ${B} | ok`, "ok | really?")).toEqual([A, B, "ok", "really?"]);
  });

  it("puts an earlier window that comes late before what it precedes", () => {
    expect(store(`${C} | ${D}`, `${A} | ${B} | ${C}`)).toEqual([A, B, C, D]);
  });

  it("fills a hole in the middle", () => {
    expect(store(`${A} | ${B}`, `${E} | ok`, `${A} | ${B} | ${C} | ${D} | ${E} | ok`)).toEqual([A, B, C, D, E, "ok"]);
  });

  it("ignores a request that is sent again", () => {
    expect(store(`${A} | ${B} | ${C}`, `${A} | ${B}`, `${B} | ${C}`)).toEqual([A, B, C]);
  });

  it("ignores a marked summary in front of a window", () => {
    const session = sessionModel();
    session.deliver(say(`${A} | ${B} | ${C}`));
    expect(session.deliver(say(`Summary of the talk so far: Lisbon | ${B} | ${C} | ${D}`))).toEqual({ accepted: 1, duplicate: 2, summaries: 1 });
    expect(session.turns.map(({ contentHash }) => contentHash)).toEqual([A, B, C, D]);
  });

  it("ignores an unmistakable summary even where nothing overlaps, and with one known turn behind it", () => {
    expect(store(`${A} | ${B}`, `<summary>Lisbon</summary> | ${C}`)).toEqual([A, B, C]);
    expect(store(`${A} | ok`, "[Compacted history] Lisbon | ok")).toEqual([A, "ok"]);
  });

  it("keeps what a person calls a summary", () => {
    expect(store(`${A} | ${B}`, `Summary of my day: long | ${C}`)).toEqual([A, B, "Summary of my day: long", C]);
    expect(store("Summary of my day: long | tell me more | I slept", "Summary of my day: long | tell me more | I slept | good")).toEqual(["Summary of my day: long", "tell me more", "I slept", "good"]);
  });

  it("sees the overlap behind an unmarked summary, even when the first turn of all is said again", () => {
    const summary = "we spoke of my sister";
    expect(store(`${A} | ${B} | ${C} | ok | ${D} | fine`, `${summary} | ok | ${D} | fine | ${E} | ${A}`)).toEqual([A, B, C, summary, "ok", D, "fine", E, A]);
  });

  it("keeps an unmarked beginning before the turn it precedes", () => {
    expect(store(`${A} | ${B} | ${C}`, `we talked about Lisbon | ${B} | ${C} | ${D}`)).toEqual([A, "we talked about Lisbon", B, C, D]);
  });

  it("keeps a regenerated answer once, beside the one it replaces", () => {
    expect(store(`${A} | ${B} | ${C} | ${D}`, `${A} | another answer | ${C} | ${D} | ${E}`).filter((text) => [A, C, D, E].includes(text))).toEqual([A, C, D, E]);
  });

  it("prefers an overlap that fits without a break to a longer stretch said before", () => {
    expect(store("a1 | b1 | c1 | d1 | a1 | b1", "a1 | b1 | c1 | d1 | e1")).toEqual(["a1", "b1", "c1", "d1", "a1", "b1", "c1", "d1", "e1"]);
  });

  it("extends what ids make sure over the turns beside them", () => {
    expect(store("q1 #1 | ok | q2 #2 | ok", "q1 #1 | ok | q2 #2 | ok | q3 #3 | ok")).toEqual(["q1", "ok", "q2", "ok", "q3", "ok"]);
  });

  it("sorts timed turns that come late and out of order", () => {
    expect(store("c @30", "a @10", "e @50", "b @20 | d @40")).toEqual(["a", "b", "c", "d", "e"]);
    expect(store("b @20 | a @10")).toEqual(["a", "b"]);
  });

  it("keeps timeless turns behind the timed one they follow", () => {
    expect(store("c @30 | so", "a @10 | yes | b @20 | no")).toEqual(["a", "yes", "b", "no", "c", "so"]);
    expect(store("a @10 | yes | no", "c @30", "b @20")).toEqual(["a", "yes", "no", "b", "c"]);
  });

  it("keeps equal turns at one time apart", () => {
    expect(store("ok @5 | ok @5", "ok @5 | ok @5")).toEqual(["ok", "ok"]);
  });

  it.each(["distinct", "ok", "often"])("stays quick with ten thousand turns (%s)", (kind) => {
    const text = (index: number): string => ({ distinct: `statement number ${index} of a long talk`, ok: "ok", often: index % 3 === 0 ? "what is on my calendar today?" : `word ${index}` })[kind]!;
    const history = Array.from({ length: 10_000 }, (_, index) => message(text(index)));
    const session = sessionModel();
    session.turns = history.slice(0, 9_990);
    const view = session.view(history);
    const start = performance.now();
    expect(session.apply(view, history)).toEqual({ accepted: 10, duplicate: 9_990, summaries: 0 });
    // Ten milliseconds on a quiet machine; anything quadratic takes seconds.
    expect(performance.now() - start).toBeLessThan(500);
  });
});
