import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MAX_IMPORT_BYTES } from "../src/routes/transfer-routes.ts";
import { call, openService } from "./open-service.ts";
import type { Answer, Service } from "./open-service.ts";

const TOKENS = [
  { token: "admin", roles: ["admin" as const] },
  { token: "reads", roles: ["read" as const] },
  { token: "anna-writes", roles: ["read" as const, "write" as const], users: ["anna"] },
  { token: "anna-in-her-office", roles: ["read" as const, "write" as const], users: ["anna"], namespaces: ["office"] },
];
const SECRET = "AKIAIOSFODNN7EXAMPLE";

let service: Service;
beforeAll(async () => {
  service = await openService({ tokens: TOKENS });
  await service.say("anna", ["We grow tomatoes, on the \"sunny\" balcony", "=SUM(A1) is what I typed"]);
  await service.say("anna", ["The printer is in room five"], { session: "s2", namespace: "office" });
  await service.say("bert", ["Bert bakes bread"]);
  await post("/v1/remember", { user_id: "anna", content: "Anna prefers tea", type: "preference", tags: ["drinks"] });
});
afterAll(() => service.close());

const post = (path: string, json: object, token = "admin", headers: Record<string, string> = {}) => call(service, `POST ${path}`, path, { json, token, headers });
const exported = (fields: object = {}, token = "admin"): Promise<Answer> => post("/v1/export", { user_id: "anna", ...fields }, token);
const sent = (query: string, lines: string, token = "admin", headers: Record<string, string> = {}): Promise<Answer> => call(service, "POST /v1/import", `/v1/import?${query}`, { lines, token, headers });
const lines = (...records: object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("POST /v1/export", () => {
  it("streams a header, records in order, and an end that counts them", async () => {
    const { status, headers, body } = await exported();
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([200, "application/x-ndjson; charset=utf-8", "no-store"]);
    expect(body[0]).toMatchObject({ kind: "header", format: "memory-cortex.export", version: 1, user_id: "anna", redacted: true });
    expect(body.at(-1)).toEqual({ kind: "end", memories: 1, turns: 3 });
    const keys = body.slice(1, -1).map(({ created_at: at, id }: { created_at: string; id: string }) => `${at} ${id}`);
    expect(keys).toEqual(keys.toSorted());
    expect(body.slice(1, -1).map(({ namespace }: { namespace: string }) => namespace).toSorted()).toEqual(["global", "global", "global", "office"]);
  });

  it("keeps to the user, to what the token may see and to what is asked for", async () => {
    const texts = async (fields: object, token?: string) => (await exported(fields, token)).body.slice(1, -1).map((record: { content?: string; text?: string }) => record.content ?? record.text);
    expect(await texts({}, "anna-in-her-office")).toEqual(["The printer is in room five"]);
    expect(await texts({ namespace: "global", kinds: ["memory"] })).toEqual(["Anna prefers tea"]);
    expect(await texts({ session_id: "s1", limit: 1 })).toEqual(["We grow tomatoes, on the \"sunny\" balcony"]);
    expect(await exported({ namespace: "global" }, "anna-in-her-office")).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await exported({ user_id: "bert" }, "anna-writes")).toMatchObject({ status: 404, body: { code: "unknown_user" } });
    expect(await exported({ user_id: "zoe" })).toMatchObject({ status: 404, body: { code: "unknown_user" } });
  });

  it("is an array, or a table, on request", async () => {
    const array = await exported({ format: "json", kinds: ["turn"] });
    expect(array.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(array.body.map(({ kind }: { kind: string }) => kind)).toEqual(["turn", "turn", "turn"]);
    expect((await exported({ format: "json", project: "none" })).body).toEqual([]);
    const table = await exported({ format: "csv", session_id: "s1" });
    expect(table.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const rows = table.text.split("\r\n");
    expect(rows[0]).toMatch(/^kind,id,created_at,/);
    expect(rows[1]).toContain('"We grow tomatoes, on the ""sunny"" balcony"');
    expect(rows[2]).toContain(",'=SUM(A1) is what I typed,");
  });

  it("leaves secrets out, unless an administrator wants them", async () => {
    await sent("user_id=anna", lines({ kind: "memory", content: "nothing secret" }));
    expect(await exported({ redact: false }, "anna-writes")).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await exported({ redact: false })).body[0]).toMatchObject({ redacted: false });
  });
});

