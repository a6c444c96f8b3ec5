import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SECURITY_HEADERS } from "@memory-cortex/http";
import { ERROR_CATALOGUE } from "@memory-cortex/models";
import { freePorts } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { ROOT } from "./read-compose.ts";

const caddy = process.env["CORTEX_TEST_CADDY"] ?? "";
const CADDYFILE = join(ROOT, "deploy", "Caddyfile");

/** An app that answers with its name and what it was asked. */
async function startApp(name: string): Promise<Server> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { host, "x-request-id": requestId } = request.headers;
      response.writeHead(request.url === "/refused" ? 503 : 200, { "content-type": "application/json" }).end(JSON.stringify({ app: name, method: request.method, url: request.url, host, requestId, body }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request.setEncoding("utf8")) text += String(part);
  return text;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe.skipIf(caddy === "")("deploy/Caddyfile with Caddy", () => {
  let apps: Record<"recall" | "ingest", Server>;
  let proxy: ChildProcess;
  let address: string;
  let health: string;

  beforeAll(async () => {
    apps = { recall: await startApp("recall-api"), ingest: await startApp("ingest") };
    const [port, healthPort] = (await freePorts(2)) as [number, number];
    [address, health] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${healthPort}`];
    proxy = spawn(caddy, ["run", "--config", CADDYFILE, "--adapter", "caddyfile"], {
      // Without a home, Caddy keeps its own in the working directory.
      env: { HOME: tmpdir(), PROXY_PORT: String(port), PROXY_HEALTH_PORT: String(healthPort), RECALL_API_UPSTREAM: `127.0.0.1:${portOf(apps.recall)}`, INGEST_UPSTREAM: `127.0.0.1:${portOf(apps.ingest)}` },
      stdio: "ignore",
    });
    const ended = once(proxy, "exit");
    const ready = vi.waitFor(async () => expect((await fetch(health)).status).toBe(200), { timeout: 30_000 });
    await Promise.race([ready, ended.then(([code]) => Promise.reject(new Error(`Caddy ended with ${String(code)}`)))]);
  });
  afterAll(async () => {
    if (proxy.exitCode === null) {
      proxy.kill("SIGTERM");
      await once(proxy, "exit");
    }
    for (const server of Object.values(apps)) server.close();
  });

  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${address}${path}`, init);
    return { status: response.status, type: response.headers.get("content-type"), headers: Object.fromEntries(response.headers), answer: (await response.json()) as Record<string, string> };
  };

  it("is valid as it stands, with the names of the compose file", () => {
    const { status, stderr } = spawnSync(caddy, ["validate", "--config", CADDYFILE, "--adapter", "caddyfile"], { encoding: "utf8", env: { HOME: tmpdir() } });
    expect(stderr).toContain("adapted config to JSON");
    expect(stderr).not.toContain('"warn"');
    expect(status).toBe(0);
  });

  it.each([
    ["POST", "/ingest", "ingest"],
    ["GET", "/ingest", "ingest"],
    ["POST", "/ingest/", "ingest"],
    ["POST", "/v1/capture/preview", "ingest"],
    ["POST", "/v1/flush", "ingest"],
    ["POST", "/v1/flush?x=/v1/recall", "ingest"],
    ["POST", "/ingest/more", "recall-api"],
    ["POST", "/ingestion", "recall-api"],
    ["POST", "/v1/recall", "recall-api"],
    ["POST", "/hybrid-search", "recall-api"],
    ["DELETE", "/v1/memories/x", "recall-api"],
    ["GET", "/readyz", "recall-api"],
    ["GET", "/openapi.json", "recall-api"],
    ["GET", "/", "recall-api"],
  ])("%s %s goes to %s", async (method, path, app) => {
    expect((await ask(path, { method })).answer).toMatchObject({ app, method, url: path });
  });

  it("passes on the body, the host and the request's id as they came", async () => {
    const { answer } = await ask("/ingest", { method: "POST", body: "{}", headers: { "x-request-id": "mine-1" } });
    expect(answer).toMatchObject({ host: new URL(address).host, requestId: "mine-1", body: "{}" });
  });

  it("does not show that it is there", async () => {
    for (const path of ["/v1/recall", "/ingest"]) expect(Object.keys((await ask(path)).headers).sort()).toEqual(["content-type", "date", "transfer-encoding"]);
  });

  it("leaves an app's own refusal as it is", async () => {
    expect(await ask("/refused")).toMatchObject({ status: 503, answer: { app: "recall-api" } });
  });

  it("answers for an app that is down as every other error does, and reaches it again once it is back", async () => {
    const port = portOf(apps.ingest);
    apps.ingest.closeAllConnections();
    apps.ingest.close();
    await once(apps.ingest, "close");
    const { status, type, headers, answer } = await ask("/ingest", { method: "POST", body: "{}" });
    const { title, fix, retryable } = ERROR_CATALOGUE.app_unavailable;
    expect({ status, type }).toEqual({ status: 503, type: "application/problem+json" });
    expect(answer).toMatchObject({ type: "/docs#error-app_unavailable", title, status: 503, detail: title, code: "app_unavailable", fix, retryable });
    expect(answer["request_id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers).toMatchObject({ ...SECURITY_HEADERS, "retry-after": "1", "x-request-id": answer["request_id"] });
    expect(headers).not.toHaveProperty("server");
    expect((await ask("/v1/recall")).answer).toMatchObject({ app: "recall-api" });

    apps.ingest = createServer((_request, response) => void response.end('{"app":"back"}'));
    apps.ingest.listen(port, "127.0.0.1");
    await once(apps.ingest, "listening");
    await vi.waitFor(async () => expect((await ask("/ingest", { method: "POST" })).answer).toEqual({ app: "back" }), { timeout: 10_000 });
  });
});
