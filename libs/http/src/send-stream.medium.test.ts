import { CortexError, systemClock, uuidV7Source } from "@memory-cortex/models";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";

import { createHttpServer } from "./http-server.ts";
import type { HttpServer } from "./http-server.ts";
import { userRoute } from "./route.ts";
import type { Route } from "./route.ts";
import { storeOf } from "./user-store.fixture.ts";

const open: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close(0)));
});

const body = z.object({ user_id: z.string() });
const facts = { method: "POST", summary: "Does", tag: "Test", user: "known" } as const;

async function start(routes: readonly Route[]) {
  const failures: unknown[] = [];
  const server = createHttpServer({
    routes, version: "1", clock: systemClock, ids: uuidV7Source(systemClock), tokens: [], bodyLimitBytes: 1_000, rateLimitPerSecond: 0, rateLimitBurst: 1,
    store: await storeOf(["anna"], systemClock), onFailure: (error) => failures.push(error),
  });
  open.push(server);
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  return { url, failures };
}

const post = (url: string, content: string, headers: Record<string, string> = {}) => fetch(url, { method: "POST", body: content, headers: { "content-type": "application/json", ...headers } });

describe("an answer that is a stream", () => {
  const streaming = (stream: () => AsyncIterable<string>): Route =>
    userRoute({ ...facts, path: "/stream", role: "read", body, streams: true, answers: { 200: { description: "Lines", contents: { "application/x-ndjson": z.object({}) } } }, handle: async () => ({ body: null, contentType: "application/x-ndjson", stream: stream() }) });
  const ask = (url: string, headers?: Record<string, string>) => post(`${url}/stream`, JSON.stringify({ user_id: "anna" }), headers);

  it("comes piece by piece, anew with each request", async () => {
    let asked = 0;
    const { url } = await start([streaming(async function* () { asked += 1; yield "{}\n"; yield `{"n":${asked}}\n`; })]);
    const first = await ask(url, { "idempotency-key": "k" });
    expect([first.status, first.headers.get("content-type"), first.headers.get("content-length"), await first.text()]).toEqual([200, "application/x-ndjson", null, '{}\n{"n":1}\n']);
    expect(await (await ask(url, { "idempotency-key": "k" })).text()).toBe('{}\n{"n":2}\n');
  });

  it("is an error like any other when it fails before its first piece", async () => {
     
    const { url } = await start([streaming(async function* () { throw new CortexError("store_unavailable"); })]);
    const response = await ask(url);
    expect([response.status, await response.json()]).toMatchObject([503, { code: "store_unavailable" }]);
  });

  it("is cut off when it fails later, so that nobody takes it for whole", async () => {
    const { url, failures } = await start([streaming(async function* () { yield "{}\n"; throw new TypeError("broken"); })]);
    await expect(ask(url).then((response) => response.text())).rejects.toThrow();
    await expect.poll(() => failures.length).toBe(1);
  });

  it("ends when the caller hangs up, which is no failure", async () => {
    const ended = Promise.withResolvers<string>();
    const { url, failures } = await start([streaming(async function* () {
      try {
        for (;;) yield `${"x".repeat(10_000)}\n`;
      } finally {
        ended.resolve("ended");
      }
    })]);
    const hangUp = new AbortController();
    const response = await fetch(`${url}/stream`, { method: "POST", body: JSON.stringify({ user_id: "anna" }), headers: { "content-type": "application/json" }, signal: hangUp.signal });
    await response.body!.getReader().read();
    hangUp.abort();
    await expect(ended.promise).resolves.toBe("ended");
    expect(failures).toEqual([]);
  });
});

describe("a body of lines", () => {
  const taken: string[] = [];
  const taking = userRoute({
    ...facts, path: "/lines", role: "write", query: body, lines: { contents: { "application/x-ndjson": z.object({}) }, limitBytes: 5_000 },
    answers: { 200: { description: "Counts", schema: z.object({ bytes: z.number() }) } },
    handle: async ({ bytes }) => (taken.push(bytes.toString()), { body: { bytes: bytes.length } }),
  });
  const send = (url: string, content: string, headers: Record<string, string> = {}, user = "anna") => post(`${url}/lines?user_id=${user}`, content, { "content-type": "application/x-ndjson; charset=utf-8", ...headers });

  it("is taken as it is, up to a limit of its own", async () => {
    const { url } = await start([taking]);
    taken.length = 0;
    expect(await (await send(url, `{"a":1}\n${" ".repeat(4_000)}`)).json()).toEqual({ bytes: 4_008 });
    expect((await send(url, "x".repeat(5_001))).status).toBe(413);
    expect(await (await send(url, "")).json()).toEqual({ bytes: 0 });
    expect(taken).toHaveLength(2);
  });

  it("must be of a type that the route takes, in UTF-8", async () => {
    const { url } = await start([taking]);
    for (const type of ["application/json", "text/plain", "application/x-ndjson; charset=latin1"]) expect((await send(url, "{}", { "content-type": type })).status).toBe(415);
  });

  it("is read only for a user who is there", async () => {
    const { url } = await start([taking]);
    taken.length = 0;
    expect((await send(url, "{}", {}, "nobody")).status).toBe(404);
    expect(taken).toEqual([]);
  });

  it("is known again by its key, its fields and its bytes", async () => {
    const { url } = await start([taking]);
    taken.length = 0;
    const keyed = (content: string) => send(url, content, { "idempotency-key": "one" });
    expect((await keyed("{}")).headers.get("idempotent-replay")).toBeNull();
    expect((await keyed("{}")).headers.get("idempotent-replay")).toBe("true");
    expect(await (await keyed("{} ")).json()).toMatchObject({ code: "idempotency_mismatch" });
    expect(taken).toHaveLength(1);
  });
});
