import { readFileSync } from "node:fs";

import { schemaFaults } from "@memory-cortex/testing";
import { describe, expect, it } from "vitest";

import { readCompose } from "./read-compose.ts";

const schema = JSON.parse(readFileSync(new URL("compose-spec.schema.json", import.meta.url), "utf8")) as object;

/** Keys that begin with "x-" hold what others are made of, and are not looked at. */
describe("docker-compose.yml, by the schema of the Compose Specification", () => {
  it("has nothing but what it knows", () => {
    expect(schemaFaults(schema, readCompose())).toEqual([]);
  });

  it.each([
    ["an unknown key of a service", { services: { one: { image: "x", restarts: "always" } } }],
    ["a limit in a wrong form", { services: { one: { image: "x", healthcheck: { retries: [] } } } }],
    ["a secret without a source of a right form", { services: {}, secrets: { one: { file: 3 } } }],
  ])("it finds %s", (_what, planted) => {
    expect(schemaFaults(schema, planted).length).toBeGreaterThan(0);
  });
});
