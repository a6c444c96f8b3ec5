import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import manifest from "../../openclaw.plugin.json" with { type: "json" };
import { buildPlugin } from "./build-plugin.ts";

let folder: string;
let source: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-cortex-build-"));
  await buildPlugin({ outFolder: folder });
  source = await readFile(join(folder, "dist/index.js"), "utf8");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("buildPlugin", () => {
  it("writes what OpenClaw needs, and nothing else", async () => {
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(["LICENSE", "THIRD-PARTY.txt", "dist", "dist/index.js", "openclaw.plugin.json", "package.json"]);
    expect(JSON.parse(await readFile(join(folder, "openclaw.plugin.json"), "utf8"))).toEqual(manifest);
  });

  it("depends on nothing outside its bundle", async () => {
    const published = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
    expect(Object.keys(published).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(published).toMatchObject({ type: "module", version: manifest.version, openclaw: { extensions: ["./dist/index.js"], compat: { pluginApi: expect.stringMatching(/^>=/) } } });
    const imported = [...source.matchAll(/^\s*(?:import|export)\b[^"'\n]*?from\s*["']([^"']+)["']/gm)].map((match) => match[1]!.replace(/^node:/, ""));
    expect(imported.filter((name) => !builtinModules.includes(name))).toEqual([]);
  });

  it("brings the licences of what is in the bundle", async () => {
    const notices = await readFile(join(folder, "THIRD-PARTY.txt"), "utf8");
    expect(notices).toMatch(/^wink-porter2-stemmer \d.*Permission is hereby granted/ms);
    expect(notices).toMatch(/^@orama\/stemmers \d.*Apache License/ms);
  });

  it("starts no program and reads no environment, which installers look for", () => {
    expect(source).not.toMatch(/child_process|process\.env\b|\beval\(|new Function\(/);
  });

  it("gives the host one default export, registered without touching disk or network", async () => {
    const loaded = (await import(join(folder, "dist/index.js"))) as { default: Record<string, unknown> & { register: (api: unknown) => unknown } };
    const registered: string[] = [];
    const api = new Proxy({ id: "memory-cortex", logger: { info: () => undefined, warn: () => undefined, error: () => undefined }, runtime: { state: { resolveStateDir: () => join(folder, "nowhere") } } }, {
      get: (target, name) => Reflect.get(target, name) ?? (/^(?:register|on)/.test(String(name)) ? () => void registered.push(String(name)) : undefined),
    });
    expect(loaded.default).toMatchObject({ id: "memory-cortex", kind: "memory", name: "Memory Cortex" });
    for (let times = 0; times < 3; times += 1) expect(loaded.default.register(api)).toBeUndefined();
    expect(registered).toEqual(expect.arrayContaining(["on", "registerTool", "registerMemoryCapability", "registerCli", "registerCommand", "registerService"]));
    expect(await readdir(folder)).not.toContain("nowhere");
  });
});
