import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isAbsent } from "./file-problem.ts";
import { isPinned } from "./file-checksum.ts";
import { uniqueName } from "./partial-file.ts";
import type { ModelSource } from "./static-model-manifest.ts";

const STAMP = "checked.json";
const stampSchema = z.object({ files: z.array(z.object({ name: z.string(), bytes: z.number(), modifiedMs: z.number() })) });
type Stamp = z.infer<typeof stampSchema>;

async function look(folder: string, source: ModelSource): Promise<Stamp | null> {
  try {
    const stats = await Promise.all(source.files.map(({ name }) => stat(join(folder, name))));
    return { files: stats.map(({ size, mtimeMs }, index) => ({ name: source.files[index]!.name, bytes: size, modifiedMs: mtimeMs })) };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function readStamp(folder: string): Promise<Stamp | null> {
  try {
    return stampSchema.parse(JSON.parse(await readFile(join(folder, STAMP), "utf8")));
  } catch {
    // Missing, half written or of another version: the files are checked in full, which is all that a stamp saves.
    return null;
  }
}

async function writeStamp(folder: string, stamp: Stamp): Promise<void> {
  const temporary = join(folder, uniqueName(STAMP));
  await writeFile(temporary, JSON.stringify(stamp));
  await rename(temporary, join(folder, STAMP));
}

/**
 * Whether the folder holds the whole, undamaged model. The checksums are computed once; later starts compare sizes and times with
 * the stamp that the first one left. A damaged file is deleted, so that it is fetched again.
 */
export async function isPrepared(folder: string, source: ModelSource): Promise<"yes" | "no" | "damaged"> {
  const seen = await look(folder, source);
  if (seen === null) return "no";
  if (JSON.stringify(await readStamp(folder)) === JSON.stringify(seen)) return "yes";
  let damaged = false;
  for (const file of source.files) {
    if (await isPinned(join(folder, file.name), file)) continue;
    await rm(join(folder, file.name), { force: true });
    damaged = true;
  }
  if (damaged) return "damaged";
  await writeStamp(folder, seen);
  return "yes";
}
