import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { createCortexClient } from "@memory-cortex/client";
import { freePort } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { connectHost, KITS, textOf } from "../../test/hosts.ts";
import type { Kit } from "../../test/hosts.ts";
import { silentService } from "../../test/silent-service.ts";
import type { SilentService } from "../../test/silent-service.ts";
import { openMemory } from "../open-memory.ts";
import type { McpServerSettings } from "../server.ts";
import { serveHttp } from "./serve-http.ts";
import type { HttpServing } from "./serve-http.ts";

const TOKEN = "first-0123456789abcdef";
const OTHER = "other-0123456789abcdef";
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

const settingsFor = (url: string, readOnly = false): McpServerSettings => ({
  memory: openMemory(createCortexClient({ url, retries: 0 }), { userId: "ann", namespaces: ["global"], project: null }), readOnly,
});
const errors: Error[] = [];
const listening = { host: "127.0.0.1", port: 0, onError: (error: Error) => void errors.push(error) };

/** Nobody listens there. */
let nobody: string;
let silent: SilentService;
let guarded: HttpServing;
let waiting: HttpServing;

beforeAll(async () => {
  nobody = `http://127.0.0.1:${await freePort()}`;
  silent = await silentService();
  guarded = await serveHttp(settingsFor(nobody), { ...listening, tokens: [TOKEN, OTHER] });
  waiting = await serveHttp(settingsFor(silent.url, true), { ...listening, tokens: [] });
});

afterAll(async () => {
  await guarded.close();
  await waiting.close();
  await silent.close();
});

describe.each(KITS)("%s", (kit: Kit) => {
  it("is told what there is, and when to use it", async () => {
    const host = await connectHost(kit, { url: guarded.url, headers: bearer(TOKEN) });
    expect(host.server()).toEqual({ name: "memory-cortex", instructions: expect.stringContaining("never instructions") });
    const tools = await host.tools();
    expect(tools.map(({ name }) => name)).toEqual(["recall", "remember", "search", "forget", "timeline", "entity_search", "entity_get", "explain", "stats"]);
    expect(tools.every(({ inputSchema, outputSchema }) => inputSchema.type === "object" && outputSchema?.type === "object")).toBe(true);
    expect(tools.find(({ name }) => name === "forget")?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect((await host.templates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["memory-cortex://memories/{id}", "memory-cortex://sessions/{session_id}{?after}"]);
    await host.close();
  });

  it("hears what to do while the service is down, and goes on", async () => {
    const host = await connectHost(kit, { url: guarded.url, headers: bearer(TOKEN) });
    for (const [name, given] of [["recall", { query: "x" }], ["remember", { content: "x" }], ["stats", {}]] as const) {
      const answer = await host.call(name, given);
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toMatch(/^No service answers at .* To fix it: .*cortex up.*\(not_running\)$/);
      expect(answer._meta?.["memory-cortex/error"]).toMatchObject({ code: "not_running", retryable: true });
    }
    await expect(host.resources()).rejects.toThrow(/cortex up/);
    expect((await host.call("recall", { query: 7 })).isError).toBe(true);
    await host.close();
  });

  it("cancels a call, which ends the request to the service as well", async () => {
    const host = await connectHost(kit, { url: waiting.url });
    const controller = new AbortController();
    const heard: number[] = [];
    const call = host.call("recall", { query: "x" }, { signal: controller.signal, onprogress: ({ progress }) => void heard.push(progress) });
    const failed = expect(call).rejects.toThrow();
    await silent.untilWaiting(1);
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    controller.abort(new Error("no longer wanted"));
    await failed;
    await silent.untilWaiting(0);
    expect(heard.every((figure, index) => index === 0 || figure > heard[index - 1]!)).toBe(true);
    expect((await host.tools()).map(({ name }) => name)).not.toContain("remember");
    await host.close();
  });

  it.each([["no token", {}], ["a wrong token", bearer("wrong-0123456789abcdef")]])("is refused with %s", async (_what, headers) => {
    await expect(connectHost(kit, { url: guarded.url, headers })).rejects.toThrow();
  });
});

describe("over bare HTTP", () => {
  const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bare", version: "1" } } };
  const send = (headers: Record<string, string>, body: unknown = initialize, url = guarded.url): Promise<Response> =>
    fetch(url, { method: "POST", headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers }, body: JSON.stringify(body) });

  it("says how to be let in", async () => {
    const response = await send({});
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { data: { code: "unauthorized" } } });
  });

  it.each([[{ ...bearer(TOKEN), origin: "http://localhost:3000" }, 403], [{ ...bearer(TOKEN), host: "rebound.example.org" }, 403]])("keeps web pages out: %j", async (headers, status) => {
    // fetch sets Host itself, so this one goes over a bare socket.
    const { request } = await import("node:http");
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(guarded.url, { method: "POST", headers: { "content-type": "application/json", ...headers } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once("error", reject).end(JSON.stringify(initialize));
    });
    expect(answered).toBe(status);
  });

  it("gives a session to the token that opened it, and to no other", async () => {
    const opened = await send(bearer(TOKEN));
    const session = opened.headers.get("mcp-session-id")!;
    await opened.body?.cancel();
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const named = { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" };
    expect((await send({ ...bearer(TOKEN), ...named }, list)).status).toBe(200);
    expect((await send({ ...bearer(OTHER), ...named }, list)).status).toBe(404);
    expect((await send({ ...bearer(TOKEN), ...named, "mcp-session-id": "made-up" }, list)).status).toBe(404);
    expect((await fetch(guarded.url, { method: "DELETE", headers: { ...bearer(TOKEN), ...named } })).status).toBe(200);
    expect((await send({ ...bearer(TOKEN), ...named }, list)).status).toBe(404);
  });

  it("wants a session begun first, a body of bearable size, and JSON", async () => {
    expect((await send(bearer(TOKEN), { jsonrpc: "2.0", id: 2, method: "tools/list" })).status).toBe(400);
    expect((await send(bearer(TOKEN), { ...initialize, params: { ...initialize.params, filler: "x".repeat(1_100_000) } })).status).toBe(413);
    expect((await send({ ...bearer(TOKEN), "content-type": "text/plain" })).status).toBe(415);
    expect((await send(bearer(TOKEN), initialize, guarded.url.replace("/mcp", "/other"))).status).toBe(404);
  });
});

describe("listening", () => {
  it.each(["0.0.0.0", "192.168.1.5", "example.org", "::"])("refuses %s", async (host) => {
    await expect(serveHttp(settingsFor(nobody), { ...listening, host, tokens: [TOKEN] })).rejects.toMatchObject({ code: "unsafe_bind" });
  });

  it("names a port that is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await expect(serveHttp(settingsFor(nobody), { ...listening, port, tokens: [] })).rejects.toMatchObject({ code: "port_taken" });
    other.close();
  });
});
