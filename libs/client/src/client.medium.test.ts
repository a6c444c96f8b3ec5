import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { callRoute } from "./call-route.ts";
import type { AnswerStream } from "./answer-stream.ts";
import { createCortexClient } from "./client.ts";
import { openTransport } from "./transport.ts";

interface Seen {
  line: string;
  headers: IncomingMessage["headers"];
  body: string;
}
type Step = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let url: string;
let seen: Seen[];
/** What the server does, request by request; the last step stays. */
let script: Step[];
let waits: number[];

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Step => (response) => void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const away = json(503, { code: "store_unavailable", detail: "The store cannot be reached", fix: "Check the disk.", retryable: true, request_id: "r" }, { "content-type": "application/problem+json" });
const hangUp: Step = (response) => void response.socket?.destroy();
const silence: Step = () => undefined;

beforeEach(async () => {
  [seen, script, waits] = [[], [json(200, { ok: true })], []];
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => void (body += text));
    request.on("end", () => {
      seen.push({ line: `${request.method ?? ""} ${request.url ?? ""}`, headers: request.headers, body });
      (script.length > 1 ? script.shift()! : script[0]!)(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const client = (options: Partial<Parameters<typeof createCortexClient>[0]> = {}) =>
  createCortexClient({ url, random: () => 0, wait: async (milliseconds) => void waits.push(milliseconds), ...options });

const fact = { user_id: "ann", content: "Tea, not coffee." };

describe("a call", () => {
  it("sends what the route takes, with token, own headers and request id", async () => {
    expect(await client({ token: "t0ken", headers: { "user-agent": "tests" } }).recall({ user_id: "ann", query: "Tea?" }, { requestId: "mine-1" })).toEqual({ ok: true });
    expect(seen).toMatchObject([{ line: "POST /v1/recall", body: '{"user_id":"ann","query":"Tea?"}', headers: { authorization: "Bearer t0ken", "user-agent": "tests", "x-request-id": "mine-1", "content-type": "application/json" } }]);
    expect(seen[0]?.headers).not.toHaveProperty("idempotency-key");
  });

  it("gives text where the route answers text", async () => {
    script = [(response) => void response.writeHead(200, { "content-type": "text/plain" }).end("cortex_up 1\n")];
    expect(await client().metrics()).toBe("cortex_up 1\n");
  });

  it("takes a 503 of readiness for an answer, and one with a code for an error", async () => {
    script = [json(503, { status: "down", parts: {} })];
    expect(await client().readiness()).toEqual({ status: "down", parts: {} });
    script = [away];
    await expect(client({ retries: 0 }).readiness()).rejects.toMatchObject({ code: "store_unavailable" });
  });

  it("tells another program that answers there", async () => {
    script = [(response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>It works!</h1>")];
    await expect(client().stats({ user_id: "ann" })).rejects.toMatchObject({ code: "not_ours", status: 200, fix: expect.stringContaining("doctor") });
  });

  it("refuses what no header can hold, before anything is sent", async () => {
    await expect(client().remember(fact, { idempotencyKey: "a b" })).rejects.toMatchObject({ code: "invalid_fields" });
    await expect(client().stats({ user_id: "ann" }, { requestId: "a\nb" })).rejects.toMatchObject({ code: "invalid_fields" });
    expect(seen).toEqual([]);
  });
});

describe("a call that fails", () => {
  it("is sent again with the same key, and waits longer each time", async () => {
    script = [away, away, json(201, { id: "m1" })];
    expect(await client().remember(fact)).toEqual({ id: "m1" });
    expect(waits).toEqual([50, 100]);
    expect(seen[0]?.headers["idempotency-key"]).toMatch(/^[\w-]{36}$/);
    expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  it("has another key each time, or the caller's own, or none", async () => {
    await client().remember(fact);
    await client().remember(fact);
    await client().remember(fact, { idempotencyKey: "mine" });
    await client().remember(fact, { idempotencyKey: null });
    const keys = seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys.slice(2)).toEqual(["mine", undefined]);
  });

  it("is given up after the given number of attempts, with the service's own error", async () => {
    script = [away];
    await expect(client({ retries: 3 }).recall({ user_id: "ann", query: "Tea?" })).rejects.toMatchObject({ code: "store_unavailable", fix: "Check the disk.", requestId: "r" });
    expect(seen).toHaveLength(4);
  });

  it("is not sent again when it changes something and has no key", async () => {
    script = [away];
    await expect(client().updateMemory({ id: "m1", user_id: "ann", content: "x" })).rejects.toMatchObject({ status: 503 });
    await expect(client().remember(fact, { idempotencyKey: null })).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(2);
  });

  it("needs no key to be sent again when the caller says that twice is once", async () => {
    script = [away, hangUp, json(200, { accepted: 1 })];
    expect(await client().ingest({ user_id: "ann", session_id: "s", messages: [{ role: "user", content: "Tea.", id: "1" }] }, { repeatable: true })).toEqual({ accepted: 1 });
    expect(seen.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, undefined, undefined]);
  });

  it("waits as long as Retry-After says, and not at all when that is too long", async () => {
    script = [json(429, { code: "rate_limited", retryable: true }, { "retry-after": "2" }), json(200, {})];
    await client().deleteMemory({ id: "m1", user_id: "ann" });
    expect(waits).toEqual([2_000]);
    script = [json(429, { code: "rate_limited", retryable: true }, { "retry-after": "60" })];
    await expect(client().stats({ user_id: "ann" })).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 60 });
    expect(waits).toEqual([2_000]);
  });

  it("is waited for as long as there is time, when it is patient and the service is busy", async () => {
    const busy = json(429, { code: "rate_limited", retryable: true }, { "retry-after": "1" });
    script = [away, busy, away, away, busy, json(201, { id: "m1" })];
    expect(await client({ retries: 0 }).remember(fact, { patient: true })).toEqual({ id: "m1" });
    expect(waits).toEqual([50, 1_000, 200, 400, 1_000]);
    [script, waits] = [[away], []];
    await expect(client({ timeoutMs: 1_500 }).remember(fact, { patient: true })).rejects.toMatchObject({ code: "store_unavailable" });
    expect(waits).toEqual([50, 100, 200, 400, 800]);
  });

  it("is not waited for longer, however patient, when nobody answers or the service refuses", async () => {
    script = [hangUp];
    await expect(client({ retries: 1 }).remember(fact, { patient: true })).rejects.toMatchObject({ code: "connection_lost" });
    script = [json(503, { code: "llm_rejected", retryable: false })];
    await expect(client().remember(fact, { patient: true })).rejects.toMatchObject({ code: "llm_rejected" });
    expect(seen).toHaveLength(3);
  });

  it("is sent again after a lost connection", async () => {
    script = [hangUp, json(200, { turns: 1 })];
    expect(await client().stats({ user_id: "ann" })).toEqual({ turns: 1 });
    script = [hangUp];
    await expect(client({ retries: 1 }).stats({ user_id: "ann" })).rejects.toMatchObject({ code: "connection_lost", status: 0, retryable: true });
  });

  it("is sent again after an answer that broke off", async () => {
    script = [(response) => void response.writeHead(200, { "content-length": "100" }).write('{"turns"', () => response.socket?.destroy()), json(200, { turns: 2 })];
    expect(await client().stats({ user_id: "ann" })).toEqual({ turns: 2 });
  });

  it("says that nobody answers, and what to do", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const free = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    await new Promise((resolve) => gone.close(resolve));
    await expect(client({ url: free }).updateMemory({ id: "m1", user_id: "ann", content: "x" })).rejects.toMatchObject({ code: "not_running", status: 0, detail: `No service answers at ${free}.`, fix: expect.stringContaining("cortex up") });
    expect(waits).toEqual([50, 100]);
    await expect(client({ url: "http://no-such-host.invalid", retries: 0 }).alive()).rejects.toMatchObject({ code: "not_running" });
    await expect(client({ url: "http://127.0.0.1:6000" }).alive()).rejects.toMatchObject({ code: "invalid_client", fix: expect.stringContaining("another port") });
  });
});

describe("time", () => {
  it("ends a call that is not answered", async () => {
    script = [silence];
    const start = performance.now();
    await expect(client({ timeoutMs: 40 }).recall({ user_id: "ann", query: "Tea?" })).rejects.toMatchObject({ code: "timeout", retryable: true });
    await expect(client().recall({ user_id: "ann", query: "Tea?" }, { timeoutMs: 40 })).rejects.toMatchObject({ code: "timeout" });
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("ends a call whatever fetch does with its signal", async () => {
    await expect(client({ timeoutMs: 20, fetch: () => new Promise(() => undefined) }).alive()).rejects.toMatchObject({ code: "timeout" });
  });

  it("bounds all attempts together, and names what went wrong before", async () => {
    script = [away, silence];
    await expect(client({ timeoutMs: 200 }).recall({ user_id: "ann", query: "Tea?" })).rejects.toMatchObject({ code: "timeout", fix: "Check the disk.", cause: { code: "store_unavailable" } });
    expect(seen).toHaveLength(2);
  });

  it("is longer for a call that names a limit of the service's own", async () => {
    script = [(response) => void setTimeout(() => json(200, { done: true })(response, undefined as never), 60)];
    expect(await client({ timeoutMs: 20 }).flush({ user_id: "ann", timeout_ms: 1_000 })).toEqual({ done: true });
  });

  it("ends with the caller's signal, before and while it runs", async () => {
    script = [silence];
    const controller = new AbortController();
    const call = client().recall({ user_id: "ann", query: "Tea?" }, { signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "aborted", retryable: false });
    await expect(client().alive({ signal: controller.signal })).rejects.toMatchObject({ code: "aborted" });
    await expect(client().alive({ signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ code: "timeout" });
  });

  it("waits in earnest between attempts, and not beyond the caller's signal", async () => {
    script = [json(429, { code: "rate_limited", retryable: true }, { "retry-after": "20" })];
    const controller = new AbortController();
    const call = createCortexClient({ url }).stats({ user_id: "ann" }, { signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    script = [away, json(200, { turns: 3 })];
    expect(await createCortexClient({ url }).stats({ user_id: "ann" })).toEqual({ turns: 3 });
  });
});

describe("a stream", () => {
  const route = { method: "POST", path: "/stream", again: "reads", stream: true } as const;
  const open = async (options: { timeoutMs?: number; signal?: AbortSignal } = {}) => (await callRoute(openTransport({ url }), { route, fields: { user_id: "ann" } }, options)) as AnswerStream;
  const pieces = (...parts: string[]): Step => (response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson; charset=utf-8" });
    for (const part of parts) response.write(part);
    response.end();
  };

  it("is read by its lines, wherever they are cut", async () => {
    script = [pieces('{"a":1}\n{"b"', ':"ü', '"}\r\n', "\n", '{"c":3}')];
    const stream = await open();
    expect(stream.contentType).toBe("application/x-ndjson");
    const lines: string[] = [];
    for await (const line of stream) lines.push(line);
    expect(lines).toEqual(['{"a":1}', '{"b":"ü"}', "", '{"c":3}']);
  });

  it("is read as one text", async () => {
    script = [pieces("a,b\n", "1,2\n")];
    expect(await (await open()).text()).toBe("a,b\n1,2\n");
  });

  it("is given as it is, to its last byte", async () => {
    script = [pieces("a,b\r\n", '"1\r\n2",', "ü\r\n")];
    const parts: Uint8Array[] = [];
    for await (const part of (await open()).bytes()) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('a,b\r\n"1\r\n2",ü\r\n');
  });

  it("rejects with an error of the service, and when it breaks off", async () => {
    script = [json(403, { code: "forbidden", detail: "no" })];
    await expect(open()).rejects.toMatchObject({ code: "forbidden" });
    script = [(response) => void response.writeHead(200).write("one\n", () => response.socket?.destroy())];
    await expect(open().then((stream) => stream.text())).rejects.toMatchObject({ code: "connection_lost", status: 200 });
  });

  it("is under the time limit of its call to its end", async () => {
    script = [(response) => void response.writeHead(200).write("one\n")];
    const stream = await open({ timeoutMs: 60 });
    const lines: string[] = [];
    await expect((async () => { for await (const line of stream) lines.push(line); })()).rejects.toMatchObject({ code: "timeout" });
    expect(lines).toEqual(["one"]);
  });

  it("ends the request when nobody reads on", async () => {
    const closed = Promise.withResolvers<boolean>();
    script = [(response) => {
      response.once("close", () => closed.resolve(response.writableFinished));
      response.writeHead(200).write("one\ntwo\n");
    }];
    for await (const line of await open()) if (line === "one") break;
    expect(await closed.promise).toBe(false);
  });
});
