import { describe, expect, it } from "vitest";

import { buildRequest } from "./build-request.ts";
import { ROUTES } from "./routes.ts";

describe("buildRequest", () => {
  it("puts fields of the path into the path, escaped, and the rest of a GET into the query", () => {
    expect(buildRequest(ROUTES.listTurns, { session_id: "a/b ü", user_id: "ann & bob", after: 0, limit: undefined, namespace: null })).toEqual({
      method: "GET", target: "/v1/sessions/a%2Fb%20%C3%BC/turns?user_id=ann+%26+bob&after=0", body: null, type: null,
    });
  });

  it("writes lists into a query with commas, and flags as words", () => {
    expect(buildRequest(ROUTES.listMemories, { user_id: "ann", tags: ["a", "b"], include_history: true }).target).toBe("/v1/memories?user_id=ann&tags=a%2Cb&include_history=true");
  });

  it("sends the rest of a POST as JSON, without what is undefined", () => {
    expect(buildRequest(ROUTES.resolveConflict, { group: "g1", user_id: "ann", winner: "m1", namespace: undefined })).toEqual({
      method: "POST", target: "/v1/conflicts/g1/resolve", body: '{"user_id":"ann","winner":"m1"}', type: "application/json",
    });
  });

  it("keeps the user of a PUT in the query, where the route wants him", () => {
    expect(buildRequest(ROUTES.updateMemory, { id: "m1", user_id: "ann", namespaces: ["a", "b"], content: "x" })).toMatchObject({
      method: "PUT", target: "/v1/memories/m1?user_id=ann&namespaces=a%2Cb", body: '{"content":"x"}',
    });
  });

  it.each(["a\nb", "a\nb\n"])("sends lines as they are: %j", (lines) => {
    const route = { method: "POST", path: "/lines", again: "keyed", lines: "application/x-ndjson" } as const;
    expect(buildRequest(route, { user_id: "ann", lines })).toEqual({ method: "POST", target: "/lines?user_id=ann", body: lines, type: "application/x-ndjson" });
    expect(buildRequest(route, { lines: ["a", { b: 1 }] })).toMatchObject({ target: "/lines", body: 'a\n{"b":1}' });
    const bytes = new TextEncoder().encode("a\nb");
    expect(buildRequest(route, { lines: bytes }).body).toBe(bytes);
    expect(() => buildRequest(route, { lines: 7 })).toThrow(expect.objectContaining({ code: "invalid_fields" }));
  });

  it.each([undefined, null, "", ".", "..", "\ud800", {}])("refuses %j in a path, where it would be another route", (id) => {
    expect(() => buildRequest(ROUTES.getMemory, { id, user_id: "ann" })).toThrow(expect.objectContaining({ code: "invalid_fields", errors: [expect.objectContaining({ path: "id" })] }));
  });
});
