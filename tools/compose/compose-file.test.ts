import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describeSettings } from "@memory-cortex/config";
import { describe, expect, it } from "vitest";

import { variablesIn } from "./interpolate.ts";
import { publishedPorts, readComposeApps } from "./read-compose-apps.ts";
import { ROOT, composeText, exampleVariables, readCompose } from "./read-compose.ts";

const file = readCompose();
const services = Object.entries(file.services).map(([name, service]) => ({ name, service }));
/** It pulls models and ends; nothing waits for its health. */
const PASSING = "ollama-pull";
const networksOf = (networks: string[] | Record<string, unknown> | undefined): string[] => (Array.isArray(networks) ? networks : Object.keys(networks ?? {}));

describe.each(services)("the service $name", ({ name, service }) => {
  it("is not root, and cannot become it", () => {
    expect(service.user).toMatch(/^[1-9]\d*:\d+$/);
    expect(service.cap_drop).toEqual(["ALL"]);
    expect(service.security_opt).toContain("no-new-privileges:true");
    expect(service.cap_add ?? []).toEqual(name === "proxy" ? ["NET_BIND_SERVICE"] : []);
    expect(service.privileged ?? false).toBe(false);
    expect(service.network_mode).toBeUndefined();
  });

  it("has a read-only root file system, and mounts no folder of the machine to write to", () => {
    expect(service.read_only).toBe(true);
    for (const volume of service.volumes ?? []) {
      const [source = "", , mode] = volume.split(":");
      if (source.startsWith(".") || source.startsWith("/")) expect(mode).toBe("ro");
      else expect(file.volumes).toHaveProperty(source);
    }
  });

  it("mounts only what is there", () => {
    const sources = (service.volumes ?? []).map((volume) => volume.split(":")[0]!).filter((source) => source.startsWith("./"));
    expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
  });

  it("is started again, within limits of memory, processes and logs", () => {
    expect(service.restart).toMatch(name === PASSING ? /^on-failure:\d+$/ : /^unless-stopped$/);
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.init).toBe(true);
    expect(service.logging).toEqual({ driver: "json-file", options: { "max-size": "10m", "max-file": "3" } });
  });

  it("says how to tell whether it is well", () => {
    if (name === PASSING) expect(service.healthcheck?.disable).toBe(true);
    else expect(service.healthcheck?.test?.[0]).toMatch(/^CMD(-SHELL)?$/);
  });

  it("runs a pinned image", () => {
    expect(service.image).toMatch(/:v?\d+\.\d+\.\d+(-[a-z0-9.]+)?$/);
  });

  it("waits for services that there are, in a way that they can fulfil", () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(file.services).toHaveProperty([other]);
      expect(condition).toMatch(/^service_(healthy|started)$/);
    }
  });

  it("takes only secrets that there are", () => {
    expect((service.secrets ?? []).filter((secret) => !(secret in file.secrets))).toEqual([]);
  });
});

