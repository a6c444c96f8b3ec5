import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The model that other tests prepared; the demo shows recall by words where there is none. */
function preparedModel(): string | undefined {
  const models = join(ROOT, ".cortex", "models");
  const [name] = existsSync(models) ? readdirSync(models) : [];
  return name === undefined ? undefined : join(models, name);
}

it("plays its conversation, shows what is kept and why it is recalled, and ends", async () => {
  const folder = process.env["CORTEX_MODEL_FOLDER"] ?? preparedModel();
  const env = { ...process.env, CORTEX_MODEL_DOWNLOAD: "false", ...(folder === undefined ? {} : { CORTEX_MODEL_FOLDER: folder }) };
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, "tools/demo/main.ts")], { env });
  expect(stdout).toMatch(/“When is my dentist appointment\?”.*\n  1\. .*Friday at two\.\n +\S*= relevance 0\.\d+/);
  expect(stdout).toContain("kept as: The door there opens with password = [redacted");
  expect(stdout).not.toMatch(/kept as:.*Otter-4711/);
  expect(stdout).toMatch(/preference +I prefer tea to coffee/);
  expect(stdout).toContain("<memory-cortex>");
  expect(stdout).not.toContain("\u001B[");
});
