import { describe, expect, it } from "vitest";

import { anchorPhrase } from "./anchor-phrase.ts";

describe("anchorPhrase", () => {
  it.each([
    ["What did I join before the move?", "before", "the move"],
    ["What did I buy until the wedding of Tom and Ann?", "until", "the wedding of Tom"],
    ["What have I done since we got the dog?", "since", "we got the dog"],
    ["After the accident, how did I feel?", "after", "the accident"],
    ["Prior to moving to Porto what did I sell?", "before", "moving to Porto"],
    ["Did I swim before I tore my ligament or after?", "before", "I tore my ligament"],
  ])("finds the event in %j", (question, side, phrase) => {
    expect(anchorPhrase(question)).toEqual({ side, phrase });
  });

  it.each(["Have I met Tom before?", "Who looks after the dog?", "Who is named after my aunt?", "After how many weeks did we meet?", "Since I like jazz, what should I hear?", "Who lives in the thereafter?", "Where is Ann?"])("finds none in %j", (question) => {
    expect(anchorPhrase(question)).toBeNull();
  });
});
