import { describe, expect, it } from "vitest";

import { createCortexClient } from "./client.ts";
import { openTransport } from "./transport.ts";

describe("the options of a client", () => {
  it.each([
    ["http://127.0.0.1:8300", "http://127.0.0.1:8300"],
    ["http://127.0.0.1:8300///", "http://127.0.0.1:8300"],
    ["https://memory.example/cortex/", "https://memory.example/cortex"],
    ["http://[::1]:8300", "http://[::1]:8300"],
  ])("takes %s", (url, address) => {
    expect(createCortexClient({ url }).url).toBe(address);
  });

  it.each(["", "nonsense", "127.0.0.1:8300", "ftp://host", "file:///etc", "http://ann:secret@host", "http://host?x=1", "http://host#x"])("refuses the address %j and does not repeat it", (url) => {
    expect(() => createCortexClient({ url })).toThrow(expect.objectContaining({ code: "invalid_client", message: "invalid_client: The option url is not valid." }));
  });

  it.each([{ token: "secret\ntoken" }, { headers: { "bad header": "x" } }, { timeoutMs: 0 }, { timeoutMs: Number.NaN }, { timeoutMs: Infinity }, { retries: -1 }, { retries: 1.5 }])("refuses %j", (options) => {
    expect(() => createCortexClient({ url: "http://host", ...options })).toThrow(expect.objectContaining({ code: "invalid_client", message: expect.not.stringContaining("secret") }));
  });

  it("sends a token as Bearer, and none when there is none", () => {
    expect(openTransport({ url: "http://host", token: "t0ken", headers: { "User-Agent": "mine" } }).headers).toEqual({ authorization: "Bearer t0ken", "user-agent": "mine" });
    for (const token of [null, undefined, ""]) expect(openTransport({ url: "http://host", token }).headers).toEqual({});
  });
});
