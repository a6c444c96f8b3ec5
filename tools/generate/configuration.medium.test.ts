import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { withConfigurationTable } from "./configuration-table.ts";

describe("README.md", () => {
  it("holds the configuration table as it is generated (node tools/generate/configuration.ts)", () => {
    const page = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    expect(page).toBe(withConfigurationTable(page));
  });

  it("is refused without the markers", () => {
    expect(() => withConfigurationTable("# Title")).toThrow("markers");
  });
});
