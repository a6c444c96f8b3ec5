import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ModelFile } from "./static-model-manifest.ts";

/** SHA-256 of a file, in hex. */
export async function fileChecksum(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** Whether a file is one of the pinned versions. */
export async function isPinned(path: string, { sha256 }: ModelFile): Promise<boolean> {
  return sha256.includes(await fileChecksum(path));
}
