import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { openclawVariables } from "@memory-cortex/config";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { findOpenclaw } from "./find-openclaw.ts";
import { filesOf, readOpenclaw } from "./read-openclaw.ts";

let home: string;
beforeEach(async () => void (home = await mkdtemp(join(tmpdir(), "cortex-find-"))));
afterEach(() => rm(home, { recursive: true, force: true }));

async function put(path: string, text = "{}"): Promise<string> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const find = (environment: Record<string, string> = {}) => findOpenclaw(openclawVariables({ HOME: home, PATH: "", ...environment }));

describe("findOpenclaw", () => {
  it("says so when there is none", async () => {
    await expect(find()).rejects.toThrow("No OpenClaw is here");
  });

  it.each<[string, string, Record<string, string>]>([
    ["in the home folder", ".openclaw/openclaw.json", {}],
    ["by its first name", ".clawdbot/clawdbot.json", {}],
    ["of a profile", ".openclaw-work/openclaw.json", { OPENCLAW_PROFILE: "work" }],
    ["in its state folder", "elsewhere/openclaw.json", { OPENCLAW_STATE_DIR: "~/elsewhere" }],
    ["by the path of its configuration", "etc/claw.json5", { OPENCLAW_CONFIG_PATH: "~/etc/claw.json5" }],
    ["below another home", "svc/.openclaw/openclaw.json", { OPENCLAW_HOME: "~/svc" }],
  ])("finds one %s", async (_where, path, environment) => {
    const configFile = await put(path);
    expect(await find(environment)).toMatchObject({ configFile, hasConfig: true, command: null });
  });

  it("takes the new folder where both are, and the state folder before the profile", async () => {
    await put(".clawdbot/clawdbot.json");
    const configFile = await put(".openclaw/openclaw.json");
    expect(await find()).toMatchObject({ configFile });
    expect(await find({ OPENCLAW_STATE_DIR: join(home, ".openclaw"), OPENCLAW_PROFILE: "work" })).toMatchObject({ configFile });
  });

  it("finds the command on the PATH, and only what can be run", async () => {
    await put("plain/openclaw");
    const command = await put("bin/openclaw", "#!/bin/sh\n");
    await chmod(command, 0o755);
    expect(await find({ PATH: `${join(home, "plain")}:${join(home, "bin")}` })).toMatchObject({ command, hasConfig: false, configFile: join(home, ".openclaw", "openclaw.json") });
  });
});

describe("readOpenclaw", () => {
  const EDITS = [{ set: ["plugins", "slots", "memory"], value: "memory-cortex" }, { append: ["tools", "allow"], value: "memory-cortex" }];

  it("reads comments, and nothing as nothing", async () => {
    const file = await put("openclaw.json", "// hand-made\n{ plugins: { slots: { memory: 'memory-lancedb' } }, }");
    expect((await readOpenclaw(file)).value).toEqual({ plugins: { slots: { memory: "memory-lancedb" } } });
    expect((await readOpenclaw(join(home, "none.json"))).value).toEqual({});
  });

  it("sends a change to the file in which its section stands", async () => {
    const file = await put("openclaw.json", `{ plugins: { $include: "./parts/plugins.json5" }, tools: { profile: "coding" } }`);
    const part = await put("parts/plugins.json5", `{ slots: { memory: "memory-core" } }`);
    const configuration = await readOpenclaw(file);
    expect(configuration.value).toEqual({ plugins: { slots: { memory: "memory-core" } }, tools: { profile: "coding" } });
    expect(filesOf(configuration, EDITS)).toEqual([
      { path: part, format: "json5", edits: [{ set: ["slots", "memory"], value: "memory-cortex" }] },
      { path: file, format: "json5", edits: [{ append: ["tools", "allow"], value: "memory-cortex" }] },
    ]);
  });

  it.each([`{ $include: "./parts/all.json5" }`, `{ plugins: { $include: ["./parts/all.json5"] } }`, `{ plugins: { $include: "./parts/all.json5", enabled: true } }`])("does not write to what several files make together: %s", async (text) => {
    await put("parts/all.json5");
    const configuration = await readOpenclaw(await put("openclaw.json", text));
    expect(() => filesOf(configuration, EDITS)).toThrow("several files");
  });

  it("says which file cannot be read, without quoting it", async () => {
    await expect(readOpenclaw(await put("openclaw.json", "{ secret: "))).rejects.toThrow(/openclaw\.json is not a JSON object/);
  });
});
