import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { questionSignals } from "./question-signals.ts";
import { decodeSignals, encodeSignals, textSignals } from "./text-signals.ts";

describe("textSignals", () => {
  it.each(["We met two weeks ago.", "Since May it rains.", "See you on Friday", "on the 3rd", "in 2019", "12/05/2024 works"])("finds a date in %j", (text) => {
    expect(textSignals(text).date).toBe(true);
  });

  it("finds numbers, questions, the first person and changes", () => {
    expect(textSignals("I have three cats.")).toMatchObject({ number: true, firstPerson: true, question: false, change: false, date: false });
    expect(textSignals("Has it moved? [image: a calendar]")).toMatchObject({ question: true, change: true, firstPerson: false });
    expect(textSignals("去哪里？").question).toBe(true);
    expect(textSignals("It weighs little.").number).toBe(false);
  });

  it("counts capitalised words inside a sentence, not at its start, up to 3", () => {
    expect(textSignals("She flew to Oslo. Then home.").properNouns).toBe(1);
    expect(textSignals("with Ann, Bob, Carl, Dora and Emil").properNouns).toBe(3);
    expect(textSignals("Nothing here. But that.").properNouns).toBe(0);
  });

  it("survives being kept as a small integer", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const signals = textSignals(text);
      const bits = encodeSignals(signals);
      expect(decodeSignals(bits)).toEqual(signals);
      expect(bits).toBeLessThan(128);
    }));
  });
});

describe("questionSignals", () => {
  it("tells what a question asks for", () => {
    expect(questionSignals("When did my sister move?")).toEqual({ time: true, quantity: false, place: false });
    expect(questionSignals("How many cats has Ann?")).toMatchObject({ quantity: true, time: false });
    expect(questionSignals("Which city did she fly to?")).toMatchObject({ place: true });
    expect(questionSignals("Wie heißt sie?")).toEqual({ time: false, quantity: false, place: false });
  });
});
