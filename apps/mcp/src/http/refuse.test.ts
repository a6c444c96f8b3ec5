import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { bearerTokens } from "./bearer.ts";
import { admit } from "./refuse.ts";

const TOKEN = "0123456789abcdef";
const HOST = "127.0.0.1:8310";

function verdict(headers: Record<string, string>, { url = "/mcp", tokens = [TOKEN] }: { url?: string; tokens?: string[] } = {}): string {
  try {
    return `admitted ${admit({ headers, url }, bearerTokens(tokens)).slice(0, 5)}`;
  } catch (error) {
    return CortexError.isInstance(error) ? error.code : "plain";
  }
}

describe("who may call", () => {
  const authorization = `Bearer ${TOKEN}`;

  it.each([
    [{ host: HOST, authorization }, "admitted 9f9f5"],
    [{ host: "localhost:1", origin: "http://localhost:1", authorization }, "admitted 9f9f5"],
    [{ host: HOST }, "unauthorized"],
    [{ host: HOST, authorization: "Bearer another-one-0000" }, "unauthorized"],
    [{ host: "memory.example.org", authorization }, "forbidden_host"],
    [{ host: HOST, origin: "https://example.org", authorization }, "forbidden_origin"],
    [{ host: HOST, origin: "http://127.0.0.1:3000", authorization }, "forbidden_origin"],
    [{ host: HOST, origin: "null", authorization }, "forbidden_origin"],
  ])("%j: %s", (headers, expected) => {
    expect(verdict(headers as Record<string, string>)).toBe(expected);
  });

  it("keeps web pages out also where no token is asked for", () => {
    expect(verdict({ host: HOST }, { tokens: [] })).toBe("admitted local");
    expect(verdict({ host: "rebound.example.org:8310" }, { tokens: [] })).toBe("forbidden_host");
    expect(verdict({ host: HOST, origin: "http://localhost:5173" }, { tokens: [] })).toBe("forbidden_origin");
  });

  it.each([["/mcp?x=1", "admitted 9f9f5"], ["/", "unknown_route"], ["/mcp/", "unknown_route"], ["/.well-known/oauth-protected-resource", "unknown_route"]])("%s: %s", (url, expected) => {
    expect(verdict({ host: HOST, authorization }, { url })).toBe(expected);
  });

  it("tells only callers with a token which paths there are", () => {
    expect(verdict({ host: HOST }, { url: "/nothing" })).toBe("unauthorized");
  });
});
