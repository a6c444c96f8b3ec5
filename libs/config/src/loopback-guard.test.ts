import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { guardLoopback } from "./loopback-guard.ts";

const verdict = (host: string | undefined, origin?: string): string => {
  try {
    guardLoopback({ host, origin });
    return "passes";
  } catch (error) {
    return CortexError.isInstance(error) ? error.code : "plain";
  }
};

describe("Host", () => {
  it.each(["127.0.0.1:8300", "127.9.9.9", "localhost", "LOCALHOST:1", "[::1]:8300", "[::1]"])("%s passes", (host) => {
    expect(verdict(host)).toBe("passes");
  });

  it.each([undefined, "", "example.org", "localhost.example.org", "127.0.0.1.example.org", "10.0.0.1", "0.0.0.0:8300", "localhost:8300:1", "a@localhost", "[::2]", "::1", "127.0.0.1/x"])(
    "%s is refused",
    (host) => {
      expect(verdict(host)).toBe("forbidden_host");
    },
  );
});

describe("Origin", () => {
  it("passes only when it is the very address that was called", () => {
    expect(verdict("127.0.0.1:8300", "http://127.0.0.1:8300")).toBe("passes");
    for (const origin of ["http://127.0.0.1:9000", "http://localhost:8300", "https://127.0.0.1:8300", "null", "", "http://example.org"]) {
      expect(verdict("127.0.0.1:8300", origin), origin).toBe("forbidden_origin");
    }
  });
});
