import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { jsonItems } from "./json-items.ts";
import type { Item } from "./json-items.ts";

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, { size = 7, lists = [] as string[] } = {}): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of jsonItems(pieces(text, size), lists)) items.push(item);
  return items;
}
const valuesOf = (items: readonly Item[]): unknown[] => items.map((item) => ("value" in item ? item.value : item.broken));

describe("jsonItems", () => {
  it("gives the elements of a list as JSON.parse would, wherever the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 40 }), fc.constantFrom(undefined, 1, "\t"), async (list, size, indent) => {
        expect(valuesOf(await read(JSON.stringify(list, null, indent), { size }))).toEqual(JSON.parse(JSON.stringify(list)));
      }),
      { numRuns: 60 },
    );
  });

  it("knows the line on which each begins, in lists and in the lists of an object", async () => {
    const list = '[\n  {"a": "x\\ny"},\n\n  {"a":\n    [1,\n 2]}, 7\n]';
    expect((await read(list)).map(({ line }) => line)).toEqual([2, 4, 6]);
    const object = '{"count": 2,\n"results": [\n{"a": 1},\n{"a": {"b": [2]}}\n], "next": null}';
    expect(await read(object, { lists: ["results"] })).toEqual([{ line: 3, value: { a: 1 } }, { line: 4, value: { a: { b: [2] } } }]);
  });

  it("gives an object that has none of the lists as itself", async () => {
    expect(await read('\uFEFF{"uuid": "u",\n "chat_messages": [1]}', { lists: ["results"] })).toEqual([{ line: 1, value: { uuid: "u", chat_messages: [1] } }]);
  });

  it.each([
    ['[{"a": 1},\n{"b" 2},\n{"c": 3}]', [{ a: 1 }], 2, "is not JSON"],
    ['[{"a": 1},\n{"b": 2}', [{ a: 1 }, { b: 2 }], 2, "ends in the middle of the JSON"],
    ['[1]\n[2]', [1], 2, "is not JSON"],
    ['[1,\n\n,2]', [1], 3, "is not JSON"],
    ["hello", [], 1, "is not JSON"],
    ['["a\nb"]', [], 1, "is not JSON"],
  ])("tells where %j is broken, and gives what came before", async (text, before, line, reason) => {
    for (const size of [1, 5, 1_000]) {
      const items = await read(text, { size });
      expect(valuesOf(items.slice(0, -1))).toEqual(before);
      expect(items.at(-1)).toEqual({ line, broken: reason });
    }
  });

  it("finds nothing in an empty file", async () => {
    expect(await read("")).toEqual([]);
    expect(await read("[]")).toEqual([]);
  });
});
