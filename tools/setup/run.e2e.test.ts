import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const HERE = dirname(fileURLToPath(import.meta.url));
let root = "";
let programs = "";

/** A stand-in for npm that notes its calls, and does what NPM_DOES says. It needs no Node on the PATH. */
const NPM = `#!/bin/sh
echo "start $*" >> "$NPM_CALLS"
case "$NPM_DOES" in
  install) rm -rf node_modules; mkdir node_modules; sleep 0.3; echo end >> "$NPM_CALLS"; exit 0;;
  hang) echo $$ > "$NPM_CALLS.pid"; exec sleep 60;;
  *) echo "npm warn something unimportant" >&2; printf '%b\\n' "$NPM_DOES" >&2; exit 1;;
esac
`;

function environment(does: string): NodeJS.ProcessEnv {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^VITEST/i.test(name)));
  return { ...clean, PATH: `${programs}:/usr/bin:/bin`, NPM_CALLS: join(root, "calls"), NPM_DOES: does };
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  said: string;
}

function start(does: string, command: string[]) {
  const child = spawn(process.execPath, [join(root, "tools", "setup", "run.mjs"), ...command], { cwd: root, env: environment(does), stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = new Promise<Ended>((resolve) => child.once("close", (code, signal) => resolve({ code, signal, output, said })));
  return { child, ended };
}

const run = (does: string, ...command: string[]): Promise<Ended> => start(does, command).ended;
const calls = (): string[] => (existsSync(join(root, "calls")) ? readFileSync(join(root, "calls"), "utf8").trim().split("\n") : []);
const lines = (text: string): string[] => text.split("\n").filter(Boolean);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cortex-run-"));
  programs = join(root, "programs");
  mkdirSync(programs);
  cpSync(HERE, join(root, "tools", "setup"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"name":"tiny","type":"module"}');
  writeFileSync(join(root, "package-lock.json"), '{"packages":{"":{"name":"tiny"},"node_modules/zod":{"version":"4.0.0"}}}');
  writeFileSync(join(programs, "npm"), NPM);
  chmodSync(join(programs, "npm"), 0o755);
  writeFileSync(join(root, "hello.ts"), 'const rest: string[] = process.argv.slice(2);\nconsole.log(JSON.stringify([rest, process.env["PATH"]?.split(":")[0]]));\nprocess.exitCode = Number(rest[0]);\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a first run", () => {
  test("installs, says so, and runs the program with its arguments, output and exit code", async () => {
    const { code, output, said } = await run("install", "hello.ts", "3", "two words", "--flag");
    expect(JSON.parse(output)).toEqual([["3", "two words", "--flag"], join(root, "node_modules", ".bin")]);
    expect(code).toBe(3);
    expect(lines(said)[0]).toBe("Installing packages (first run, about 30 s)…");
    expect(lines(said)).toHaveLength(2);
    expect(calls()[0]).toMatch(/^start ci /);
  });

  test("is the only one that installs: the next is quiet, a changed lockfile installs again", async () => {
    await run("install", "hello.ts", "0");
    expect(await run("install", "hello.ts", "0")).toMatchObject({ code: 0, said: "" });
    expect(calls()).toHaveLength(2);
    writeFileSync(join(root, "package-lock.json"), '{"packages":{"":{"name":"tiny"},"node_modules/zod":{"version":"4.0.1"}}}');
    const { said } = await run("install", "hello.ts", "0");
    expect(lines(said)[0]).toContain("they differ from package-lock.json");
    expect(calls()).toHaveLength(4);
  });

  test("started four times at once installs once", async () => {
    const ends = await Promise.all(Array.from({ length: 4 }, () => run("install", "hello.ts", "0")));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(calls()).toHaveLength(2);
    expect(existsSync(join(root, ".cortex", "setup.lock"))).toBe(false);
  });

  test("goes on where one was killed half-way", async () => {
    const dead = spawnSync(process.execPath, ["--version"]).pid;
    mkdirSync(join(root, ".cortex"));
    writeFileSync(join(root, ".cortex", "setup.lock"), `${dead} ${hostname()}\n`);
    mkdirSync(join(root, "node_modules", "half"), { recursive: true });
    expect((await run("install", "hello.ts", "0")).code).toBe(0);
    expect(existsSync(join(root, "node_modules", "half"))).toBe(false);
  });

  test("that is stopped takes npm along, and gives the lock back", async () => {
    const { child, ended } = start("hang", ["hello.ts"]);
    const pidFile = join(root, "calls.pid");
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, "utf8").trim() !== "", { timeout: 30_000 }).toBe(true);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 1, said: expect.stringContaining("Set-up was stopped") });
    expect(() => process.kill(Number(readFileSync(pidFile, "utf8")), 0)).toThrow("ESRCH");
    expect(existsSync(join(root, ".cortex", "setup.lock"))).toBe(false);
  });
});

