import { execFileSync } from "node:child_process";

import { describe, expect, it } from "vitest";

import { ROOT, readCompose } from "./read-compose.ts";

const program = process.env["CORTEX_TEST_COMPOSE"] ?? "";
const PROFILES = ["", "cpu", "gpu", "monitoring", "cpu,monitoring", "gpu,monitoring", "cpu,gpu,monitoring"];

/** What Compose made of the file, as far as it is compared. */
interface Resolved {
  services: Record<string, { command: string[] | null; entrypoint: string[] | null; environment?: Record<string, string | null>; image: string; user: string; ports?: { host_ip: string; published: string; target: number }[]; scale?: number }>;
}

function compose(profiles: string, ...options: string[]): string {
  const before = program.endsWith("docker") ? ["compose"] : [];
  const [HOME, PATH] = [process.env["HOME"], process.env["PATH"]];
  return execFileSync(program, [...before, "--env-file", ".env.example", "config", ...options], { cwd: ROOT, encoding: "utf8", env: { HOME, PATH, COMPOSE_PROFILES: profiles }, stdio: ["ignore", "pipe", "pipe"] });
}

describe.skipIf(program === "")("docker-compose.yml with Docker Compose", () => {
  it.each(PROFILES)("is accepted with the profiles: %s", (profiles) => {
    expect(compose(profiles, "--quiet")).toBe("");
  });

  it("holds the same for our own reader as for Compose", () => {
    const { services } = JSON.parse(compose("cpu,gpu,monitoring", "--format", "json")) as Resolved;
    const ours = readCompose().services;
    expect(Object.keys(services).sort()).toEqual(Object.keys(ours).sort());
    for (const [name, { command, entrypoint, environment = {}, image, user, ports = [], scale }] of Object.entries(services)) {
      const own = ours[name]!;
      // What it prints can be read again as a compose file, so every dollar sign is doubled.
      const plain = (parts: string[] | null) => parts?.map((part) => part.replaceAll("$$", "$"));
      expect({ name, command: plain(command), entrypoint: plain(entrypoint), environment, image, user }).toEqual({ name, command: own.command, entrypoint: own.entrypoint, environment: own.environment ?? {}, image: own.image, user: own.user });
      expect(ports.map(({ host_ip, published, target }) => `${host_ip}:${published}:${target}`)).toEqual(own.ports ?? []);
      if (own.scale !== undefined) expect(scale).toBe(Number(own.scale));
    }
  });
});