describe("POST /v1/import", () => {
  it("takes what an export gave, and adds nothing when it comes again", async () => {
    const { text } = await exported({ session_id: "s2" });
    const everything = (await exported()).text.replaceAll('"user_id":"anna"', '"user_id":"carl"');
    expect(await sent("user_id=carl", text)).toMatchObject({ status: 422, body: { code: "import_invalid", errors: [{ path: "line 1.user_id", code: "foreign_user" }] } });
    expect(await service.store.users()).not.toContain("carl");
    expect((await sent("user_id=carl", everything)).body).toMatchObject({ dry_run: false, memories: { duplicate: 0, forgotten: 0 }, turns: { imported: 3, duplicate: 0 } });
    expect((await sent("user_id=carl", everything)).body).toMatchObject({ memories: { imported: 0 }, turns: { imported: 0, duplicate: 3 } });
    const found = await post("/v1/search", { user_id: "carl", query: "tomatoes", deadline_ms: 10_000 });
    expect(found.body.items[0]).toMatchObject({ kind: "turn", text: expect.stringContaining("tomatoes"), external_id: "m0", session_id: "s1" });
  });

  it("imports nothing when one line is wrong, and says which", async () => {
    const answer = await sent("user_id=dora", lines({ kind: "memory", content: "Dora sings" }, { kind: "memory", content: "Dora dances", importance: 5 }) + "{oops\n");
    expect(answer).toMatchObject({ status: 422, body: { code: "import_invalid", detail: expect.stringContaining("line 2"), errors: [{ path: "line 2.importance" }, { path: "line 3", code: "malformed_json" }] } });
    expect(answer.text).not.toContain("oops");
    expect(await service.store.users()).not.toContain("dora");
  });

  it("shows in a dry run what it would do", async () => {
    expect((await sent("user_id=dora&dry_run=true", lines({ kind: "memory", content: "Dora sings" }))).body).toMatchObject({ dry_run: true, memories: { imported: 1 } });
    expect(await service.store.users()).not.toContain("dora");
  });

  it("keeps the ids of memories, and leaves secrets out", async () => {
    const id = "0190b5e0-0000-7000-8000-000000000001";
    await sent("user_id=anna&namespace=office", lines({ kind: "memory", id, text: `the key is ${SECRET}`, observed_at: "2026-01-02T03:04:05Z" }));
    const { body } = await call(service, "GET /v1/memories/{id}", `/v1/memories/${id}?user_id=anna&namespace=office`, { token: "admin" });
    expect(body).toMatchObject({ id, observed_at: "2026-01-02T03:04:05.000Z", content: expect.not.stringContaining(SECRET) });
  });

  it("writes only to namespaces of the token", async () => {
    const line = { kind: "memory", content: "Anna whistles" };
    expect(await sent("user_id=anna", lines({ ...line, namespace: "global" }), "anna-in-her-office")).toMatchObject({ status: 422, body: { errors: [{ path: "line 1.namespace", code: "forbidden" }] } });
    expect((await sent("user_id=anna&dry_run=true", lines(line), "anna-in-her-office")).body).toMatchObject({ memories: { imported: 1 } });
    expect(await sent("user_id=anna", lines(line), "reads")).toMatchObject({ status: 403 });
    expect(await sent("user_id=bert", lines(line), "anna-writes")).toMatchObject({ status: 404, body: { code: "unknown_user" } });
  });

  it("is refused when it is too much, or no lines", async () => {
    expect(await sent("user_id=anna", "x".repeat(MAX_IMPORT_BYTES + 1))).toMatchObject({ status: 413, body: { code: "too_large" } });
    expect(await sent("user_id=anna", "{}", "admin", { "content-type": "application/json" })).toMatchObject({ status: 415, body: { code: "unsupported_media_type" } });
    expect((await sent("user_id=anna", "")).body).toMatchObject({ lines: 0, memories: { imported: 0 } });
  });

  it("is done once for a key", async () => {
    const headers = { "idempotency-key": "import-1" };
    const line = lines({ kind: "memory", content: "Anna collects stamps" });
    expect((await sent("user_id=anna&dedupe=none", line, "admin", headers)).body).toMatchObject({ memories: { imported: 1 } });
    const again = await sent("user_id=anna&dedupe=none", line, "admin", headers);
    expect([again.headers.get("idempotent-replay"), again.body.memories.imported]).toEqual(["true", 1]);
    expect(await sent("user_id=anna&dedupe=id", line, "admin", headers)).toMatchObject({ status: 409, body: { code: "idempotency_mismatch" } });
    const { body } = await post("/v1/search", { user_id: "anna", query: "stamps", kinds: ["memory"], deadline_ms: 10_000 });
    expect(body.items).toHaveLength(1);
  });
});
