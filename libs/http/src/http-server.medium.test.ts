import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createConnection } from "node:net";
import { gzipSync } from "node:zlib";

import { uuidV7Source, systemClock } from "@memory-cortex/models";
import { hybridSearchRequest, rememberRequest } from "@memory-cortex/models/wire";
import type { CortexError } from "@memory-cortex/models";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";

import type { AroundRequest, BegunRequest, RequestEvent } from "./express-app.ts";
import { createHttpServer } from "./http-server.ts";
import type { HttpServer, HttpServerOptions } from "./http-server.ts";
import { serviceRoute, userRoute } from "./route.ts";
import type { Route } from "./route.ts";
import { storeOf } from "./user-store.fixture.ts";

const open: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close(0)));
});

type Sent = Omit<RequestInit, "headers"> & { json?: unknown; headers?: Record<string, string> };

interface Gate {
  entered: Promise<unknown>;
  release: () => void;
}

const answers = { 200: { description: "Fine", schema: z.looseObject({}) } };

function routesOf(written: unknown[], gate?: { enter: () => void; held: Promise<unknown> }): Route[] {
  return [
    userRoute({
      method: "POST", path: "/v1/notes", summary: "Keeps", tag: "Test", role: "write", user: "new", body: rememberRequest, answers: { 201: answers[200] },
      handle: async ({ body, namespaces }) => {
        written.push(body);
        return { status: 201, body: { number: written.length, namespaces } };
      },
    }),
    userRoute({
      method: "GET", path: "/v1/notes/{id}", summary: "Reads", tag: "Test", role: "read", user: "known",
      query: z.object({ user_id: z.string() }), params: z.object({ id: z.string().max(64) }), answers,
      handle: async ({ params, userId }) => ({ body: { ...params, userId } }),
    }),
    userRoute({
      method: "POST", path: "/old-search", summary: "Reads", tag: "Test", role: "read", user: "known", errorStyle: "legacy", body: hybridSearchRequest, answers,
      whenUnknownUser: { results: [] },
      handle: async () => ({ body: { results: [1] } }),
    }),
    serviceRoute({ method: "GET", path: "/alive", summary: "Lives", tag: "Test", role: "public", user: "none", unlimited: true, answers, handle: async () => ({ body: {} }) }),
    serviceRoute({
      method: "GET", path: "/slow", summary: "Waits", tag: "Test", role: "read", user: "none", answers,
      handle: async () => {
        gate?.enter();
        await gate?.held;
        return { body: { done: true } };
      },
    }),
    serviceRoute({
      method: "GET", path: "/broken", summary: "Breaks", tag: "Test", role: "read", user: "none", answers,
      handle: async () => Promise.reject(new TypeError("secret inside /home/somebody")),
    }),
  ];
}

