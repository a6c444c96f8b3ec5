import { spawn } from "node:child_process";
import { access, copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { abortError, CortexError, throwIfAborted } from "@memory-cortex/models";
import { writeProblem } from "../prepare/file-problem.ts";
import { uniqueName } from "../prepare/partial-file.ts";

/** Names of the folder that an install ends in: other versions are other folders. */
const RUNTIME = "onnxruntime-1.30.0";
/** What npm is given: every package pinned, with its checksum. */
const LOCKED = new URL("../../runtime/", import.meta.url);
const LOCKED_FILES = ["package.json", "package-lock.json"];
/** Scripts are left out: the only one fetches a library for graphics cards. */
const NPM = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
const NPM_TIMEOUT_MS = 600_000;
/** Platforms that ONNX Runtime is built for. */
const PLATFORMS: ReadonlySet<string> = new Set(["linux-x64", "linux-arm64", "darwin-arm64", "win32-x64", "win32-arm64"]);

/** A machine, as far as a native library minds. */
export interface Machine {
  platform: string;
  arch: string;
  /** False on Linux with another C library, such as Alpine's. */
  glibc: boolean;
}

export interface InstallOptions {
  /** Data folder; the runtime goes to `runtime` below it. */
  home: string;
  machine?: Machine | undefined;
  /** npm's command. */
  npm?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** This machine. */
export function thisMachine(): Machine {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return { platform: process.platform, arch: process.arch, glibc: process.platform !== "linux" || report.header?.glibcVersionRuntime !== undefined };
}

/** Throws `runtime_unsupported` for a machine that the runtime is not built for. */
export function requireSupported({ platform, arch, glibc }: Machine): void {
  if (!PLATFORMS.has(`${platform}-${arch}`)) throw new CortexError("runtime_unsupported", { detail: `The transformer's runtime is not made for ${platform} on ${arch}` });
  if (!glibc) throw new CortexError("runtime_unsupported", { detail: "The transformer's runtime needs glibc, and this Linux has another C library" });
}

/** Folder of the installed runtime under `home`; null when it is not there. */
export async function findRuntime(home: string): Promise<string | null> {
  const folder = join(home, "runtime", RUNTIME);
  const there = await access(join(folder, "node_modules", "onnxruntime-node", "package.json")).then(() => true, () => false);
  return there ? folder : null;
}

async function runNpm(folder: string, { npm = "npm", signal, timeoutMs = NPM_TIMEOUT_MS }: InstallOptions): Promise<void> {
  throwIfAborted(signal);
  const limit = AbortSignal.timeout(timeoutMs);
  const both = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  // On Windows npm is a script of the shell; nothing here comes from outside.
  const child = spawn(npm, NPM, { cwd: folder, stdio: "ignore", signal: both, killSignal: "SIGKILL", shell: process.platform === "win32" });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  child.once("error", (error) => {
    if (both.aborted) resolve("npm did not finish in time");
    else resolve("code" in error && error.code === "ENOENT" ? "There is no npm to install the transformer's runtime with" : "npm could not be started");
  });
  child.once("close", (code) => resolve(code === 0 ? null : "npm could not install the transformer's runtime"));
  const problem = await promise;
  if (signal?.aborted === true) throw abortError(signal);
  if (problem !== null) throw new CortexError("install_failed", { detail: problem });
}

/** The package brings the libraries of every platform, 290 MB; those of others are deleted. */
async function keepOwnPlatform(folder: string, { platform, arch }: Machine): Promise<void> {
  const binaries = join(folder, "node_modules", "onnxruntime-node", "bin", "napi-v6");
  for (const system of await readdir(binaries)) {
    for (const processor of await readdir(join(binaries, system))) {
      if (system !== platform || processor !== arch) await rm(join(binaries, system, processor), { recursive: true, force: true });
    }
  }
}

/**
 * Installs ONNX Runtime and the tokenizer by npm, pinned by checksum, without running their scripts; about 75 MB are downloaded and 50
 * stay. Returns the folder. Does nothing when it is there already, and leaves nothing behind when it fails. Throws `runtime_unsupported`,
 * `install_failed`, `disk_full`, `home_unwritable`, `aborted` or `timeout` (from the signal).
 */
export async function installRuntime(options: InstallOptions): Promise<string> {
  const machine = options.machine ?? thisMachine();
  requireSupported(machine);
  const there = await findRuntime(options.home);
  if (there !== null) return there;
  const parent = join(options.home, "runtime");
  const staging = join(parent, uniqueName(RUNTIME));
  const folder = join(parent, RUNTIME);
  try {
    await mkdir(staging, { recursive: true });
    for (const name of LOCKED_FILES) await copyFile(new URL(name, LOCKED), join(staging, name));
    await runNpm(staging, options);
    await keepOwnPlatform(staging, machine);
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
    return folder;
  } catch (error) {
    throw writeProblem(error);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Deletes the runtime. */
export async function removeRuntime(home: string): Promise<void> {
  await rm(join(home, "runtime"), { recursive: true, force: true });
}
