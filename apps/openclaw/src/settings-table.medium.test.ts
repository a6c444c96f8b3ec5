import { readFile } from "node:fs/promises";

import { expect, it } from "vitest";

import { settingsTable } from "./settings-table.ts";

it("docs/hosts/openclaw-settings.md tells every setting as it is", async () => {
  expect(await readFile(new URL("../../../docs/hosts/openclaw-settings.md", import.meta.url), "utf8")).toContain(`\n${settingsTable()}\n`);
});