async function start(options: Partial<HttpServerOptions> = {}) {
  const written: unknown[] = [];
  const events: RequestEvent[] = [];
  const failures: unknown[] = [];
  const entered = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const gate: Gate = { entered: entered.promise, release: () => held.resolve(undefined) };
  const server = createHttpServer({
    routes: routesOf(written, { enter: () => entered.resolve(undefined), held: held.promise }),
    version: "1.2.3", clock: systemClock, ids: uuidV7Source(systemClock), tokens: [], bodyLimitBytes: 10_000, rateLimitPerSecond: 0, rateLimitBurst: 1,
    store: await storeOf(["anna"], systemClock),
    onRequest: (event) => events.push(event),
    onFailure: (error) => failures.push(error),
    ...options,
  });
  open.push(server);
  const { url, port } = await server.listen({ host: "127.0.0.1", port: 0 });
  const call = async (method: string, path: string, init: Sent = {}) => {
    const { json, headers, ...rest } = init;
    const sent = { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers };
    const response = await fetch(url + path, { method, ...rest, headers: sent, ...(json === undefined ? {} : { body: JSON.stringify(json) }) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: (text === "" || !/json/.test(response.headers.get("content-type") ?? "") ? null : JSON.parse(text)) as Record<string, unknown> };
  };
  return { server, url, port, call, written, events, failures, gate };
}

/** Sends bytes as they are and reads until the other side closes. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = createConnection({ host: "127.0.0.1", port });
  let answer = "";
  socket.on("data", (chunk: Buffer) => void (answer += chunk.toString()));
  socket.write(bytes);
  await once(socket, "close");
  return answer;
}

const NOTE = { user_id: "anna", content: "Tea at four" };

describe("a request", () => {
  it("is answered inside of what was put around it, with the trace that its caller names", async () => {
    const here = new AsyncLocalStorage<string>();
    const begun: BegunRequest[] = [];
    const ended = Promise.withResolvers<RequestEvent>();
    const inside: (string | undefined)[] = [];
    const echo = serviceRoute({
      method: "POST", path: "/echo", summary: "Answers", tag: "Test", role: "read", user: "none", body: z.object({ a: z.number() }), answers,
      handle: async () => {
        await Promise.resolve();
        inside.push(here.getStore());
        return { body: { done: true } };
      },
    });
    const around: AroundRequest = (request, work) => {
      begun.push(request);
      void here.run(request.requestId, work).then(ended.resolve);
    };
    const { call } = await start({ routes: [echo], around });
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    await call("POST", "/echo", { json: { a: 1 }, headers: { "x-request-id": "job-7", traceparent } });
    expect(await ended.promise).toMatchObject({ requestId: "job-7", route: "/echo", status: 200 });
    await call("POST", "/echo", { json: { a: 1 }, headers: { "x-request-id": "job-8", traceparent: "00-nonsense" } });
    expect(begun).toEqual([{ requestId: "job-7", method: "POST", traceparent }, { requestId: "job-8", method: "POST", traceparent: undefined }]);
    expect(inside).toEqual(["job-7", "job-8"]);
  });

  it("is answered with its id, kept if sane, and never cached or sniffed", async () => {
    const { call } = await start();
    const own = await call("GET", "/alive", { headers: { "x-request-id": "job-7.a" } });
    expect(own.headers.get("x-request-id")).toBe("job-7.a");
    expect(own.headers.get("cache-control")).toBe("no-store");
    expect(own.headers.get("x-content-type-options")).toBe("nosniff");
    expect(own.headers.get("x-powered-by")).toBeNull();
    for (const odd of ["a b", "<script>", "x".repeat(129)]) {
      expect((await call("GET", "/alive", { headers: { "x-request-id": odd } })).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("is reported by the path of its route, with status and code", async () => {
    const { call, events } = await start();
    await call("GET", "/v1/notes/7?user_id=nobody");
    expect(events).toMatchObject([{ method: "GET", route: "/v1/notes/{id}", status: 404, code: "unknown_user" }]);
  });

  it("never shows what broke inside, but reports it", async () => {
    const { call, failures } = await start();
    const { status, text, body } = await call("GET", "/broken");
    expect([status, body.code, body.retryable]).toEqual([500, "internal", true]);
    expect(text).not.toMatch(/secret|home|TypeError|stack/);
    expect((failures[0] as CortexError).cause).toBeInstanceOf(TypeError);
  });
});

describe("errors", () => {
  it("are problems with what to try, and short on the older routes", async () => {
    const { call } = await start();
    const problem = await call("POST", "/v1/notes", { json: { user_id: "anna" } });
    expect(problem.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(problem.body).toMatchObject({ type: "/docs#error-invalid_fields", status: 422, code: "invalid_fields", retryable: false, errors: [{ path: "content", code: "invalid_type" }] });
    expect(problem.body["request_id"]).toBe(problem.headers.get("x-request-id"));
    const old = await call("POST", "/old-search", { json: { user_id: "nobody", query: "q" } });
    expect(Object.keys(old.body).sort()).toEqual(["code", "error", "request_id", "results"]);
    for (const json of [{ query: "q" }, { query: "q", user_id: "" }, { query: "q", user_id: null }]) {
      expect(await call("POST", "/old-search", { json })).toMatchObject({ status: 400, body: { code: "missing_user" } });
    }
  });

  it("for unknown routes and methods", async () => {
    const { call } = await start();
    expect(await call("GET", "/v1/nothing")).toMatchObject({ status: 404, body: { code: "unknown_route" } });
    expect(await call("GET", "/ALIVE")).toMatchObject({ status: 404 });
    const refused = await call("PATCH", "/v1/notes/7");
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await call("HEAD", "/alive")).status).toBe(200);
    expect(await call("OPTIONS", "/v1/notes")).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
  });

  it("for paths and queries that cannot be decoded", async () => {
    const { call } = await start();
    for (const path of ["/v1/notes/%", "/v1/notes/%ff?user_id=anna", "/v1/notes/7?user_id=%", "/%c0"]) {
      const { status, body } = await call("GET", path);
      expect([path, status >= 400 && status < 500, typeof body["code"]]).toEqual([path, true, "string"]);
    }
    expect(await call("GET", "/v1/notes/7?user_id=%ff")).toMatchObject({ status: 400, body: { code: "malformed_request" } });
  });
});

describe("a body", () => {
  const send = (body: NonNullable<RequestInit["body"]>, headers: Record<string, string>) => ({ body, headers });
  it.each([
    ["of another type", send("user_id=anna", { "content-type": "application/x-www-form-urlencoded" }), 415, "unsupported_media_type"],
    ["of no type", send(new Uint8Array([0x7b, 0x7d]), {}), 415, "unsupported_media_type"],
    ["in another charset", send("{}", { "content-type": "application/json; charset=utf-16" }), 415, "unsupported_media_type"],
    ["in an unknown encoding", send("{}", { "content-type": "application/json", "content-encoding": "lzma" }), 415, "unsupported_media_type"],
    ["that is not what its encoding says", send("{}", { "content-type": "application/json", "content-encoding": "gzip" }), 400, "malformed_request"],
    ["over the limit", send(JSON.stringify("x".repeat(20_000)), { "content-type": "application/json" }), 413, "too_large"],
    ["that unpacks to over the limit", send(new Uint8Array(gzipSync("x".repeat(5_000_000))), { "content-type": "application/json", "content-encoding": "gzip" }), 413, "too_large"],
    ["that is empty", send("", { "content-type": "application/json" }), 400, "malformed_json"],
    ["nested too deeply", send("[".repeat(5_000), { "content-type": "application/json" }), 400, "too_deep"],
  ])("%s is refused", async (_name, init, status, code) => {
    const { call, written } = await start();
    expect(await call("POST", "/v1/notes", init)).toMatchObject({ status, body: { code } });
    expect(written).toEqual([]);
  });

  it("may be packed, and may have a subtype of JSON", async () => {
    const { call, written } = await start();
    const packed = new Uint8Array(gzipSync(JSON.stringify(NOTE)));
    expect(await call("POST", "/v1/notes", { body: packed, headers: { "content-type": "application/vnd.x+json; charset=UTF-8", "content-encoding": "gzip" } })).toMatchObject({ status: 201 });
    expect(written).toHaveLength(1);
  });

  it("sent without a length is bounded too", async () => {
    const { call } = await start();
    const body = new Blob([JSON.stringify("x".repeat(100_000))]).stream();
    expect(await call("POST", "/v1/notes", { body, duplex: "half", headers: { "content-type": "application/json" } })).toMatchObject({ status: 413 });
  });

  it("that its sender breaks off writes nothing and harms nobody", async () => {
    const { port, call, written, failures } = await start();
    const socket = createConnection({ host: "127.0.0.1", port });
    socket.write(`POST /v1/notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"user_id": "anna"`);
    await once(socket, "connect");
    socket.destroy();
    expect((await call("GET", "/alive")).status).toBe(200);
    expect([written, failures]).toEqual([[], []]);
  });

  it("may hold fields that nobody knows, which are not handed on", async () => {
    const { call, written } = await start();
    await call("POST", "/v1/notes", { body: '{"user_id":"anna","content":"x","new_field":1,"__proto__":{"visibility":"private"}}', headers: { "content-type": "application/json" } });
    expect(written).toMatchObject([{ content: "x", visibility: "shared" }]);
    expect(written[0]).not.toHaveProperty("new_field");
  });
});

describe("bytes that are no HTTP", () => {
  it("get an answer of the same form", async () => {
    const { port } = await start();
    const answer = await raw(port, "NONSENSE\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1]!)).toMatchObject({ code: "malformed_request", status: 400 });
  });

  it("a Host that is no loopback name is refused, as is another Origin", async () => {
    const { port, call } = await start();
    expect(await raw(port, "GET /alive HTTP/1.1\r\nHost: rebound.example.org\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 [^]*forbidden_host/);
    expect(await call("GET", "/alive", { headers: { origin: "http://example.org" } })).toMatchObject({ status: 403, body: { code: "forbidden_origin" } });
  });
});

describe("tokens", () => {
  const tokens = [
    { token: "reads-annas-work", roles: ["read" as const, "write" as const], users: ["anna"], namespaces: ["work"] },
    { token: "only-reads", roles: ["read" as const] },
  ];
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it("are asked for, except on public routes, and by any Host", async () => {
    const { call, port } = await start({ tokens });
    for (const headers of [{}, bearer("wrong"), { authorization: "Basic b25seS1yZWFkcw==" }, { authorization: "only-reads" }]) {
      const refused = await call("GET", "/v1/notes/7?user_id=anna", { headers });
      expect([refused.status, refused.body.code, refused.headers.get("www-authenticate")]).toEqual([401, "unauthorized", 'Bearer realm="memory-cortex"']);
    }
    expect((await call("GET", "/alive")).status).toBe(200);
    expect(await call("GET", "/v1/secret-plan")).toMatchObject({ status: 401 });
    expect(await raw(port, "GET /alive HTTP/1.1\r\nHost: memory.example.org\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 200/);
  });

  it("need the role before a body is read", async () => {
    const { call, written } = await start({ tokens });
    expect(await call("POST", "/v1/notes", { json: NOTE, headers: bearer("only-reads") })).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await call("POST", "/v1/notes", { body: "no JSON", headers: bearer("only-reads") })).toMatchObject({ status: 403 });
    expect(written).toEqual([]);
  });

  it("tied to a user get the same answer for others as for nobody", async () => {
    const { call } = await start({ tokens });
    const foreign = await call("GET", "/v1/notes/7?user_id=bert", { headers: bearer("reads-annas-work") });
    const nobody = await call("GET", "/v1/notes/7?user_id=bert", { headers: bearer("only-reads") });
    const same = ({ request_id: _id, ...rest }: Record<string, unknown>) => rest;
    expect([foreign.status, same(foreign.body)]).toEqual([404, same(nobody.body)]);
    expect(await call("POST", "/v1/notes", { json: { ...NOTE, user_id: "bert" }, headers: bearer("reads-annas-work") })).toMatchObject({ status: 404, body: { code: "unknown_user" } });
  });

  it("tied to namespaces write to theirs and to no other", async () => {
    const { call, written } = await start({ tokens });
    expect(await call("POST", "/v1/notes", { json: NOTE, headers: bearer("reads-annas-work") })).toMatchObject({ status: 201, body: { namespaces: ["work"] } });
    expect(await call("POST", "/v1/notes", { json: { ...NOTE, namespace: "home" }, headers: bearer("reads-annas-work") })).toMatchObject({ status: 404 });
    expect(written).toHaveLength(1);
  });
});

describe("limits", () => {
  it("hold a client back with the time to wait, and never the probes", async () => {
    const { call } = await start({ rateLimitPerSecond: 0.001, rateLimitBurst: 2 });
    const statuses = [];
    for (let request = 0; request < 3; request += 1) statuses.push((await call("GET", "/v1/nothing")).status);
    expect(statuses).toEqual([404, 404, 429]);
    const held = await call("GET", "/v1/nothing");
    expect([held.body.code, Number(held.headers.get("retry-after"))]).toEqual(["rate_limited", 1_000]);
    expect((await call("GET", "/alive")).status).toBe(200);
  });
});

describe("Idempotency-Key", () => {
  const keyed = (json: unknown) => ({ json, headers: { "idempotency-key": "one" } });
  it("performs once, replays, and refuses another body", async () => {
    const { call, written } = await start();
    const [first, second] = await Promise.all([call("POST", "/v1/notes", keyed(NOTE)), call("POST", "/v1/notes", keyed(NOTE))]);
    expect([first.text, first.status]).toEqual([second.text, second.status]);
    const again = await call("POST", "/v1/notes", keyed(NOTE));
    expect([again.status, again.text, again.headers.get("idempotent-replay")]).toEqual([201, first.text, "true"]);
    expect(await call("POST", "/v1/notes", keyed({ ...NOTE, content: "Coffee" }))).toMatchObject({ status: 409, body: { code: "idempotency_mismatch" } });
    expect(written).toHaveLength(1);
  });

  it("is checked", async () => {
    const { call, written } = await start();
    expect(await call("POST", "/v1/notes", { json: NOTE, headers: { "idempotency-key": "x".repeat(300) } })).toMatchObject({ status: 422, body: { code: "invalid_fields" } });
    expect(written).toEqual([]);
  });
});

describe("the server", () => {
  it("refuses an open bind without tokens, and a taken port with what to do", async () => {
    const { server, port } = await start();
    await expect(server.listen({ host: "0.0.0.0", port: 0 })).rejects.toMatchObject({ code: "unsafe_bind" });
    const { server: other } = await start();
    await other.close(0);
    await expect(other.listen({ host: "127.0.0.1", port })).rejects.toMatchObject({ code: "port_taken", fix: expect.stringContaining("CORTEX_PORT") });
  });

  it("lets running requests end when it closes, and cuts those that take too long", async () => {
    const { server, call, gate } = await start();
    const slow = call("GET", "/slow");
    await gate.entered;
    const closed = server.close(60_000);
    gate.release();
    expect((await slow).body).toEqual({ done: true });
    await closed;
    const stuck = await start();
    const cut = stuck.call("GET", "/slow").then(() => "answered", () => "cut");
    await stuck.gate.entered;
    await stuck.server.close(0);
    expect(await cut).toBe("cut");
  });
});
