import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

const PIECE_BYTES = 1024 * 1024;

/**
 * Reads every file of a home's users once, so that the system holds them in memory as it does those of a service that runs and has memory to
 * spare. Some machines take pages away that were not read for a minute: without this, how long ago the home was filled would be measured.
 */
export async function readThrough(home: string): Promise<void> {
  const folder = join(home, "realms");
  const piece = Buffer.alloc(PIECE_BYTES);
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name));
    try {
      for (let read = 1; read > 0; ) ({ bytesRead: read } = await file.read(piece, 0, PIECE_BYTES));
    } finally {
      await file.close();
    }
  }
}
