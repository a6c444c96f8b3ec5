import { once } from "node:events";
import { createServer } from "node:net";

import { describe, expect, it } from "vitest";

import { freePorts } from "./free-ports.ts";

describe("freePorts", () => {
  it("gives different ports that a program can listen on, on any address, and none that an outgoing connection may get", async () => {
    const ports = await freePorts(30);
    expect(new Set(ports).size).toBe(30);
    expect(Math.max(...ports)).toBeLessThan(32_768);
    const servers = ports.map((port, index) => createServer().listen(port, index % 2 === 0 ? "127.0.0.1" : "0.0.0.0"));
    await Promise.all(servers.map((server) => once(server, "listening")));
    await Promise.all(servers.map((server) => once(server.close(), "close")));
  });
});
