import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, join } from "node:path";

/** What a terminal or a process manager sends to stop or to talk to a program. */
const PASSED_ON = /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"]);
/** A terminal sends these to every process in front of it, so the program already has them. */
const FROM_TERMINAL = new Set(["SIGINT", "SIGQUIT", "SIGHUP"]);

/**
 * Node takes types off TypeScript by WebAssembly, in each thread for itself. What it calls from there is compiled better after a thousand calls, and what that replaces
 * freed, which V8 does not keep apart from another thread that does the same: the process ends with SIGSEGV, now and then, when threads start for the first time after an update.
 * So it is never compiled better (docs/decisions/memory.md).
 */
export const NO_WRAPPER_TIERING = "--wasm-wrapper-tiering-budget=1000000000";

/**
 * For whatever runs long (docs/decisions/memory.md): what Node keeps for values that live shortly grows to 128 MB under many requests
 * otherwise, for hardly more speed; it takes the thousand candidates of a recall for values that live long when it looks in the middle of one; it
 * lets a heap grow to four times what is used before it collects garbage; and a thread that rests collects its own only where it can ask for that.
 */
export const NODE_FLAGS = ["--max-semi-space-size=16", "--no-allocation-site-pretenuring", "--heap-growing-percent=50", NO_WRAPPER_TIERING, "--expose-gc"];

/** For glibc, and nothing to others: one heap for all threads, instead of a half empty one for each (docs/decisions/memory.md). */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: "1" };

/**
 * Where Node keeps modules compiled, and TypeScript with its types taken off: a start is shorter, and no thread loads a compiler of its own.
 * @param {{root: string, environment: NodeJS.ProcessEnv}} place
 */
const compileCache = ({ root, environment }) => environment["NODE_COMPILE_CACHE"] ?? join(root, "node_modules", ".cache", "compiled");

/**
 * Runs a TypeScript file with Node 24 in place of this process, as far as Node lets one: same input and output, signals
 * passed on, and its exit code or signal is ours.
 * @param {{node: string, root: string, file: string, arguments: string[], environment: NodeJS.ProcessEnv}} program
 * @returns {Promise<never>} ends this process
 */
export async function runProgram({ node, root, file, arguments: rest, environment }) {
  const path = [join(root, "node_modules", ".bin"), environment["PATH"] ?? ""].filter(Boolean).join(delimiter);
  const env = { ...NODE_ENVIRONMENT, ...environment, PATH: path, NODE_COMPILE_CACHE: compileCache({ root, environment }) };
  const child = spawn(node, [...NODE_FLAGS, file, ...rest], { stdio: "inherit", env });
  const passers = PASSED_ON.map((signal) => {
    const pass = () => void (process.stdin.isTTY && FROM_TERMINAL.has(signal) ? undefined : child.kill(signal));
    process.on(signal, pass);
    return { signal, pass };
  });
  /** @type {{code: number | null, signal: NodeJS.Signals | null}} */
  const end = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  for (const { signal, pass } of passers) process.removeListener(signal, pass);
  if (end.signal !== null) {
    process.kill(process.pid, end.signal);
    process.exit(128 + constants.signals[end.signal]);
  }
  process.exit(end.code ?? 1);
}
