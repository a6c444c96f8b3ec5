import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { requireSupported } from "./transformer-runtime.ts";

describe("requireSupported", () => {
  it.each([["linux", "x64"], ["linux", "arm64"], ["darwin", "arm64"], ["win32", "x64"]])("takes %s on %s", (platform, arch) => {
    expect(() => requireSupported({ platform, arch, glibc: true })).not.toThrow();
  });

  it.each([["linux", "ia32"], ["linux", "arm"], ["darwin", "x64"], ["freebsd", "x64"]])("refuses %s on %s, and names it", (platform, arch) => {
    expect(() => requireSupported({ platform, arch, glibc: true })).toThrow(expect.objectContaining({ code: "runtime_unsupported", detail: expect.stringContaining(arch) }));
  });

  it("refuses a Linux without glibc", () => {
    expect(() => requireSupported({ platform: "linux", arch: "x64", glibc: false })).toThrow(expect.objectContaining({ code: "runtime_unsupported", detail: expect.stringContaining("glibc") }));
  });
});

describe("the runtime's lock file", () => {
  it("pins every package by version and checksum", () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../runtime/${name}`, import.meta.url), "utf8"));
    const { dependencies } = read("package.json") as { dependencies: Record<string, string> };
    const { packages } = read("package-lock.json") as { packages: Record<string, { version: string; integrity?: string; dependencies?: object }> };
    expect(packages[""]!.dependencies).toEqual(dependencies);
    expect(packages["node_modules/onnxruntime-node"]!.version).toBe(dependencies["onnxruntime-node"]);
    const pinned = Object.entries(packages).filter(([path]) => path !== "");
    expect(pinned.length).toBeGreaterThan(3);
    for (const [, { integrity }] of pinned) expect(integrity).toMatch(/^sha512-/u);
  });
});
