import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installState, writeStamp } from "./install-stamp.mjs";

const LOCK = {
  packages: {
    "": { name: "tiny" },
    "libs/a": { name: "a" },
    "node_modules/a": { link: true },
    "node_modules/zod": { version: "4.0.0", integrity: "sha512-zod" },
    "node_modules/node-elsewhere": { version: "24.0.0", integrity: "sha512-node", optional: true },
  },
};
let root = "";

function writeJson(file: string, value: unknown): void {
  writeFileSync(join(root, file), JSON.stringify(value));
}

/** As `npm install` leaves it. */
function installByHand(packages: Record<string, unknown> = { "node_modules/zod": LOCK.packages["node_modules/zod"] }): void {
  mkdirSync(join(root, "node_modules", "zod"), { recursive: true });
  writeJson("node_modules/.package-lock.json", { packages });
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cortex-stamp-"));
  writeJson("package-lock.json", LOCK);
});
afterEach(() => rmSync(root, { recursive: true }));

test("an untouched clone is missing its packages", () => {
  expect(installState(root)).toBe("missing");
});

test("after the stamp it is ready, until the lockfile changes", () => {
  mkdirSync(join(root, "node_modules"));
  writeStamp(root);
  expect(installState(root)).toBe("ready");
  writeJson("package-lock.json", { packages: { ...LOCK.packages, "node_modules/new": { version: "1.0.0" } } });
  expect(installState(root)).toBe("changed");
});

test("half an installation (no stamp, no list of npm's) is not ready", () => {
  mkdirSync(join(root, "node_modules", "zod"), { recursive: true });
  expect(installState(root)).toBe("changed");
});

test("packages of another platform are not ready", () => {
  installByHand();
  writeFileSync(join(root, "node_modules", ".memory-cortex-setup"), "whatever plan9-mips\n");
  expect(installState(root)).toBe("changed");
});

test("what was installed by hand from this lockfile is ready", () => {
  installByHand();
  expect(installState(root)).toBe("ready");
});

test.each([
  ["another version", { "node_modules/zod": { version: "3.0.0", integrity: "sha512-zod" } }],
  ["one package short", {}],
  ["a package too many", { "node_modules/zod": LOCK.packages["node_modules/zod"], "node_modules/old": { version: "1.0.0" } }],
])("what was installed by hand with %s is not", (_what, packages) => {
  installByHand(packages);
  expect(installState(root)).toBe("changed");
});
