import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildPlugin } from "@memory-cortex/openclaw/build";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openclawHost } from "./openclaw-host.ts";
import type { OpenclawHost } from "./openclaw-host.ts";
import { OPENCLAW_VARIABLE } from "./prepare-openclaw.ts";

const ENTRY = "./dist/index.js";

describe.skipIf(!process.env[OPENCLAW_VARIABLE])("the plugin as it is published", () => {
  let folder: string;
  let plugin: string;
  let host: OpenclawHost;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cortex-published-"));
    plugin = join(folder, "plugin");
    await buildPlugin({ outFolder: plugin });
    host = await openclawHost({ folder, modelUrl: "http://127.0.0.1:9/v1" });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("has no dependency outside its bundle", async () => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(await readFile(join(plugin, "package.json"), "utf8")) as Record<string, object>;
    expect({ ...dependencies, ...optionalDependencies }).toEqual({});
    expect(await readdir(plugin)).not.toContain("node_modules");
    const code = await readFile(join(plugin, ENTRY), "utf8");
    const imported = [...code.matchAll(/(?:^|[;\s])(?:import|export)[^;"'`]*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|\brequire\(\s*["']([^"']+)["']\s*\)/gm)].map(([, from, lazy, required]) => from ?? lazy ?? required!);
    expect(imported.filter((name) => !name.startsWith("node:") && !builtinModules.includes(name))).toEqual([]);
  });

  it("passes OpenClaw's validation", async () => {
    const { code, stdout, stderr } = await host.run("plugins", "validate", "--root", plugin, "--entry", ENTRY, "--json");
    expect([code, stdout + stderr]).toEqual([0, expect.any(String)]);
  });

  it("passes the checks of OpenClaw's installer, and loads from where that puts it", async () => {
    const refused = await host.run("plugins", "install", plugin, "--force");
    expect(refused.code).not.toBe(0);
    const installed = await host.run("plugins", "install", plugin, "--force", "--accept-capabilities");
    expect([installed.code, installed.stdout + installed.stderr]).toEqual([0, expect.not.stringMatching(/blocked|dangerous|critical/i)]);
    const inspected = await host.run("plugins", "inspect", "memory-cortex", "--runtime", "--json");
    expect(JSON.parse(inspected.stdout)).toMatchObject({ plugin: { id: "memory-cortex", status: "loaded" } });
  });
});
