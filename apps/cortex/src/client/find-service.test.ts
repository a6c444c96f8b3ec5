import { loadConfig } from "@memory-cortex/config";
import { describe, expect, it } from "vitest";

import { addressOf } from "./find-service.ts";

const configOf = (environment: Record<string, string>) => loadConfig({ environment: { HOME: "/nowhere-at-all", ...environment } }).config;
const OWN = JSON.stringify([
  { token: "only-reads-things", roles: ["read"] },
  { token: "does-everything", roles: ["read", "write", "admin"] },
  { token: "does-it-for-ann", roles: ["read", "write", "admin"], users: ["ann"] },
]);

describe("addressOf", () => {
  it.each([
    [{}, "http://127.0.0.1:8300"],
    [{ CORTEX_HOST: "::1", CORTEX_PORT: "9" }, "http://[::1]:9"],
    [{ CORTEX_HOST: "0.0.0.0", CORTEX_TOKENS: OWN }, "http://127.0.0.1:8300"],
    [{ CORTEX_URL: "https://memory.example/" }, "https://memory.example"],
  ])("finds the service of %j", (environment, url) => {
    expect(addressOf({}, configOf(environment)).url).toBe(url);
  });

  it("lets flags win", () => {
    expect(addressOf({ url: "http://other:1/", token: "given" }, configOf({ CORTEX_URL: "http://memory.example", CORTEX_TOKEN: "configured" }))).toEqual({ url: "http://other:1", token: "given" });
  });

  it("uses a token of the service on its own machine, and sends it nowhere else", () => {
    const config = configOf({ CORTEX_TOKENS: OWN });
    expect(addressOf({}, config).token).toBe("does-everything");
    expect(addressOf({ url: "http://127.0.0.1:8300" }, config).token).toBe("does-everything");
    expect(addressOf({ url: "http://elsewhere.example" }, config).token).toBeNull();
  });

  it.each(["nonsense", "file:///etc/passwd", "http://", "http://a b"])("refuses %s", (url) => {
    expect(() => addressOf({ url }, configOf({}))).toThrow("--url");
  });
});
