import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of the files in a folder. */
export async function folderBytes(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
