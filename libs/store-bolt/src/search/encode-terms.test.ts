import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { encodeTerms, kindToken, namespaceToken, termToken } from "./encode-terms.ts";

const TOKEN = /^[0-9a-f]{12}$/u;

describe("tokens of the text index", () => {
  it("are equally long and of letters and digits that no tokenizer splits, whatever they stand for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (user, term) => {
        expect(termToken(user, term)).toMatch(TOKEN);
      }),
    );
  });

  it("are the user's own, also where the ids and terms of two users run together", () => {
    expect(termToken("ann", "tea")).not.toBe(termToken("bob", "tea"));
    expect(termToken("a", "b c")).not.toBe(termToken("a b", "c"));
    expect(termToken("1 a", "b")).not.toBe(termToken("1", "a b"));
  });

  it("tell terms, namespaces and kinds apart", () => {
    expect(new Set([termToken("ann", "turn"), namespaceToken("ann", "turn"), kindToken("ann", "turn")]).size).toBe(3);
  });

  it("keep the order and the repeats of a document's terms, behind its namespace and kind", () => {
    const { text, termCount } = encodeTerms("ann", { namespace: "work", kind: "turn", terms: ["tea", "", "jam", "tea"] });
    expect(text.split(" ")).toEqual([namespaceToken("ann", "work"), kindToken("ann", "turn"), termToken("ann", "tea"), termToken("ann", "jam"), termToken("ann", "tea")]);
    expect(termCount).toBe(3);
  });
});
