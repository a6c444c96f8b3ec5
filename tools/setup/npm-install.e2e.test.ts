import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { npmInstall } from "./npm-install.mjs";

let folder = "";
let root = "";

/** What a fresh machine has: a home of its own, and no settings of npm. */
function freshMachine(): NodeJS.ProcessEnv {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^VITEST/i.test(name)));
  return { ...clean, HOME: join(folder, "home") };
}

function npm(cwd: string, ...words: string[]): void {
  const { status, stderr } = spawnSync("npm", [...words, "--offline"], { cwd, env: freshMachine(), encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cortex-npm-"));
  root = join(folder, "project");
  mkdirSync(join(folder, "home"));
  mkdirSync(join(folder, "addon"));
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// `npm ci` does not see "gypfile": false through a lockfile, and would start the compiler for an addon that comes as built.
test("an addon that comes as built is not compiled: no Python, no compiler, no headers of Node are needed", async () => {
  writeFileSync(join(folder, "addon", "package.json"), '{"name":"addon","version":"1.0.0","gypfile":false}');
  writeFileSync(join(folder, "addon", "binding.gyp"), "this cannot be compiled");
  npm(join(folder, "addon"), "pack", "--pack-destination", root);
  writeFileSync(join(root, "package.json"), '{"name":"tiny","version":"1.0.0","dependencies":{"addon":"file:addon-1.0.0.tgz"}}');
  npm(root, "install", "--package-lock-only");

  await npmInstall(root, freshMachine());

  expect(existsSync(join(root, "node_modules", "addon", "binding.gyp"))).toBe(true);
});
