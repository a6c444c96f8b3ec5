import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";

import { CortexError } from "@memory-cortex/models";

const FULL = new Set(["ENOSPC", "EDQUOT"]);

/** Makes the data folder, for its owner alone. Throws `home_unwritable` or `disk_full`. */
export async function prepareHome(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    if (FULL.has(code)) throw new CortexError("disk_full", { cause: error });
    throw new CortexError("home_unwritable", { detail: `The data folder cannot be made or written (${code}).`, cause: error });
  }
}
