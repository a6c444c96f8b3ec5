import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createConversations, previewConversation } from "@memory-cortex/formation";
import { createHttpServer } from "@memory-cortex/http";
import { realmOf, systemClock, uuidV7Source } from "@memory-cortex/models";
import { createLocalQueue } from "@memory-cortex/queue-local";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { answerChecker, badRequests, countWrites, refusalFaults } from "@memory-cortex/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ingestRoutes } from "../src/index.ts";
import type { IngestServices } from "../src/index.ts";

const BODY_LIMIT_BYTES = 100_000;
const TOKENS = [
  { token: "anna-writes", roles: ["write" as const], users: ["anna"], namespaces: ["work", "home"] },
  { token: "anybody-reads", roles: ["read" as const] },
  { token: "the-owner", roles: ["admin" as const] },
];

async function openService() {
  const home = mkdtempSync(join(tmpdir(), "cortex-ingest-"));
  const ids = uuidV7Source(systemClock);
  const { store, writes } = countWrites(await openSqliteStore({ home, clock: systemClock, readers: 1 }));
  const queue = createLocalQueue({ clock: systemClock });
  const conversations = createConversations({ store, queue, clock: systemClock, ids });
  const preview: IngestServices["preview"] = (request, signal) => previewConversation({ store, queue, clock: systemClock, ids }, request, signal);
  const common = { store, ids, routes: ingestRoutes({ conversations, preview }), clock: systemClock, version: "0.0.0", bodyLimitBytes: BODY_LIMIT_BYTES, rateLimitPerSecond: 0, rateLimitBurst: 1 };
  const open = createHttpServer({ ...common, tokens: [] });
  const guarded = createHttpServer({ ...common, tokens: TOKENS });
  const { url } = await open.listen({ host: "127.0.0.1", port: 0 });
  const { url: guardedUrl } = await guarded.listen({ host: "127.0.0.1", port: 0 });
  const checker = answerChecker(open.routes);
  return {
    store, writes, url, routes: open.routes, checker,
    /** With a token at the guarded server, else at the open one. */
    post: async (path: string, json: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch((headers["authorization"] === undefined ? url : guardedUrl) + path, {
        method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(json),
      });
      const text = await response.text();
      const faults = checker.faults({ method: "POST", path, status: response.status, contentType: response.headers.get("content-type") ?? "", text });
      return { status: response.status, headers: response.headers, body: JSON.parse(text), faults };
    },
    close: async () => {
      await Promise.all([open.close(0), guarded.close(0)]);
      await queue.close({ graceMs: 0 });
      await store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

let service: Awaited<ReturnType<typeof openService>>;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const talk = (userId: string, texts: readonly string[], fields: object = {}) => ({
  user_id: userId, session_id: "s1", messages: texts.map((content, index) => ({ role: "user", content, timestamp: 1_767_000_000_000 + index * 60_000 })), ...fields,
});
const turnsOf = async (userId: string, namespace = "global") =>
  (await service.store.listTurns(realmOf(userId, [namespace]), { sessionId: "s1", after: -1, limit: 100 }))?.turns.map(({ text }) => text) ?? [];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("POST /ingest", () => {
  it("has the turns in the store when it answers, and keeps only what is new", async () => {
    expect(await service.post("/ingest", talk("carl", ["I keep bees", "Twelve hives by now"]))).toMatchObject({
      status: 202, faults: [], body: { status: "debounced", debounce_seconds: 30, session_id: "s1", accepted: 2, duplicate: 0, ignored: [] },
    });
    expect(await turnsOf("carl")).toEqual(["I keep bees", "Twelve hives by now"]);
    const again = await service.post("/ingest", talk("carl", ["I keep bees", "Twelve hives by now", "And one queen each"], { debounce: false }));
    expect(again).toMatchObject({ status: 202, faults: [], body: { status: "accepted", accepted: 1, duplicate: 2 } });
    expect(again.body).not.toHaveProperty("debounce_seconds");
  });

  it("takes null for what a client does not know, and content in parts", async () => {
    const messages = [{ role: "user", content: [{ type: "text", text: "I play" }, { type: "text", text: "the cello" }], name: null, id: null, timestamp: null }, { role: "assistant", content: null }];
    expect(await service.post("/ingest", { user_id: "dora", session_id: "s1", channel: null, project: null, messages })).toMatchObject({ status: 202, faults: [], body: { accepted: 1 } });
  });

  it("replays the answer of a key", async () => {
    const key = { "idempotency-key": "k1" };
    const first = await service.post("/ingest", talk("emil", ["Once is enough"]), key);
    const second = await service.post("/ingest", talk("emil", ["Once is enough"]), key);
    expect([second.status, second.headers.get("idempotent-replay"), second.body]).toEqual([202, "true", first.body]);
    expect(await service.post("/ingest", talk("emil", ["Twice"]), key)).toMatchObject({ status: 409, faults: [] });
  });

  it("of nothing worth keeping makes no user, not even to keep its answer", async () => {
    const nothing = talk("nobody", ["HEARTBEAT_OK"]);
    expect(await service.post("/ingest", { ...nothing, messages: [{ role: "tool", content: "{}" }] }, { "idempotency-key": "k2" })).toMatchObject({ status: 202, body: { accepted: 0 } });
    expect(await service.store.users()).not.toContain("nobody");
  });
});

describe("tokens", () => {
  it("write where they are tied to, and nowhere else", async () => {
    expect(await service.post("/ingest", talk("anna", ["At work"]), bearer("anna-writes"))).toMatchObject({ status: 202 });
    expect([await turnsOf("anna", "work"), await turnsOf("anna")]).toEqual([["At work"], []]);
    service.writes.length = 0;
    const refused = [
      await service.post("/ingest", talk("anna", ["x"], { namespace: "global" }), bearer("anna-writes")),
      await service.post("/ingest", talk("bert", ["x"]), bearer("anna-writes")),
      await service.post("/ingest", talk("anna", ["x"]), bearer("anybody-reads")),
      await service.post("/ingest", talk("anna", ["x"]), bearer("made-up")),
      await service.post("/v1/flush", { user_id: "carl" }, bearer("anna-writes")),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([[404, "not_found"], [404, "unknown_user"], [403, "forbidden"], [401, "unauthorized"], [404, "unknown_user"]]);
    expect(refused.flatMap(({ faults }) => faults)).toEqual([]);
    expect(service.writes).toEqual([]);
  });

  it("of an admin hold every role", async () => {
    expect(await service.post("/ingest", talk("fred", ["Hello there"]), bearer("the-owner"))).toMatchObject({ status: 202 });
  });
});

describe("POST /v1/capture/preview", () => {
  it("says what would be remembered, beside what is known, and why not the rest; keeps nothing", async () => {
    const messages = [
      { role: "user", content: "I prefer green tea over coffee. What do you drink?", timestamp: "2026-01-05T10:00:00Z" },
      { role: "assistant", content: "I prefer electricity." },
      { role: "user", content: "" },
    ];
    await service.post("/ingest", talk("hugo", ["Hello there"]));
    service.writes.length = 0;
    const { status, faults, body } = await service.post("/v1/capture/preview", { user_id: "hugo", session_id: "s", messages });
    expect([status, faults]).toEqual([200, []]);
    expect(body).toMatchObject({ by: "rules", failure: null, remembered: [{ type: "preference", messages: [0], outcome: "create" }], ignored: [{ index: 2, reason: "empty" }] });
    expect(body.remembered[0].text).toContain("green tea");
    expect(body.refused.map(({ text }: { text: string }) => text)).toEqual(expect.arrayContaining([expect.stringContaining("What do you drink")]));
    expect(service.writes).toEqual([]);
  });
});

describe("POST /v1/flush", () => {
  it("says what is still open when its time is up", async () => {
    expect(await service.post("/v1/flush", { user_id: "carl", timeout_ms: 1 })).toMatchObject({ status: 200, faults: [], body: { done: false, pending: { capture: expect.any(Number) } } });
  });
});

it.each(ingestRoutes({} as IngestServices).map(({ method, path }) => `${method} ${path}`))("%s refuses what is wrong, and writes nothing", async (line) => {
  const route = service.routes.find(({ method, path }) => `${method} ${path}` === line)!;
  await service.post("/ingest", talk("gina", ["I am here"]));
  const users = await service.store.users();
  service.writes.length = 0;
  const faults: string[] = [];
  for (const request of badRequests(route, { routes: service.routes, knownUser: "gina", bodyLimitBytes: BODY_LIMIT_BYTES })) faults.push(...(await refusalFaults(service.url, route, request)));
  expect(faults).toEqual([]);
  expect(service.writes).toEqual([]);
  expect((await service.store.users()).sort()).toEqual(users.sort());
});
