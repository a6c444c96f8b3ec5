import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** How far the import of a file has come. Only numbers and a random name: no text, no names of people. */
export interface ImportState {
  /** Conversations of the file that were acknowledged whole, counted from the first. */
  conversations: number;
  /** Turns that the service kept or had already. */
  turns: number;
  /** Memories that it made; only imports of statements count them. */
  memories?: number;
  /** Of this import, from its first run to its end: what it sends again is the same request. A later import of the same file is another. */
  run?: string;
}

/** Remembers how far an import has come, so that an interrupted one goes on from there. */
export interface ImportStateFile {
  read(): Promise<ImportState | null>;
  write(state: ImportState): Promise<void>;
  remove(): Promise<void>;
}

/** The state belongs to the bytes of the file and to where they go; another file or another user starts anew. */
export async function importStateFile(home: string, exportPath: string, destination: readonly (string | undefined)[]): Promise<ImportStateFile> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(exportPath), hash);
  return importStateOf(home, [hash.digest("hex"), ...destination]);
}

/** The state of what these names tell from everything else: a fingerprint of the source, and where it goes. */
export function importStateOf(home: string, names: readonly (string | undefined)[]): ImportStateFile {
  const key = createHash("sha256").update(JSON.stringify(names.map((part) => part ?? null))).digest("hex");
  const folder = join(home, "imports");
  const path = join(folder, `${key}.json`);
  return {
    async read() {
      try {
        const state = JSON.parse(await readFile(path, "utf8")) as Partial<ImportState>;
        return Number.isInteger(state.conversations) && Number.isInteger(state.turns) ? (state as ImportState) : null;
      } catch {
        return null; // not there or damaged: sending again is safe, as the service keeps each turn once
      }
    },
    async write(state) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, JSON.stringify(state), { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    remove: () => rm(path, { force: true }),
  };
}
