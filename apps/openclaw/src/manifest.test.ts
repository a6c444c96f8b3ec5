import { describe, expect, it } from "vitest";

import manifest from "../openclaw.plugin.json" with { type: "json" };
import own from "../package.json" with { type: "json" };
import { readConfig } from "./config.ts";
import { SETTINGS } from "./settings.ts";

describe("openclaw.plugin.json", () => {
  it("has exactly the settings of the plugin, with their types, limits and defaults", () => {
    expect(manifest.configSchema).toEqual({ type: "object", additionalProperties: false, properties: SETTINGS });
  });

  it("is of the package's version, and takes the memory slot", () => {
    expect(manifest).toMatchObject({ id: "memory-cortex", kind: "memory", version: own.version, activation: { onStartup: true } });
  });

  it("has defaults that the plugin takes for valid", () => {
    const defaults = Object.fromEntries(Object.entries(SETTINGS).flatMap(([name, setting]) => ("default" in setting ? [[name, setting.default]] : [])));
    expect(readConfig(defaults, () => "ann").problems).toEqual([]);
  });
});
