import { expect, it } from "vitest";
import { hasInvalidUnicode } from "./has-invalid-unicode.ts";

it.each([
  ["", false],
  ["plain 😀 東京", false],
  ["\uFFFD", false],
  ["a\0b", true],
  ["\uD83D", true],
  ["\uDE00\uD83D", true],
])("%j: %s", (text, invalid) => {
  expect(hasInvalidUnicode(text)).toBe(invalid);
});
