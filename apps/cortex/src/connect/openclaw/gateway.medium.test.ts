import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { gatewayOf } from "./gateway.ts";

let server: Server;
let port: number;
let received: { token: string | undefined; body: unknown };
let answer: { status: number; body: unknown };

beforeEach(async () => {
  answer = { status: 200, body: { ok: true, result: { content: [{ type: "text", text: "one" }, { type: "text", text: "two" }] } } };
  server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part)).on("end", () => {
      received = { token: request.headers.authorization, body: text === "" ? null : (JSON.parse(text) as unknown) };
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => void server.close());

describe("the gateway of a configuration", () => {
  it("is asked at its port with its token", async () => {
    const gateway = gatewayOf({ gateway: { port, auth: { token: "of-the-file" } } }, "of-the-environment");
    expect(await gateway.isRunning()).toBe(true);
    expect(await gateway.call("memory_stats", { query: "x" })).toEqual({ outcome: "answered", text: "one\ntwo" });
    expect(received).toEqual({ token: "Bearer of-the-file", body: { tool: "memory_stats", args: { query: "x" } } });
  });

  it("takes the token of the environment where the file only refers to one", async () => {
    await gatewayOf({ gateway: { port, auth: { token: "${GATEWAY_TOKEN}" } } }, "of-the-environment").call("memory_stats", {});
    expect(received.token).toBe("Bearer of-the-environment");
  });

  it.each([[401, "unauthorized"], [403, "unauthorized"], [404, "missing"], [500, "failed"]])("says of status %i: %s", async (status, outcome) => {
    answer = { status, body: { ok: false, error: { message: "why" } } };
    expect(await gatewayOf({ gateway: { port } }, null).call("memory_stats", {})).toEqual({ outcome, reason: "why" });
  });

  it("that does not run is told", async () => {
    server.close();
    await once(server, "close");
    const gateway = gatewayOf({ gateway: { port } }, null);
    expect([await gateway.isRunning(), (await gateway.call("memory_stats", {})).outcome]).toEqual([false, "unreachable"]);
  });
});
