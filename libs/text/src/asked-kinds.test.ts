import { describe, expect, it } from "vitest";

import { answeredKinds, askedKinds } from "./asked-kinds.ts";
import { kindOfNoun } from "./thing-kinds.ts";

describe("kinds of things that a question asks for", () => {
  it.each([
    ["Which cities has Olaf been to?", ["city"]],
    ["What novel did Ines just finish?", ["book"]],
    ["What is Ruth's favourite band?", ["band"]],
    ["Which artists or bands has she seen?", ["artist", "band"]],
    ["List all the restaurants that we tried", ["restaurant"]],
    ["Did I ever mention any podcasts?", ["podcast"]],
    ["What are the names of Pia's children?", ["child", "son", "daughter"]],
  ])("%s", (question, kinds) => expect(askedKinds(question)).toEqual(kinds));

  it("knows the pets and relatives that it speaks of, because one has few of them", () => {
    expect(askedKinds("Where does my sister live?")).toEqual(["sister"]);
    expect(askedKinds("When did Ann's little dog run away?")).toEqual(["dog"]);
    expect(askedKinds("When did Ann read the book?")).toEqual([]);
  });

  it.each([
    ["How many books are on my list?"],
    ["What kind of games does Joris like?"],
    ["What song contest did I win?"],
    ["When did Ann's place burn down?"],
    ["What did Tarek cook?"],
    [""],
  ])("none in: %s", (question) => expect(askedKinds(question)).toEqual([]));

  it("takes little time whatever it is given", () => {
    expect(askedKinds("which ".repeat(20_000)).length).toBe(0);
    expect(askedKinds(`my ${"a".repeat(50_000)}`).length).toBe(0);
  });
});

describe("what an answer names", () => {
  it("is of the kind that the last question asks for, by its narrowest word", () => {
    expect(answeredKinds("Which cities are nice? Which pets have you got?")).toEqual(["pet"]);
    expect(answeredKinds("I love cities. What a day!")).toEqual([]);
  });

  it("is found in one pass over a long text without stops", () => {
    expect(answeredKinds(`Which pets have you got? ${"word ".repeat(100_000)}`)).toEqual(["pet"]);
    expect(answeredKinds(`${"word ".repeat(100_000)}which pets have you got?`)).toEqual(["pet"]);
  });
});

it("reads nouns in singular and plural, and other words for one kind", () => {
  expect(["Movies", "film", "countries", "puppies", "beaches", "series", "bus"].map(kindOfNoun)).toEqual(["movie", "movie", "country", "dog", "beach", "series", null]);
});
