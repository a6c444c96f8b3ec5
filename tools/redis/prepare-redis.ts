import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { findRedisServer } from "@memory-cortex/testing/servers";

/** What Debian and Ubuntu need for `redis-server`, beyond what every installation of them has. */
const PACKAGES = ["redis-server", "redis-tools", "libjemalloc2", "liblzf1", "libatomic1"];
const LIMIT_MS = 120_000;

/**
 * Finds a Redis for tests, or unpacks the distribution's own packages into `.cortex/redis` without installing anything (no root needed), and
 * tells the tests where it is. Null, or why there is none.
 */
export async function prepareRedis(root: string): Promise<string | null> {
  if (findRedisServer() !== null) return null;
  const folder = join(root, ".cortex", "redis");
  const program = join(folder, "redis-server");
  const failure = runs(program) ? null : await unpack(folder, program);
  if (failure === null) process.env["CORTEX_TEST_REDIS_SERVER"] = program;
  return failure === null ? null : `no redis-server on the PATH (${failure}); install it, or set CORTEX_TEST_REDIS_SERVER to one`;
}

const runs = (program: string): boolean => existsSync(program) && spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

async function unpack(folder: string, program: string): Promise<string | null> {
  if (spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0) return "no apt-get to fetch it with";
  const [packages, files, lists] = ["packages", "files", "lists"].map((name) => join(folder, name)) as [string, string, string];
  for (const made of [packages, files, join(lists, "partial")]) await mkdir(made, { recursive: true });
  console.log("Fetching Redis for tests (1.5 MB)…");
  // A machine that never fetched the lists of packages gets them in a folder of ours.
  const own = ["-o", `Dir::State::Lists=${lists}`, "-o", `Dir::Cache=${folder}`, "-o", "APT::Sandbox::User="];
  const download = ["download", ...PACKAGES];
  if (aptGet(packages, download) !== null) {
    const failed = aptGet(packages, [...own, "update"]) ?? aptGet(packages, [...own, ...download]);
    if (failed !== null) return failed;
  }
  for (const file of await readdir(packages)) {
    if (file.endsWith(".deb") && spawnSync("dpkg-deb", ["-x", join(packages, file), files], { stdio: "ignore" }).status !== 0) return `${file} cannot be unpacked`;
  }
  const libraries = (await readdir(join(files, "usr", "lib"))).map((name) => join(files, "usr", "lib", name)).join(":");
  await writeFile(program, `#!/bin/sh\nLD_LIBRARY_PATH="${libraries}" exec "${join(files, "usr", "bin", "redis-server")}" "$@"\n`);
  await chmod(program, 0o755);
  return runs(program) ? null : "the distribution's package does not run here";
}

/** Null, or what went wrong. */
function aptGet(folder: string, parameters: readonly string[]): string | null {
  const { status, stderr } = spawnSync("apt-get", parameters, { cwd: folder, encoding: "utf8", timeout: LIMIT_MS });
  return status === 0 ? null : `apt-get: ${stderr.trim().split("\n").at(-1) ?? "failed"}`;
}