test("start.mjs starts the embedded app, with what follows", () => {
  mkdirSync(join(root, "apps", "cortex", "src"), { recursive: true });
  writeFileSync(join(root, "apps", "cortex", "src", "main.ts"), "console.log(JSON.stringify(process.argv.slice(2)));\n");
  const { status, stdout } = spawnSync(process.execPath, [join(root, "tools", "setup", "start.mjs"), "--port", "8400"], { env: environment("install"), encoding: "utf8" });
  expect([status, JSON.parse(stdout)]).toEqual([0, ["up", "--port", "8400"]]);
});

describe("what goes wrong is one line that says what to do", () => {
  test.each([
    ["no network", "npm error code EAI_AGAIN\\nnpm error syscall getaddrinfo", "No network: the npm registry cannot be reached."],
    ["a full disk", "npm error code ENOSPC\\nnpm error nospc ENOSPC: no space left on device, write", "The disk is full"],
    ["a lockfile that does not fit", "npm error code EUSAGE\\nnpm error are in sync", "package.json and package-lock.json do not agree"],
    ["a folder that is not ours", "npm error code EACCES", "npm may not write"],
    ["anything else", "npm error code EODD", "npm says EODD"],
  ])("%s", async (_what, does, words) => {
    const { code, output, said } = await run(does, "hello.ts", "0");
    expect([code, output]).toEqual([1, ""]);
    const [first, problem, ...more] = lines(said);
    expect(first).toContain("Installing packages");
    expect(problem).toContain(words);
    expect(more).toEqual([]);
    const log = /npm's output: (.+)\)$/.exec(problem ?? "")?.[1] ?? "";
    expect(readFileSync(log, "utf8")).toContain("something unimportant");
    expect(await run("install", "hello.ts", "0")).toMatchObject({ code: 0 });
  });

  test("no npm", () => {
    const nothing = join(root, "nothing");
    mkdirSync(nothing);
    const { status, stderr } = spawnSync(process.execPath, [join(root, "tools", "setup", "run.mjs"), "hello.ts"], { env: { ...environment("install"), PATH: nothing }, encoding: "utf8" });
    expect(status).toBe(1);
    expect(lines(stderr).slice(1)).toEqual(["npm was not found: install Node with npm (https://nodejs.org), then run the same command again."]);
  });

  test("an old Node under npm", () => {
    const agent = { npm_config_user_agent: "npm/9.9.4 node/v18.20.8 linux x64 workspaces/false" };
    const { status, stderr } = spawnSync(process.execPath, [join(root, "tools", "setup", "run.mjs"), "hello.ts"], { env: { ...environment("install"), ...agent }, encoding: "utf8" });
    expect([status, lines(stderr)]).toEqual([1, ["Node 18.20.8 is too old: install Node 20 or newer (https://nodejs.org), then run the same command again."]]);
    expect(calls()).toEqual([]);
  });

  test.each([
    ["no lockfile", "package-lock.json", "There is no package-lock.json"],
    ["no program", "hello.ts", "There is no hello.ts"],
  ])("%s", async (_what, file, words) => {
    rmSync(join(root, file));
    const { code, said } = await run("install", "hello.ts");
    expect([code, lines(said).length]).toEqual([1, 1]);
    expect(said).toContain(words);
    expect(calls()).toEqual([]);
  });
});

describe("signals", () => {
  const waiting = (onSignal: string) => `process.on("SIGTERM", () => { ${onSignal} });\nconsole.log("ready");\nsetInterval(() => {}, 1000);\n`;

  test("reach the program, and its exit code comes back", async () => {
    writeFileSync(join(root, "wait.ts"), waiting('console.log("bye"); process.exit(7);'));
    const { child, ended } = start("install", ["wait.ts"]);
    child.stdout.once("data", () => child.kill("SIGTERM"));
    expect(await ended).toMatchObject({ code: 7, output: "ready\nbye\n" });
  });

  test("that end the program end us the same way", async () => {
    writeFileSync(join(root, "wait.ts"), waiting('process.kill(process.pid, "SIGKILL");'));
    const { child, ended } = start("install", ["wait.ts"]);
    child.stdout.once("data", () => child.kill("SIGTERM"));
    expect(await ended).toMatchObject({ code: null, signal: "SIGKILL" });
  });

  test("input reaches the program", async () => {
    writeFileSync(join(root, "echo.ts"), "process.stdin.pipe(process.stdout);\n");
    const { child, ended } = start("install", ["echo.ts"]);
    child.stdin.end("Grüße\n");
    expect((await ended).output).toBe("Grüße\n");
  });
});
