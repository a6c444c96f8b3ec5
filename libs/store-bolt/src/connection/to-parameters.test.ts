import neo4j from "neo4j-driver";
import { expect, it } from "vitest";

import { toParameters } from "./to-parameters.ts";

it("sends whole numbers as integers and others as floats, wherever they stand", () => {
  const at = Date.UTC(2026, 0, 1);
  const sent = toParameters({ limit: 5, at, half: 0.5, rows: [{ count: 1, share: 0.25, tags: ["a"] }], counts: [1, 2], negative: -3 });
  expect(sent).toEqual({ limit: neo4j.int(5), at: neo4j.int(at), half: 0.5, rows: [{ count: neo4j.int(1), share: 0.25, tags: ["a"] }], counts: [neo4j.int(1), neo4j.int(2)], negative: neo4j.int(-3) });
});

it("keeps a list of numbers of one kind, so that it can be a property", () => {
  expect(toParameters({ mixed: [1, 0.5], vector: Float32Array.of(1, 0, 0.5) })).toEqual({ mixed: [1, 0.5], vector: [1, 0, 0.5] });
});

it("sends null for what is undefined, and leaves texts and truth as they are", () => {
  expect(toParameters({ none: undefined, nothing: null, text: "5", yes: true, nested: { none: undefined } })).toEqual({ none: null, nothing: null, text: "5", yes: true, nested: { none: null } });
});
