import { describe, expect, it } from "vitest";

import { CortexClientError } from "./client-error.ts";
import { errorOfAnswer } from "./error-of-answer.ts";

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers), text: typeof body === "string" ? body : JSON.stringify(body) });

describe("errorOfAnswer", () => {
  it("reads a problem document with its fields", () => {
    const errors = [{ path: "limit", code: "too_big", message: "at most 200" }];
    const body = { type: "/docs#error-invalid_fields", title: "Some fields are not valid", status: 422, detail: "limit is too large", code: "invalid_fields", fix: "See errors.", retryable: false, request_id: "r1", errors, items: [] };
    const error = errorOfAnswer(answer(422, body));
    expect(error).toMatchObject({ code: "invalid_fields", status: 422, detail: "limit is too large", fix: "See errors.", retryable: false, requestId: "r1", errors, retryAfterSeconds: null, body: { items: [] } });
    expect(error.message).toBe("invalid_fields: limit is too large (limit: at most 200)");
    expect(CortexClientError.isInstance(error)).toBe(true);
  });

  it("reads the older routes' form", () => {
    expect(errorOfAnswer(answer(400, { error: "user_id is missing", code: "missing_user", request_id: "r2" }))).toMatchObject({ code: "missing_user", detail: "user_id is missing", requestId: "r2", retryable: false });
    expect(errorOfAnswer(answer(503, { error: "The store cannot be reached", code: "store_unavailable", request_id: "r2" })).retryable).toBe(true);
  });

  it.each(["<html>Bad Gateway</html>", "", "null", "[]", '"text"', "7"])("makes do with %j", (text) => {
    expect(errorOfAnswer(answer(502, text, { "x-request-id": "r3", "retry-after": "2" }))).toMatchObject({ code: "http_502", detail: "The service answered 502.", retryable: true, requestId: "r3", retryAfterSeconds: 2 });
    expect(errorOfAnswer(answer(404, text))).toMatchObject({ code: "http_404", retryable: false, requestId: null });
  });

  it.each([["Wed, 21 Oct 2026 07:28:00 GMT"], ["-1"], ["soon"]])("takes no Retry-After of %j", (header) => {
    expect(errorOfAnswer(answer(429, {}, { "retry-after": header })).retryAfterSeconds).toBeNull();
  });

  it("takes only fields that say which and why", () => {
    expect(errorOfAnswer(answer(422, { code: "invalid_fields", errors: [null, 7, { path: 1 }, { path: "a", code: "c", message: "m" }] })).errors).toEqual([{ path: "a", code: "c", message: "m" }]);
  });
});

describe("CortexClientError", () => {
  it("knows its kind across copies of the package, and no other", () => {
    const copy = Object.defineProperty(new Error("another copy"), Symbol.for("memory-cortex.client-error"), { value: true });
    expect(CortexClientError.isInstance(copy)).toBe(true);
    for (const other of [new Error("x"), null, undefined, "text", {}]) expect(CortexClientError.isInstance(other)).toBe(false);
  });
});
