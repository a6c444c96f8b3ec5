import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseQuery } from "./query-string.ts";

describe("parseQuery", () => {
  it("reads what URLSearchParams writes", () => {
    const wellFormed = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(fc.dictionary(wellFormed, wellFormed, { noNullPrototype: true }), (fields) => {
        expect(parseQuery(`/x?${new URLSearchParams(fields).toString()}`)).toEqual(fields);
      }),
    );
  });

  it("makes a list of a name that is given twice, so that no schema takes it for one value", () => {
    expect(parseQuery("/x?a=1&a=2&a=3&b")).toEqual({ a: ["1", "2", "3"], b: "" });
  });

  it.each(["/x?a=%", "/x?a=%zz", "/x?a=%ff", "/x?%ed%a0%80=1"])("refuses %s", (url) => {
    expect(() => parseQuery(url)).toThrow(expect.objectContaining({ code: "malformed_request" }));
  });

  it("has no parameters that were not sent", () => {
    expect(Object.keys(parseQuery("/x"))).toEqual([]);
    expect(parseQuery("/x?__proto__=1").user_id).toBeUndefined();
  });
});
