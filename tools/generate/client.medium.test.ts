import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { CLIENT_TYPES, clientTypes } from "./client-types.ts";

it("the client's types are as they are generated (node tools/generate/client.ts)", async () => {
  expect(readFileSync(new URL(`../../${CLIENT_TYPES}`, import.meta.url), "utf8")).toBe(await clientTypes());
});
