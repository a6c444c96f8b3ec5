/** node tools/image/prepare-model.ts FOLDER: fetches the static model into a folder, by pinned checksum, while the image is built. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { prepareStaticModel } from "@memory-cortex/embedding";

async function main([folder]: string[]): Promise<number> {
  if (folder === undefined) {
    console.error("usage: node tools/image/prepare-model.ts FOLDER");
    return 2;
  }
  const home = await mkdtemp(join(tmpdir(), "cortex-model-"));
  try {
    const prepared = await prepareStaticModel({ home, folder: process.env["CORTEX_MODEL_FOLDER"] || undefined, hubUrl: process.env["CORTEX_MODEL_HUB_URL"] || undefined });
    for (const { way, problem } of prepared.failed) console.error(`${way}: ${problem}`);
    if (!("folder" in prepared)) {
      console.error("The static model cannot be fetched. Name a mirror of the model hub: --build-arg CORTEX_MODEL_HUB_URL=https://…");
      return 1;
    }
    await cp(prepared.folder, folder, { recursive: true });
    console.log(`The static model is in ${folder} (${prepared.how}).`);
    return 0;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
