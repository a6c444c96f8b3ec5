import { describe, expect, it } from "vitest";

import { isOnTopic, STATIC_COSINE, TRANSFORMER_COSINE } from "./on-topic.ts";

/** A unit vector whose cosine to [1, 0] is the given one. */
const at = (cosine: number): Float32Array => Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));
const ahead = Float32Array.of(1, 0);
const nothing: ReadonlySet<string> = new Set();
const topicOf = (weighted: boolean, ...vectors: Float32Array[]) => ({ spaces: [{ spaceId: 1, weighted, vectors }], terms: nothing });

describe("isOnTopic", () => {
  it.each([
    [true, STATIC_COSINE],
    [false, TRANSFORMER_COSINE],
  ])("takes the threshold of the space (weighted: %s)", (weighted, threshold) => {
    const asked = { spaces: [{ spaceId: 1, vector: ahead }], terms: [] };
    expect(isOnTopic(topicOf(weighted, at(threshold + 0.01)), asked)).toBe(true);
    expect(isOnTopic(topicOf(weighted, at(threshold - 0.01)), asked)).toBe(false);
  });

  it("counts the nearer of question and narrative", () => {
    expect(isOnTopic(topicOf(true, at(-0.5), at(0.9)), { spaces: [{ spaceId: 1, vector: ahead }], terms: [] })).toBe(true);
  });

  it("never compares two spaces: without a common one it looks at words", () => {
    const topic = { ...topicOf(true, ahead), terms: new Set(["dentist", "appointment", "friday", "ann"]) };
    const spaces = [{ spaceId: 2, vector: ahead }];
    expect(isOnTopic(topic, { spaces, terms: ["zeppelin", "travel"] })).toBe(false);
    expect(isOnTopic(topic, { spaces, terms: ["dentist", "appointment", "friday", "move", "when"] })).toBe(true);
  });

  it("asks the static space before others", () => {
    const topic = { spaces: [{ spaceId: 1, weighted: false, vectors: [ahead] }, { spaceId: 2, weighted: true, vectors: [at(0)] }], terms: nothing };
    expect(isOnTopic(topic, { spaces: [{ spaceId: 1, vector: ahead }, { spaceId: 2, vector: ahead }], terms: [] })).toBe(false);
  });

  it.each([
    ["one word", ["dentist"], false],
    ["two words, both", ["dentist", "appointment"], true],
    ["two words, one of them", ["dentist", "zeppelin"], false],
    ["too small a share", ["dentist", "appointment", "ann", "a", "b", "c"], false],
    ["enough of both", ["dentist", "appointment", "ann", "a", "b"], true],
    ["none", [], false],
  ])("by words alone: %s", (_, terms, expected) => {
    expect(isOnTopic({ spaces: [], terms: new Set(["dentist", "appointment", "ann"]) }, { spaces: [], terms })).toBe(expected);
  });
});
