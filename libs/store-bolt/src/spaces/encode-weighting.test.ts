import { expect, it } from "vitest";

import { decodeWeighting, encodeWeighting } from "./encode-weighting.ts";

it("a weighting comes back as it was, also when it is a part of a larger buffer", () => {
  const numbers = Uint32Array.of(9, 1, 5, 4_000_000_000, 9);
  const weighting = { total: 7_000_000_000, ids: numbers.subarray(1, 4), counts: Uint32Array.of(9, 8, 7) };
  expect(decodeWeighting(encodeWeighting(weighting))).toEqual({ ...weighting, ids: Uint32Array.of(1, 5, 4_000_000_000) });
  expect(decodeWeighting(encodeWeighting({ total: 0, ids: new Uint32Array(), counts: new Uint32Array() }))).toEqual({ total: 0, ids: new Uint32Array(), counts: new Uint32Array() });
  expect(decodeWeighting(encodeWeighting(null))).toBeNull();
});
