import { expect, it } from "vitest";

import { questionNames } from "./question-names.ts";

it.each([
  ["Where does Ruth live?", ["ruth", "ruth live", "live"]],
  ["What did the Hartmann Labs team say?", ["hartmann", "hartmann labs", "hartmann labs team", "labs", "labs team", "team"]],
  ["Who is Zoë's sister?", ["zoe", "zoe's sister", "sister"]],
  ["and J.K. Rowling?", ["j.k", "j.k. rowling", "rowling"]],
  ["how are you", []],
  ["", []],
  ["Ann, Bob", ["ann", "bob"]],
])("%s", (question, names) => expect(questionNames(question)).toEqual(names));

it("finds a name of up to five words, with small words inside", () => {
  expect(questionNames("is the Bank of the South open")).toContain("bank of the south");
});

it("is bounded whatever it is given", () => {
  expect(questionNames("word ".repeat(10_000)).length).toBeLessThan(300);
  expect(questionNames(Array.from({ length: 500 }, (_, index) => `w${index}`).join(" ")).length).toBeLessThanOrEqual(300);
});
