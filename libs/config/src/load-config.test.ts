import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { describeSettings } from "./describe-settings.ts";
import { loadConfig } from "./load-config.ts";
import { configSchema } from "./schema.ts";
import { notesOf } from "./setting.ts";

const HOME = { HOME: "/nowhere-at-all/person" };
const load = (environment: Record<string, string>) => loadConfig({ environment: { ...HOME, ...environment } });

function errorOf(run: () => unknown): CortexError {
  try {
    run();
  } catch (error) {
    if (CortexError.isInstance(error)) return error;
    throw error;
  }
  expect.fail("nothing was thrown");
}

describe("loadConfig", () => {
  it("limits nobody's requests unless asked to", () => {
    expect(load({}).config.rateLimitPerSecond).toBe(0);
  });

  it("has a default for every setting", () => {
    const { config, warnings, file } = load({});
    expect(config).toMatchObject({ host: "127.0.0.1", port: 8300, home: "/nowhere-at-all/person/.memory-cortex", tokens: [], debounceSeconds: 30, debounceMaxSeconds: 300 });
    expect(config.embedders).toEqual([{ kind: "static", name: "static" }]);
    expect(warnings).toEqual([]);
    expect(file).toBeNull();
  });

  it("is frozen to the bottom", () => {
    const { config } = load({ CORTEX_TOKENS: '[{"token": "0123456789", "roles": ["read"]}]' });
    for (const value of [config, config.tokens, config.tokens[0], config.tokens[0]?.roles, config.embedders]) expect(Object.isFrozen(value)).toBe(true);
  });

  it("reads numbers, flags and JSON, and takes an empty variable as absent", () => {
    const { config } = load({ CORTEX_PORT: "9000", CORTEX_MODEL_DOWNLOAD: "no", CORTEX_EMBEDDERS: '[{"kind": "ollama", "model": "minilm", "dimension": 384}]', CORTEX_HOST: "" });
    expect(config).toMatchObject({ port: 9000, modelDownload: false, host: "127.0.0.1" });
    expect(config.embedders).toEqual([{ kind: "ollama", name: "ollama", url: "http://127.0.0.1:11434", model: "minilm", dimension: 384 }]);
  });

  it("reads names with commas between", () => {
    expect(load({ CORTEX_WORKER_QUEUES: "capture, embed,," }).config.workerQueues).toEqual(["capture", "embed"]);
    expect(load({}).config.workerQueues).toEqual([]);
  });

  it("takes defaults of a program, which everything else wins over", () => {
    const loadPort = (environment: Record<string, string>) => loadConfig({ environment: { ...HOME, ...environment }, defaults: { port: 8301 } }).config.port;
    expect([loadPort({}), loadPort({ CORTEX_PORT: "9000" })]).toEqual([8301, 9000]);
  });

  it("warns of variables that are no settings", () => {
    expect(load({ CORTEX_PROT: "9000", OTHER: "1" }).warnings).toEqual(["CORTEX_PROT is not a setting and is ignored."]);
  });

  it.each([
    ["CORTEX_PORT", "hunter2"],
    ["CORTEX_PORT", "8300.5"],
    ["CORTEX_PORT", "65536"],
    ["CORTEX_TOKENS", "hunter2"],
    ["CORTEX_TOKENS", '[{"token": "hunter2", "roles": ["read"]}]'],
    ["CORTEX_TOKENS", '[{"token": "hunter2-long", "roles": ["hunter2"]}]'],
    ["CORTEX_TOKENS", '[{"token": "hunter2-long", "roles": ["read"]}, {"token": "hunter2-long", "roles": ["read"]}]'],
    ["CORTEX_EMBEDDERS", '[{"kind": "hunter2"}]'],
    ["CORTEX_EMBEDDERS", '[{"kind": "openai", "url": "hunter2"}]'],
    ["CORTEX_EMBEDDERS", '[{"kind": "static"}, {"kind": "static"}]'],
    ["CORTEX_MODEL_DOWNLOAD", "hunter2"],
    ["CORTEX_LOG_LEVEL", "hunter2"],
    ["CORTEX_MODEL_HUB_URL", "file:///hunter2"],
    ["CORTEX_BOLT_URL", "http://hunter2"],
    ["CORTEX_REDIS_URL", "http://hunter2"],
    ["CORTEX_WORKER_QUEUES", "capture,Hunter2 hunter2"],
    ["CORTEX_OTLP_URL", "hunter2:4317"],
    ["CORTEX_DEBOUNCE_MAX_SECONDS", "3"],
  ])("%s = %s is refused by name, without its value", (variable, value) => {
    const error = errorOf(() => load({ [variable]: value }));
    expect(error.code).toBe("config_invalid");
    expect(error.message).toContain(variable);
    expect(error.message).not.toContain("hunter2");
  });

  it.each(["0.0.0.0", "192.168.1.4", "::", "memory.example"])("does not bind %s without tokens", (host) => {
    expect(errorOf(() => load({ CORTEX_HOST: host })).code).toBe("unsafe_bind");
    const tokens = '[{"token": "0123456789", "roles": ["read"]}]';
    expect(load({ CORTEX_HOST: host, CORTEX_TOKENS: tokens }).config.host).toBe(host);
  });

  it.each(["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"])("binds %s without tokens", (host) => {
    expect(load({ CORTEX_HOST: host }).config.host).toBe(host);
  });

  it("lets overrides win", () => {
    expect(loadConfig({ environment: { ...HOME, CORTEX_PORT: "9000" }, overrides: { port: 9001 } }).config.port).toBe(9001);
  });
});

describe("settings", () => {
  it("all say what they are and have a variable of their own", () => {
    const variables = Object.values(configSchema.shape).map((schema) => notesOf(schema)?.variable);
    expect(new Set(variables).size).toBe(variables.length);
    for (const variable of variables) expect(variable).toMatch(/^CORTEX_[A-Z_]+$/);
    expect(describeSettings()).toHaveLength(variables.length);
  });
});
