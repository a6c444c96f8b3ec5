import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { CortexClient } from "@memory-cortex/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { EXIT } from "../exit-codes.ts";
import { toProblem } from "../problem.ts";
import { serviceClient } from "./service-client.ts";

let server: Server;
let url: string;
let answer: { status: number; headers: Record<string, string>; body: string };
let seen: IncomingMessage[];

beforeEach(async () => {
  answer = { status: 200, headers: {}, body: "{}" };
  seen = [];
  server = createServer((request, response) => {
    seen.push(request);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

const client = (): CortexClient => serviceClient({ url, token: null }, { retries: 0 });
const problemOf = (work: Promise<unknown>) => work.then(() => null, toProblem);

describe("serviceClient", () => {
  it("sends the token", async () => {
    answer.body = '{"turns": 3}';
    const secured = serviceClient({ url, token: "secret-token" });
    expect(await secured.stats({ user_id: "ann & bob" })).toEqual({ turns: 3 });
    expect(secured.url).toBe(url);
    expect(seen[0]?.url).toBe("/v1/stats?user_id=ann+%26+bob");
    expect(seen[0]?.headers.authorization).toBe("Bearer secret-token");
  });

  it("names the user of whom nothing is known, and the option that names another", async () => {
    answer = { status: 404, headers: {}, body: JSON.stringify({ code: "unknown_user", detail: "Nothing is known of this user", fix: "Check user_id." }) };
    expect(await problemOf(client().stats({ user_id: "ann" }))).toMatchObject({ code: "unknown_user", message: 'Nothing is known of the user "ann"', fix: expect.stringContaining("--user") });
    expect(await problemOf(client().search({ user_id: "bob", query: "tea" }))).toMatchObject({ message: 'Nothing is known of the user "bob"' });
  });
});

describe("what a command says of it", () => {
  it("makes a problem of a problem document", async () => {
    answer = { status: 422, headers: {}, body: JSON.stringify({ code: "invalid_fields", detail: "Some fields are not valid", fix: "See `errors`.", errors: [{ path: "limit", message: "too small" }] }) };
    expect(await problemOf(client().recall({ user_id: "ann", query: "tea" }))).toMatchObject({ code: "invalid_fields", fix: "See `errors`.", message: "Some fields are not valid (limit: too small)", exitCode: EXIT.failed });
  });

  it("leaves the service its words where it uses a code of the client's", async () => {
    answer = { status: 503, headers: {}, body: JSON.stringify({ code: "timeout", detail: "The time limit passed", fix: "Retry." }) };
    expect(await problemOf(client().stats({ user_id: "ann" }))).toMatchObject({ code: "timeout", fix: "Retry.", exitCode: EXIT.failed });
  });

  it("knows another program by its answer", async () => {
    answer.body = "<html>hello</html>";
    expect(await problemOf(client().stats({ user_id: "ann" }))).toMatchObject({ code: "not_ours", fix: expect.stringContaining("--url") });
  });

  it("says that nothing runs", async () => {
    await new Promise((resolve) => server.close(resolve));
    expect(await problemOf(client().stats({ user_id: "ann" }))).toMatchObject({ code: "not_running", message: `No service answers at ${url}.`, fix: expect.stringContaining("--url"), exitCode: EXIT.notRunning });
  });

  it("takes a service that goes away for one that does not run, and one that breaks off its answer for a failure", async () => {
    server.removeAllListeners("request").on("request", (request: IncomingMessage) => request.socket.destroy());
    expect(await problemOf(client().stats({ user_id: "ann" }))).toMatchObject({ code: "connection_lost", exitCode: EXIT.notRunning });
    server.removeAllListeners("request").on("request", (_request, response: ServerResponse) => void response.writeHead(200).write("{}\n", () => response.socket?.destroy()));
    expect(await problemOf(client().exportMemory({ user_id: "ann" }).then((stream) => stream.text()))).toMatchObject({ code: "connection_lost", exitCode: EXIT.failed });
  });

  it("says that it took too long", async () => {
    server.removeAllListeners("request").on("request", () => undefined);
    expect(await problemOf(client().stats({ user_id: "ann" }, { timeoutMs: 50 }))).toMatchObject({ code: "timeout", message: "No answer within 0.05 s.", fix: "Run `cortex doctor`." });
    server.closeAllConnections();
  });

  it("takes a token that no header can hold for wrong use, and does not repeat it", async () => {
    expect(await problemOf((async () => serviceClient({ url, token: "se\ncret" }))())).toMatchObject({ code: "invalid_client", message: expect.not.stringContaining("cret"), exitCode: EXIT.usage });
  });
});
