import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { call, openService } from "./open-service.ts";
import type { Answer, Service } from "./open-service.ts";

const TOKENS = [
  { token: "admin", roles: ["admin" as const] },
  { token: "bert", roles: ["read" as const, "write" as const], users: ["bert"] },
  { token: "anna-in-her-office", roles: ["read" as const, "write" as const], users: ["anna"], namespaces: ["office"] },
];

let service: Service;
beforeAll(async () => {
  service = await openService({ tokens: TOKENS });
  await service.say("bert", ["Bert bakes bread"]);
});
afterAll(() => service.close());

const post = (path: string, json: object, token = "admin", headers: Record<string, string> = {}): Promise<Answer> => call(service, `POST ${path}`, path, { json, token, headers });
const forget = (fields: object, token?: string) => post("/v1/forget", { user_id: "anna", ...fields }, token);
const remember = async (fields: object) => (await post("/v1/remember", { user_id: "anna", ...fields })).body.id as string;
const search = async (query: string, fields: object = {}) => (await post("/v1/search", { user_id: "anna", query, deadline_ms: 10_000, ...fields })).body.items.map(({ text }: { text: string }) => text);
const turns = async (session: string) => (await call(service, "GET /v1/sessions/{session_id}/turns", `/v1/sessions/${session}/turns?user_id=anna`, { token: "admin" })).body.turns;

describe("POST /v1/forget", () => {
  it("shows what would go, and does it only when told", async () => {
    const said = ["The safe opens with a zebra", "and closes with a giraffe"];
    await service.say("anna", said, { session: "zoo" });
    const dry = await forget({ session_id: "zoo" });
    expect(dry.body).toMatchObject({ dry_run: true, turns: 2, sessions: 1, items: [{ kind: "turn", text: said[0], session_id: "zoo" }, { text: said[1] }] });
    expect((await search("zebra"))[0]).toBe(said[0]);
    expect((await forget({ session_id: "zoo", dry_run: false })).body).toMatchObject({ dry_run: false, turns: 2, sessions: 1 });
    expect([await search("zebra"), await search("giraffe")]).toEqual([[], []]);
    expect(await call(service, "GET /v1/sessions/{session_id}/turns", "/v1/sessions/zoo/turns?user_id=anna", { token: "admin" })).toMatchObject({ status: 404 });
    await service.say("anna", [...said, "the key is under the mat"], { session: "zoo" });
    expect((await turns("zoo")).map(({ text }: { text: string }) => text)).toEqual(["the key is under the mat"]);
  });

  it("drops kept answers that may quote it, those of its own dry runs too", async () => {
    const id = await remember({ content: "The alarm code is four ducks" });
    const keyed = (path: string, json: object) => post(path, { user_id: "anna", ...json }, "admin", { "idempotency-key": "ducks" });
    expect((await keyed("/v1/recall", { query: "alarm code" })).text).toContain("ducks");
    expect((await keyed("/v1/forget", { ids: [id] })).text).toContain("ducks");
    expect((await keyed("/v1/forget", { ids: [id] })).headers.get("idempotent-replay")).toBe("true");
    const done = await forget({ ids: [id], dry_run: false });
    expect(done.body).toMatchObject({ memories: 1, items: [{ id, kind: "memory" }] });
    expect(done.text).not.toContain("ducks");
    for (const path of ["/v1/recall", "/v1/forget"]) expect((await keyed(path, path === "/v1/recall" ? { query: "alarm code" } : { ids: [id] })).text).not.toContain("ducks");
    expect((await forget({ ids: [id] })).body).toMatchObject({ memories: 0, not_found: [id] });
  });

  it("finds by words what holds them all, and shows what is near", async () => {
    await remember({ content: "Anna's locker number is seventeen" });
    await remember({ content: "Anna's locker is blue" });
    const dry = await forget({ query: "locker numbers" });
    expect(dry.body).toMatchObject({ memories: 1, turns: 0, items: [{ text: "Anna's locker number is seventeen" }] });
    expect(dry.body.candidates).toContainEqual(expect.objectContaining({ text: "Anna's locker is blue", score: expect.any(Number) }));
    expect((await forget({ query: "locker numbers", dry_run: false })).body).toMatchObject({ memories: 1, candidates: [] });
    expect(await search("locker")).toEqual(["Anna's locker is blue"]);
  });

  it("by source takes memories of it", async () => {
    await remember({ content: "Anna owns a kayak", source: "letters" });
    expect((await forget({ source: "letters", dry_run: false })).body).toMatchObject({ memories: 1, turns: 0 });
    expect(await search("kayak")).toEqual([]);
  });

  it("reaches nothing beyond the user and the namespaces of the token", async () => {
    const id = await remember({ content: "Anna's diary is under the bed" });
    expect((await forget({ ids: [id], dry_run: false }, "anna-in-her-office")).body).toMatchObject({ memories: 0, not_found: [id] });
    expect(await forget({ ids: [id], dry_run: false }, "bert")).toMatchObject({ status: 404, body: { code: "unknown_user" } });
    expect((await post("/v1/forget", { user_id: "bert", ids: [id], dry_run: false }, "bert")).body).toMatchObject({ memories: 0, not_found: [id] });
    expect((await forget({ query: "diary", namespace: "office", dry_run: false })).body).toMatchObject({ memories: 0, candidates: [] });
    expect(await search("diary")).toEqual(["Anna's diary is under the bed"]);
  });

  it.each([{}, { ids: [] }, { session_id: "s", source: "x" }, { query: "" }, { ids: ["x"], dry_run: "no" }])("refuses %j", async (fields) => {
    expect(await forget(fields)).toMatchObject({ status: 422, body: { code: "invalid_fields" } });
  });
});
