import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { toCortexError } from "./http-errors.ts";
import { requestIdOf } from "./request-id.ts";

const raised = (fields: object, error = new TypeError("quotes the caller")) => Object.assign(error, fields);

describe("toCortexError", () => {
  it("keeps errors of the catalogue", () => {
    const error = new CortexError("disk_full");
    expect(toCortexError(error)).toBe(error);
  });

  it("maps what Express says of the caller's fault, without its words", () => {
    expect(toCortexError(raised({ status: 413, expose: true, type: "entity.too.large" })).code).toBe("too_large");
    expect(toCortexError(raised({ status: 415, expose: true, type: "encoding.unsupported" })).code).toBe("unsupported_media_type");
    expect(toCortexError(raised({ status: 400, expose: true, type: "request.aborted" }))).toMatchObject({ code: "malformed_request", detail: expect.not.stringContaining("quotes") });
    expect(toCortexError(raised({ status: 400 }, new URIError("quotes the caller"))).code).toBe("malformed_request");
  });

  it("takes nothing else for the caller's fault", () => {
    for (const thrown of [new TypeError("x"), new URIError("of our own"), raised({ status: 400 }), raised({ status: 503, expose: false }), "text", null, undefined]) {
      expect(toCortexError(thrown).code).toBe("internal");
    }
  });
});

describe("requestIdOf", () => {
  it("makes a new id unless the caller's is sane", () => {
    const ids = { next: () => "new" };
    expect(requestIdOf("job-7:a.b_c", ids)).toBe("job-7:a.b_c");
    for (const odd of [undefined, "", "-x", "a b", "a\tb", "x".repeat(129), ["a"]]) expect(requestIdOf(odd, ids)).toBe("new");
  });
});