describe("the compose file", () => {
  it("publishes the proxy and Grafana alone, on this machine only", () => {
    const published = services.flatMap(({ name, service }) => publishedPorts(service).map((port) => ({ name, ...port })));
    expect(published).toEqual([
      { name: "proxy", host: "127.0.0.1", port: 8300, target: 8300 },
      { name: "grafana", host: "127.0.0.1", port: 8310, target: 3000 },
    ]);
  });

  it("keeps the databases in a network without a way in or out", () => {
    expect(file.networks["data"]).toEqual({ internal: true });
    for (const name of ["memgraph", "redis"]) expect(networksOf(file.services[name]!.networks)).toEqual(["data"]);
    const apps = readComposeApps().map(({ name }) => name);
    const insiders = services.filter(({ service }) => networksOf(service.networks).includes("data")).map(({ name }) => name);
    expect(insiders.sort()).toEqual(["memgraph", "redis", ...apps].sort());
  });

  it("tells the apps nothing that is not a setting", () => {
    const settings = new Set(describeSettings().flatMap(({ variable, about }) => (about.includes(`${variable}_FILE`) ? [variable, `${variable}_FILE`] : [variable])));
    const told = readComposeApps().flatMap(({ environment }) => Object.keys(environment));
    expect(told.filter((variable) => !settings.has(variable))).toEqual([]);
  });

  it("gives the apps secrets as files, never as values", () => {
    for (const { environment, secrets } of readComposeApps()) {
      const files = Object.entries(environment).filter(([variable]) => variable.endsWith("_FILE")).map(([, path]) => path);
      expect(files.sort()).toEqual(secrets.map((secret) => `/run/secrets/${secret}`).sort());
      for (const variable of ["CORTEX_TOKENS", "CORTEX_BOLT_PASSWORD", "CORTEX_REDIS_URL", "CORTEX_LLM_API_KEY", "ANTHROPIC_API_KEY"]) expect(environment).not.toHaveProperty(variable);
    }
  });

  it("starts the databases first, and needs Redis to be well for nothing that answers people", () => {
    const waits = (name: string, other: string) => file.services[name]!.depends_on?.[other]?.condition;
    for (const { name } of readComposeApps()) expect(waits(name, "memgraph")).toBe("service_healthy");
    for (const name of ["recall-api", "ingest"]) expect(waits(name, "redis")).toBe("service_started");
    for (const name of ["worker", "scheduler"]) expect(waits(name, "redis")).toBe("service_healthy");
    for (const name of ["recall-api", "ingest"]) expect(waits("proxy", name)).toBe("service_healthy");
  });

  it("keeps what Memgraph and Redis have acknowledged", () => {
    const memgraph = file.services["memgraph"]!.command!.join(" ");
    for (const flag of ["--storage-wal-enabled=true", "--storage-wal-file-flush-every-n-tx=1", "--storage-snapshot-on-exit=true", "--data-recovery-on-startup=true", "--telemetry-enabled=false"]) expect(memgraph).toContain(flag);
    expect(file.services["memgraph"]!.volumes).toEqual(["memgraph:/var/lib/memgraph"]);
    const redis = file.services["redis"]!.command!.join(" ");
    for (const flag of ["--appendonly yes", "--maxmemory-policy noeviction", "requirepass"]) expect(redis).toContain(flag);
    expect(file.services["redis"]!.volumes).toEqual(["redis:/data"]);
  });

  it("has one Ollama for each of the profiles, under one name", () => {
    for (const profile of ["cpu", "gpu"]) {
      const { profiles, networks } = file.services[`ollama-${profile}`]!;
      expect({ profiles, networks }).toEqual({ profiles: [profile], networks: { default: { aliases: ["ollama"] } } });
    }
    expect(file.services["ollama-pull"]!.command!.join(" ")).toContain("Pulling");
    expect(exampleVariables().get("CORTEX_EMBEDDERS")).toContain("http://ollama:11434");
  });
});

describe(".env.example", () => {
  const text = readFileSync(join(ROOT, ".env.example"), "utf8");

  it("has exactly the variables of the compose file", () => {
    const used = new Set([...variablesIn(composeText().replace(/^\s*#.*$/gm, "")), "COMPOSE_PROFILES"]);
    expect([...exampleVariables().keys()].sort()).toEqual([...used].sort());
  });

  it("explains each of them", () => {
    const blocks = text.split(/\n(?=#)/).filter((block) => /^[A-Z_]+=/m.test(block));
    const explained = blocks.filter((block) => block.startsWith("#")).flatMap((block) => [...block.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!));
    expect([...exampleVariables().keys()].filter((name) => !explained.includes(name))).toEqual([]);
  });

  it("has the defaults of the compose file, where that has any", () => {
    const defaults = [...composeText().matchAll(/\$\{([A-Z_]+):-([^}]+)\}/g)].map(([, name, value]) => [name!, value!] as const);
    expect(defaults.length).toBeGreaterThan(10);
    expect(defaults.filter(([name, value]) => exampleVariables().get(name) !== value)).toEqual([]);
  });

  it("holds no secret", () => {
    for (const [name, value] of exampleVariables()) expect(/(TOKEN|PASSWORD|KEY)/.test(name) && !name.endsWith("_TOKENS") ? value : "").toBe("");
  });
});
