import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { knowledgeCases } from "./knowledge-cases.ts";
import { call, openService } from "./open-service.ts";
import type { Service } from "./open-service.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
  await service.say("anna", ["My dentist appointment is on Tuesday", "The dentist moved my appointment to Friday at nine", "We grow tomatoes on the balcony"]);
});
afterAll(() => service.close());

const post = (path: string, json: object) => call(service, `POST ${path}`, path, { json });
const get = (path: string, query = "user_id=anna") => call(service, `GET ${path}`, `${path}?${query}`);
const remember = async (json: object) => (await post("/v1/remember", { user_id: "anna", ...json })).body as { id: string; outcome: string };

describe("memory out", () => {
  it("recall gives items, a context and a receipt that can be read later", async () => {
    const { status, body } = await post("/v1/recall", { user_id: "anna", query: "When is my dentist appointment?" });
    expect(status).toBe(200);
    expect(body.items.map((item: { external_id: string }) => item.external_id)).toContain("m1");
    expect(body.context).toContain("Friday");
    const receipt = await call(service, "GET /v1/receipts/{id}", `/v1/receipts/${body.receipt_id}?user_id=anna`);
    expect(receipt.status).toBe(200);
    expect(receipt.text).not.toContain("dentist");
    expect(await call(service, "GET /v1/receipts/{id}", "/v1/receipts/none?user_id=anna")).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  it("search leaves the context out; explain says why", async () => {
    const { body } = await post("/v1/search", { user_id: "anna", query: "tomatoes", limit: 1 });
    expect(body.items).toMatchObject([{ kind: "turn", text: expect.stringContaining("tomatoes") }]);
    expect(body).not.toHaveProperty("context");
    expect((await post("/v1/explain", { user_id: "anna", query: "tomatoes" })).body.items[0].contributions).toBeTypeOf("object");
  });

  it("synthesize tells a narrative with what it rests on", async () => {
    const { body } = await post("/v1/synthesize", { user_id: "anna", query: "What grows on the balcony?" });
    expect(body).toMatchObject({ narrative: "We grow tomatoes on the balcony", ids: [expect.any(String)], sentences: [{ text: body.narrative, ids: body.ids }] });
  });

  it("nothing found and a skipped prompt both say so", async () => {
    expect((await post("/v1/recall", { user_id: "anna", query: "xylophone quartet" })).body).toMatchObject({ items: [], reason: "no_match" });
    expect((await post("/v1/recall", { user_id: "anna", query: "ok" })).body).toMatchObject({ items: [], skipped: { reason: expect.any(String) } });
  });

  it("an unknown user gets 404 with the fields of an empty answer", async () => {
    for (const path of ["/v1/recall", "/v1/search", "/v1/explain"]) {
      expect(await post(path, { user_id: "nobody", query: "dentist" })).toMatchObject({
        status: 404, body: { code: "unknown_user", items: [], context: "", degraded: [], skipped: { reason: "unknown_user" } },
      });
    }
    expect(await service.store.users()).not.toContain("nobody");
  });
});

describe("memories", () => {
  it("are kept, listed, read, changed, retired and erased", async () => {
    const { id, outcome } = await remember({ content: "Anna prefers tea", type: "preference", tags: ["drinks"], importance: 0.8 });
    expect(outcome).toBe("created");
    expect((await remember({ content: "Anna prefers tea" })).outcome).toBe("duplicate");
    expect((await get("/v1/memories", "user_id=anna&type=preference&tags=drinks,food")).body.memories).toMatchObject([{ id, content: "Anna prefers tea", importance: 0.8 }]);
    expect((await get("/v1/memories", "user_id=anna&tags=food")).body.memories).toEqual([]);

    const one = (method: string, query = "", json?: object) => call(service, `${method} /v1/memories/{id}`, `/v1/memories/${id}?user_id=anna${query}`, json === undefined ? {} : { json });
    const next = await one("PUT", "", { content: "Anna prefers green tea" });
    expect(next.body).toMatchObject({ content: "Anna prefers green tea", supersedes: id, importance: 0.8, tags: ["drinks"] });
    expect((await one("GET")).body).toMatchObject({ superseded_by: next.body.id });
    expect(await one("PUT", "", { content: "Anna prefers coffee" })).toMatchObject({ status: 409, body: { code: "memory_ended" } });

    const current = `/v1/memories/${next.body.id}`;
    expect((await call(service, "DELETE /v1/memories/{id}", `${current}?user_id=anna`)).body).toEqual({ id: next.body.id, status: "retired" });
    expect((await call(service, "GET /v1/memories/{id}", `${current}?user_id=anna`)).body.retired_at).toBeTypeOf("string");
    expect((await call(service, "DELETE /v1/memories/{id}", `${current}?user_id=anna&forget=true`)).body).toEqual({ id: next.body.id, status: "erased" });
    expect((await call(service, "GET /v1/memories/{id}", `${current}?user_id=anna`)).status).toBe(404);
  });

  it("come in pages", async () => {
    for (let number = 0; number < 5; number += 1) await remember({ user_id: "bert", content: `Fact number ${number}` });
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await get("/v1/memories", `user_id=bert&limit=2${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...body.memories.map((memory: { content: string }) => memory.content));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((number) => `Fact number ${number}`));
    expect(await get("/v1/memories", "user_id=bert&cursor=made-up")).toMatchObject({ status: 422 });
  });

  it("stay in their namespace unless it is named", async () => {
    const { id } = await remember({ content: "The diary is under the bed", namespace: "personal" });
    const found = async (fields: object) => (await post("/v1/search", { user_id: "anna", query: "diary", ...fields })).body.items.length;
    expect(await found({})).toBe(0);
    expect(await found({ namespaces: ["personal", "global"] })).toBe(1);
    expect(await found({ namespace: "personal" })).toBe(1);
    const at = (query: string) => call(service, "GET /v1/memories/{id}", `/v1/memories/${id}?user_id=anna${query}`);
    expect([(await at("")).status, (await at("&namespace=personal")).status, (await at("&namespaces=global,personal")).status]).toEqual([404, 200, 200]);
  });

  it("do not survive in a kept answer when they are erased", async () => {
    const { id } = await remember({ content: "The safe opens with a zebra" });
    const ask = () => call(service, "POST /hybrid-search", "/hybrid-search", { json: { user_id: "anna", query: "safe zebra" }, headers: { "idempotency-key": "ask-1" } });
    expect((await ask()).text).toContain("zebra");
    expect((await ask()).headers.get("idempotent-replay")).toBe("true");
    await call(service, "DELETE /v1/memories/{id}", `/v1/memories/${id}?user_id=anna&forget=true`);
    expect((await ask()).text).not.toContain("opens with");
  });
});

describe("conversations", () => {
  it("are listed with their turns", async () => {
    const { body } = await get("/v1/sessions");
    expect(body.sessions).toMatchObject([{ session_id: "s1", turns: 3, captured: 0, first_at: "2026-01-01T10:00:00.000Z" }]);
    const page = (query: string) => call(service, "GET /v1/sessions/{session_id}/turns", `/v1/sessions/s1/turns?user_id=anna${query}`);
    const first = await page("&limit=2");
    expect(first.body).toMatchObject({ turns: [{ position: 0, external_id: "m0", speaker: "Anna", role: "user" }, { position: 1 }], next_cursor: "1" });
    expect((await page("&limit=2&after=1")).body).toMatchObject({ turns: [{ position: 2 }], next_cursor: null });
    expect(await call(service, "GET /v1/sessions/{session_id}/turns", "/v1/sessions/none/turns?user_id=anna")).toMatchObject({ status: 404, body: { code: "not_found" } });
  });
});

describe("the older routes", () => {
  it("keep facts and find memories and turns, with integers and their scales", async () => {
    expect((await post("/store", { user_id: "carl", topic: "garden", fact: "Carl waters the roses", importance: 8 })).body).toEqual({ status: "stored", count: 1 });
    await service.say("carl", ["I bought roses in March"]);
    const { body } = await post("/hybrid-search", { user_id: "carl", query: "roses" });
    expect(body.count).toBe(2);
    expect(body.results).toContainEqual(expect.objectContaining({ topic: "garden", fact: "Carl waters the roses", importance: 8, user_id: "carl", source: "fts5" }));
    expect(body.results).toContainEqual(expect.objectContaining({ topic: "Anna", fact: "I bought roses in March", importance: 5 }));
    expect(new Set(body.results.map(({ id }: { id: number }) => id)).size).toBe(2);
    expect((await get("/search", "user_id=carl&q=roses&limit=1")).body.count).toBe(1);
    expect((await get("/recent", "user_id=carl")).body.results).toMatchObject([{ fact: "Carl waters the roses" }]);
  });

  it("answer a question in the words that were kept", async () => {
    const { body } = await post("/recall", { user_id: "carl", query: "What about the roses?" });
    expect(body.response).toContain("- [garden] Carl waters the roses");
    expect(body.memories_used).toBe(2);
    expect((await post("/recall", { user_id: "carl", query: "xylophone" })).body).toMatchObject({ memories_used: 0, response: expect.stringContaining("Nothing") });
  });

  it("need a user, and answer nothing for an unknown one", async () => {
    for (const target of ["/search?q=roses", "/recent", "/recent?user_id="]) {
      expect(await call(service, `GET ${target.split("?")[0]!}`, target)).toMatchObject({ status: 400, body: { code: "missing_user" } });
    }
    expect(await get("/recent", "user_id=nobody")).toMatchObject({ status: 404, body: { code: "unknown_user", results: [], count: 0, error: expect.any(String) } });
  });

  it("count over all users", async () => {
    const stats = (await get("/stats", "")).body;
    expect(stats).toMatchObject({ unique_users: 3, total_summaries: 0 });
    expect((await get("/health", "")).body).toMatchObject({ status: "ok", stats });
  });
});

describe("export, import and forget", () => {
  it("answer with lines, counts, and what would go", async () => {
    expect((await post("/v1/export", { user_id: "anna", kinds: ["turn"] })).body.map(({ kind }: { kind: string }) => kind)).toEqual(["header", "turn", "turn", "turn", "end"]);
    const imported = await call(service, "POST /v1/import", "/v1/import?user_id=anna&dry_run=true", { lines: JSON.stringify({ kind: "memory", content: "Anna whistles" }) });
    expect(imported.body).toMatchObject({ dry_run: true, memories: { imported: 1 } });
    expect((await post("/v1/forget", { user_id: "anna", session_id: "s1" })).body).toMatchObject({ dry_run: true, turns: 3, sessions: 1 });
  });
});

describe("operations", () => {
  it("say how each part is", async () => {
    expect((await get("/healthz", "")).body).toEqual({ status: "ok" });
    service.health.report("embedder", { status: "degraded", why: "The model is loading." });
    expect((await get("/readyz", "")).body).toMatchObject({ status: "degraded", parts: { store: { status: "ok", why: null }, embedder: { status: "degraded", why: "The model is loading.", since: expect.any(String) } } });
    expect((await get("/metrics", "")).text).toContain("cortex_http_request_seconds");
    expect((await get("/v1/stats")).body).toMatchObject({ user_id: "anna", turns: 3, sessions: 1, open_turns: 3 });
  });

  it("answer 503 when a part that nothing works without is down", async () => {
    const broken = await openService();
    broken.health.report("store", { status: "down", why: "The disk is full." });
    expect(await call(broken, "GET /readyz", "/readyz")).toMatchObject({ status: 503, body: { status: "down" } });
    await broken.close();
  });

  it("describe themselves", async () => {
    const { body } = await get("/openapi.json", "");
    expect(body.openapi).toBe("3.1.0");
    expect((await get("/docs", "")).text).toContain("/v1/recall");
  });
});

describe("knowledge", () => knowledgeCases(() => service));

describe("while the store is away", () => {
  it("recall and search answer, and say what they could not read", async () => {
    const service = await openService();
    try {
      await service.say("ann", ["My dentist appointment is on Friday."]);
      await service.store.close();
      for (const path of ["/v1/recall", "/v1/search"]) {
        const response = await fetch(`${service.url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ user_id: "ann", query: "When is the dentist appointment?" }) });
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({ items: [], degraded: expect.arrayContaining([{ part: "words", reason: "store_unavailable" }]) as unknown });
      }
      expect((await fetch(`${service.url}/v1/memories?user_id=ann`)).status).toBe(503);
    } finally {
      await service.close();
    }
  });
});

// Last: everything above has asked.
it("every line of the route table has been seen to answer as documented", () => {
  expect(service.checker.unseen()).toEqual([]);
});
