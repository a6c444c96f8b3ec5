import { describe, expect, it } from "vitest";

import { entityKey } from "./entity-key.ts";

describe("entityKey", () => {
  it.each([
    ["José  Núñez", "jose nunez"],
    ["the Apollo Project", "apollo project"],
    ["A team", "team"],
    ["Ann’s", "ann"],
    ["the parents'", "parents"],
    ["ＡＰＯＬＬＯ", "apollo"],
    ["Straße", "strasse"],
    ["the", "the"],
    ["O'Brien", "o'brien"],
    ["C++", "c++"],
    ["  ", ""],
    ["—", ""],
  ])("reads %s as %s", (name, key) => {
    expect(entityKey(name)).toBe(key);
  });

  it("gives a key its own key", () => {
    for (const name of ["The James's", "Ünïted  Nations'", "an apple"]) expect(entityKey(entityKey(name))).toBe(entityKey(name));
  });
});
