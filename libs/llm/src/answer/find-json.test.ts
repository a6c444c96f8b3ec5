import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJson } from "./find-json.ts";
import { stripThinking } from "./strip-thinking.ts";

describe("findJson", () => {
  it.each([
    ["the whole answer", ' {"a": 1}\n', { a: 1 }],
    ["a list that is the whole answer", "[1]", [1]],
    ["a fence", '```json\n{"a": 1}\n```', { a: 1 }],
    ["a fence without a language", '```\n{"a": 1}\n```', { a: 1 }],
    ["a fence in words", 'Here:\n```json\n{"a": 1}\n```\nDone {really}.', { a: 1 }],
    ["the first of several objects", 'One {"a": 1} two {"b": 2}', { a: 1 }],
    ["the first that is JSON", 'In {braces} and {"a": {"b": "}\\"{"}}', { a: { b: '}"{' } }],
    ["none in an open object", '{"a": {"b": 1', undefined],
    ["none in words", "Nothing here.", undefined],
    ["none in nothing", "", undefined],
  ])("finds %s", (_, text, value) => {
    expect(findJson(text)).toEqual(value);
  });

  it("passes over what is an echo, but not when it is the whole answer", () => {
    const isEcho = (found: string): boolean => found === '{"a":1}';
    expect(findJson('Like {"a":1}: {"a":2}', isEcho)).toEqual({ a: 2 });
    expect(findJson('Like {"a":1}', isEcho)).toBeUndefined();
    expect(findJson('{"a":1}', isEcho)).toEqual({ a: 1 });
  });

  it("finds any object in words without braces, and never throws", () => {
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (value, words) => {
      const plain = words.replaceAll(/[{}"`]/gu, "");
      expect(findJson(`${plain}; ${JSON.stringify(value)} ${plain}`)).toEqual(JSON.parse(JSON.stringify(value)));
    }));
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom("{", "}", '"', "\\", "[", "a", "`", "\n", ":") }), (text) => void findJson(text)));
  });
});

describe("stripThinking", () => {
  it.each([
    ["<think>a</think> b", "b"],
    ["<think>a</think><think>c</think>b", "b"],
    ["<THINKING>a</THINKING>b", "b"],
    ["<think>never ends", ""],
    ["thoughts of the template</think>b", "b"],
    ['{"said": "he wrote </think> once"}', '{"said": "he wrote </think> once"}'],
    ["[1]</think>", "[1]</think>"],
    [" plain ", "plain"],
  ])("makes of %j %j", (text, rest) => {
    expect(stripThinking(text)).toBe(rest);
  });
});
