import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { NODE_FLAGS } from "../setup/run-program.mjs";
import { environmentHere } from "./environment-here.ts";
import { publishedPorts, readComposeApps } from "./read-compose-apps.ts";
import { ROOT, exampleVariables, readCompose } from "./read-compose.ts";

describe("readComposeApps", () => {
  it("finds the four apps with their commands and ports", () => {
    expect(readComposeApps().map(({ name, command, port, copies }) => [name, command.join(" "), port, copies])).toEqual([
      ["recall-api", "node --max-semi-space-size=16 --no-allocation-site-pretenuring --heap-growing-percent=50 --wasm-wrapper-tiering-budget=1000000000 --expose-gc apps/recall-api/src/main.ts", 8301, 1],
      ["ingest", "node --max-semi-space-size=16 --no-allocation-site-pretenuring --heap-growing-percent=50 --wasm-wrapper-tiering-budget=1000000000 --expose-gc apps/ingest/src/main.ts", 8302, 1],
      ["worker", "node --max-semi-space-size=16 --no-allocation-site-pretenuring --heap-growing-percent=50 --wasm-wrapper-tiering-budget=1000000000 --expose-gc apps/worker/src/main.ts", 8303, 1],
      ["scheduler", "node --max-semi-space-size=16 --no-allocation-site-pretenuring --heap-growing-percent=50 --wasm-wrapper-tiering-budget=1000000000 --expose-gc apps/scheduler/src/main.ts", 8304, 1],
    ]);
  });

  it.each(readComposeApps())("$name: starts a file that is there", ({ command }) => {
    expect(existsSync(join(ROOT, command.at(-1)!))).toBe(true);
  });

  it("puts in what a person sets", () => {
    const file = readCompose(new Map([...exampleVariables(), ["CORTEX_WORKERS", "3"], ["CORTEX_LLM", "ollama"]]));
    const worker = readComposeApps(file).find(({ name }) => name === "worker");
    expect(worker).toMatchObject({ copies: 3, environment: { CORTEX_LLM: "ollama", CORTEX_BOLT_URL: "bolt://memgraph:7687" } });
  });

  it("starts them as the launcher and the unit do", () => {
    const unit = readFileSync(join(ROOT, "deploy", "systemd", "memory-cortex.service"), "utf8");
    expect(/^ExecStart=\S+ (.+) apps\/cortex/mu.exec(unit)?.[1]).toBe(NODE_FLAGS.join(" "));
    for (const { command } of readComposeApps()) expect(command.slice(1, -1)).toEqual(NODE_FLAGS);
  });

  it("refuses an app without a port", () => {
    const file = readCompose();
    delete file.services["ingest"]!.environment!["CORTEX_PORT"];
    expect(() => readComposeApps(file)).toThrow(/ingest/);
  });
});

describe("publishedPorts", () => {
  it("reads address, port and target", () => {
    expect(publishedPorts({ ports: ["127.0.0.1:8300:8300", "[::1]:1:2"] })).toEqual([{ host: "127.0.0.1", port: 8300, target: 8300 }, { host: "[::1]", port: 1, target: 2 }]);
  });

  it("refuses a port without an address: it would be open to everybody", () => {
    expect(() => publishedPorts({ ports: ["8300:8300"] })).toThrow(/address/);
  });
});

describe("environmentHere", () => {
  it("moves addresses and secrets, and leaves the rest", () => {
    const environment = { CORTEX_BOLT_URL: "bolt://memgraph:7687", CORTEX_TOKENS_FILE: "/run/secrets/tokens", CORTEX_REDIS_URL: "redis://:x@redis:6379", CORTEX_PORT: "8301", CORTEX_LLM: "" };
    const here = environmentHere({ environment }, { addresses: { "memgraph:7687": "127.0.0.1:1", "redis:6379": "127.0.0.1:2" }, secrets: "/tmp/s", instead: { CORTEX_PORT: "9" } });
    expect(here).toEqual({ CORTEX_BOLT_URL: "bolt://127.0.0.1:1", CORTEX_TOKENS_FILE: "/tmp/s/tokens", CORTEX_REDIS_URL: "redis://:x@127.0.0.1:2", CORTEX_PORT: "9", CORTEX_LLM: "" });
  });
});
