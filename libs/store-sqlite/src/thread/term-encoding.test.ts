import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { encodeTerm, encodeTerms } from "./term-encoding.ts";

describe("encodeTerm", () => {
  it("leaves folded words of any script as they are", () => {
    for (const term of ["tea", "größe", "日本語", "c++", "a.b/c-d_e", "it's", '"'] ) expect(encodeTerm(term)).toBe(term);
  });

  it("gives different terms different tokens, none of which the tokenizer would split or fold", () => {
    const term = fc.string({ unit: "binary", minLength: 1, maxLength: 8 }).map((text) => text.toWellFormed());
    fc.assert(
      fc.property(term, term, (one, other) => {
        expect(encodeTerm(one) === encodeTerm(other)).toBe(one === other);
        // U+0001 starts an escape and is part of a token.
        expect(encodeTerm(one).replaceAll("\u0001", "")).not.toMatch(/[\u0000-\u0020\u007fA-Z]/);
      }),
    );
  });

  it("counts what is indexed", () => {
    expect(encodeTerms(["tea", "", "Tea"])).toEqual({ text: "tea \u000154ea", count: 2 });
  });
});
