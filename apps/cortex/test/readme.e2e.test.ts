import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import type { IngestResponse, RecallResponse } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { cortex, ROOT, startService, testModelFolder, throwawayHome } from "./cortex-process.ts";

const page = readFileSync(join(ROOT, "README.md"), "utf8");
const run = promisify(execFile);
const folder = await testModelFolder();

/** The shell lines under a marker of the page, as a reader would copy them; only the port is another. */
function lines(marker: string, port: number): string {
  const found = new RegExp(`<!-- curl: ${marker} -->\\n\`\`\`sh\\n(.*?)\`\`\``, "s").exec(page);
  if (found === null) throw new Error(`README.md has no block "${marker}".`);
  return found[1]!.replaceAll("127.0.0.1:8300", `127.0.0.1:${port}`);
}

let home: string;
let remove: () => Promise<void>;
beforeEach(async () => void ({ home, remove } = await throwawayHome()));
afterEach(() => remove());

describe("README.md", () => {
  async function fridayFirst(model: string | null): Promise<void> {
    const service = await startService(home, model === null ? {} : { CORTEX_MODEL_FOLDER: model });
    const shell = async <Answer>(marker: string): Promise<Answer> => JSON.parse((await run("sh", ["-c", lines(marker, service.port)])).stdout) as Answer;
    try {
      expect(await shell<IngestResponse>("ingest")).toMatchObject({ status: "debounced", debounce_seconds: 30, accepted: 5, duplicate: 0 });
      const atOnce = await shell<RecallResponse>("recall");
      expect(atOnce.items[0]?.text).toContain("Friday at two");
      expect(atOnce.context).toContain("Friday at two");

      await service.post("/v1/flush", { user_id: "ann" });
      const later = await shell<RecallResponse>("recall");
      expect(later.items[0]?.text).toContain("Friday at two");
      expect(later.degraded.length === 0).toBe(model !== null);
      expect(await shell<IngestResponse>("ingest")).toMatchObject({ accepted: 0, duplicate: 5 });
    } finally {
      await service.stop();
    }
  }

  it.skipIf(folder === null)("gives the Friday turn with the static model, before and after memories are made", () => fridayFirst(folder));
  it("gives the Friday turn by words only, before and after memories are made", () => fridayFirst(null));

  it("names each command that there is, and no other", async () => {
    const { stdout, code } = await cortex(home, ["--help"]);
    expect(code).toBe(0);
    const named = [...page.matchAll(/^\| `cortex (\w+)/gm)].map((match) => match[1]!);
    const [groups = ""] = stdout.split("\nExit codes:");
    const offered = [...groups.matchAll(/^ {2}([a-z]+)/gm)].map((match) => match[1]!).filter((name) => name !== "help");
    expect(offered).not.toEqual([]);
    expect([...named].sort()).toEqual(offered.sort());
  });
});
