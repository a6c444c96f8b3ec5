import { expect, it } from "vitest";

import { bearerTokens } from "./bearer.ts";

const ANN = "ann-0123456789abcdef";
const BOB = "bob-0123456789abcdef";

it("tells callers apart by their tokens, without telling the tokens", () => {
  const find = bearerTokens([ANN, BOB]);
  const [ann, bob] = [find(`Bearer ${ANN}`), find(`bearer   ${BOB}`)];
  expect(new Set([ann, bob, null]).size).toBe(3);
  expect(`${String(ann)}${String(bob)}`).not.toContain("0123456789abcdef");
  expect(find(`Bearer ${ANN} `)).toBe(ann);
});

it.each([undefined, "", "Bearer", `Bearer ${ANN}x`, `Bearer ${ANN.slice(1)}`, ANN, `Basic ${ANN}`, `Bearer ${ANN} ${BOB}`])("knows nobody by %j", (authorization) => {
  expect(bearerTokens([ANN, BOB])(authorization)).toBeNull();
});

it("asks nobody for a token where there is none", () => {
  expect(bearerTokens([])(undefined)).toBe("local");
});
