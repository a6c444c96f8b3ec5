import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { loadConfig } from "./load-config.ts";

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "cortex-config-"))));
afterEach(() => rmSync(home, { recursive: true }));

const write = (name: string, content: unknown) => {
  const path = join(home, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};

describe("loadConfig with files", () => {
  it("reads config.json of the data folder, and the environment wins", () => {
    const path = write("config.json", { port: 9100, debounceSeconds: 5, prot: 1 });
    const loaded = loadConfig({ environment: { CORTEX_HOME: home, CORTEX_PORT: "9200" } });
    expect(loaded.config).toMatchObject({ port: 9200, debounceSeconds: 5, home });
    expect(loaded.warnings).toEqual(['"prot" in the configuration file is not a setting and is ignored.']);
    expect(loaded.file).toBe(path);
  });

  it("reads the file that CORTEX_CONFIG names, which has to be there", () => {
    const path = write("elsewhere.json", { port: 9300 });
    expect(loadConfig({ environment: { CORTEX_HOME: home, CORTEX_CONFIG: path } }).config.port).toBe(9300);
    expect(() => loadConfig({ environment: { CORTEX_HOME: home, CORTEX_CONFIG: join(home, "absent.json") } })).toThrow(/CORTEX_CONFIG/);
  });

  it("adds the tokens of the tokens file", () => {
    const path = write("tokens.json", [{ token: "0123456789", roles: ["read"], users: ["ann"] }]);
    const { config } = loadConfig({ environment: { CORTEX_HOME: home, CORTEX_HOST: "0.0.0.0", CORTEX_TOKENS_FILE: path } });
    expect(config.tokens).toEqual([{ token: "0123456789", roles: ["read"], users: ["ann"] }]);
  });

  it.each([
    ["not JSON", "{port: hunter2"],
    ["a list", ["hunter2"]],
    ["a wrong value", { port: "hunter2" }],
  ])("refuses a file that is %s, without its content", (_case, content) => {
    write("config.json", content);
    const load = () => loadConfig({ environment: { CORTEX_HOME: home } });
    expect(load).toThrow(/config_invalid/);
    expect(load).not.toThrow(/hunter2/);
  });

  it.each([["not JSON", "hunter2"], ["not a list", { token: "hunter2" }]])("refuses a tokens file that is %s", (_case, content) => {
    const path = write("tokens.json", content);
    const load = () => loadConfig({ environment: { CORTEX_HOME: home, CORTEX_TOKENS_FILE: path } });
    expect(load).toThrow(/CORTEX_TOKENS_FILE/);
    expect(load).not.toThrow(/hunter2/);
  });

  it("reads secrets from files, whose last line may end", () => {
    const [password, redis, models] = [write("password", "hunter2 \n"), write("redis", "redis://:hunter3@redis:6379\n"), write("models", [{ kind: "openai", apiKey: "hunter4" }])];
    const { config, warnings } = loadConfig({ environment: { CORTEX_HOME: home, CORTEX_BOLT_PASSWORD_FILE: password, CORTEX_REDIS_URL_FILE: redis, CORTEX_EMBEDDERS_FILE: models } });
    expect(config).toMatchObject({ boltPassword: "hunter2", redisUrl: "redis://:hunter3@redis:6379", embedders: [{ apiKey: "hunter4" }] });
    expect(warnings).toEqual([]);
  });

  it("takes an empty file of a secret as absent", () => {
    expect(loadConfig({ environment: { CORTEX_HOME: home, CORTEX_LLM_API_KEY_FILE: write("key", "\n") } }).config.llmApiKey).toBeNull();
  });

  it.each([
    ["a file that is not there", (): Record<string, string> => ({ CORTEX_BOLT_PASSWORD_FILE: join(home, "absent") })],
    ["a folder", (): Record<string, string> => ({ CORTEX_BOLT_PASSWORD_FILE: home })],
    ["two places for one secret", (): Record<string, string> => ({ CORTEX_BOLT_PASSWORD_FILE: write("password", "hunter2"), CORTEX_BOLT_PASSWORD: "hunter2" })],
  ])("refuses %s, by the name of the variable", (_case, environment) => {
    const load = () => loadConfig({ environment: { CORTEX_HOME: home, ...environment() } });
    expect(load).toThrow(/CORTEX_BOLT_PASSWORD_FILE/);
    expect(load).not.toThrow(home);
    expect(load).not.toThrow(/hunter2/);
  });

  it("names the setting, not the path, of a file that cannot be read", () => {
    mkdirSync(join(home, "config.json"));
    const load = () => loadConfig({ environment: { CORTEX_HOME: home } });
    expect(load).toThrow(/CORTEX_CONFIG/);
    expect(load).not.toThrow(home);
  });
});
