import { realmOf, wholeUser } from "@memory-cortex/models";
import { expect, it } from "vitest";

import { kindToken, namespaceToken } from "./encode-terms.ts";
import { scopeOf } from "./scope-of.ts";

it("a match must be in one of the namespaces and of one of the kinds, and neither counts for its score", () => {
  const [home, work] = [namespaceToken("ann", "home"), namespaceToken("ann", "work")];
  expect(scopeOf(realmOf("ann", ["home", "work"]), { kinds: ["turn", "memory", "chunk"] })).toBe(`+(${home} ${work})^0 `);
  expect(scopeOf(wholeUser("ann"), { kinds: ["memory"] })).toBe(`+(${kindToken("ann", "memory")})^0 `);
  expect(scopeOf(wholeUser("ann"), { kinds: ["turn", "memory"] })).toBe("");
});
