import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findRuntime, installRuntime } from "./transformer-runtime.ts";

const machine = { platform: "linux", arch: "x64", glibc: true };
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "runtime-"));
});
afterEach(async () => rm(home, { recursive: true, force: true }));

/** An npm that writes what the real one would leave, for two platforms. */
async function fakeNpm(script: string): Promise<string> {
  const path = join(home, "npm-for-this-test");
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const INSTALLS = `
test "$1" = ci && test -f package-lock.json || exit 1
for platform in linux/x64 linux/arm64 win32/x64; do mkdir -p node_modules/onnxruntime-node/bin/napi-v6/$platform; done
echo '{}' > node_modules/onnxruntime-node/package.json`;

describe("installRuntime", () => {
  it("installs once, and keeps the libraries of this platform only", async () => {
    expect(await findRuntime(home)).toBeNull();
    const folder = await installRuntime({ home, machine, npm: await fakeNpm(INSTALLS) });
    expect(await findRuntime(home)).toBe(folder);
    expect(await readdir(join(folder, "node_modules/onnxruntime-node/bin/napi-v6/linux"))).toEqual(["x64"]);
    expect(await readdir(join(folder, "node_modules/onnxruntime-node/bin/napi-v6/win32"))).toEqual([]);
    expect(await installRuntime({ home, machine, npm: await fakeNpm("exit 1") })).toBe(folder);
  });

  it.each([["without npm", null, "no npm"], ["when npm fails", "mkdir node_modules; exit 1", "could not install"], ["when npm takes too long", "exec sleep 30", "in time"]])(
    "leaves nothing behind %s, and says why",
    async (_, script, why) => {
      const npm = script === null ? join(home, "no-such-npm") : await fakeNpm(script);
      await expect(installRuntime({ home, machine, npm, timeoutMs: 2_000 })).rejects.toMatchObject({ code: "install_failed", detail: expect.stringContaining(why) });
      expect(await readdir(join(home, "runtime"))).toEqual([]);
    },
  );

  it("asks npm for nothing on a platform without a runtime", async () => {
    await expect(installRuntime({ home, machine: { ...machine, glibc: false }, npm: await fakeNpm(INSTALLS) })).rejects.toMatchObject({ code: "runtime_unsupported" });
    expect(await findRuntime(home)).toBeNull();
  });

  it("stops for a caller who has gone", async () => {
    await expect(installRuntime({ home, machine, npm: await fakeNpm(INSTALLS), signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
  });
});
