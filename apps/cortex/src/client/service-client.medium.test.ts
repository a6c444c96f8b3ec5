import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { EXIT } from "../exit-codes.ts";
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

describe("serviceClient", () => {
  it("sends the token, and query parameters escaped", async () => {
    answer.body = '{"turns": 3}';
    expect(await serviceClient({ url, token: "secret-token" }).get("/v1/stats", { user_id: "ann & bob", limit: 3 })).toEqual({ turns: 3 });
    expect(seen[0]?.url).toBe("/v1/stats?user_id=ann+%26+bob&limit=3");
    expect(seen[0]?.headers.authorization).toBe("Bearer secret-token");
  });

  it("makes a problem of a problem document", async () => {
    answer = { status: 422, headers: {}, body: JSON.stringify({ code: "invalid_fields", detail: "Some fields are not valid", fix: "See `errors`.", errors: [{ path: "limit", message: "too small" }] }) };
    await expect(serviceClient({ url, token: null }).post("/v1/recall", {})).rejects.toMatchObject({
      status: 422, code: "invalid_fields", fix: "See `errors`.", message: "Some fields are not valid (limit: too small)", exitCode: EXIT.failed,
    });
  });

  it("names the user of whom nothing is known, and the option that names another", async () => {
    answer = { status: 404, headers: {}, body: JSON.stringify({ code: "unknown_user", detail: "Nothing is known of this user", fix: "Check user_id." }) };
    await expect(serviceClient({ url, token: null, userId: "ann" }).get("/v1/stats")).rejects.toMatchObject({
      code: "unknown_user", message: 'Nothing is known of the user "ann"', fix: expect.stringContaining("--user"),
    });
    await expect(serviceClient({ url, token: null, userId: "ann" }).post("/v1/search", { user_id: "bob" })).rejects.toMatchObject({ message: 'Nothing is known of the user "bob"' });
  });

  it("hands on when to try again", async () => {
    answer = { status: 429, headers: { "retry-after": "7" }, body: '{"code": "rate_limited"}' };
    await expect(serviceClient({ url, token: null }).get("/x")).rejects.toMatchObject({ status: 429, retryAfterSeconds: 7 });
  });

  it("knows another program by its answer", async () => {
    answer.body = "<html>hello</html>";
    await expect(serviceClient({ url, token: null }).get("/x")).rejects.toMatchObject({ code: "not_ours" });
  });

  it("says that nothing runs", async () => {
    await new Promise((resolve) => server.close(resolve));
    await expect(serviceClient({ url, token: null }).get("/x")).rejects.toMatchObject({ code: "not_running", exitCode: EXIT.notRunning });
  });
});
