import { expect, it } from "vitest";

import { checkNode } from "./check-node.ts";

it.each([["24.21.0", "ok"], ["26.0.1", "ok"], ["22.12.0", "failed"], ["20.20.2", "failed"]])("Node %s is %s", (version, status) => {
  const result = checkNode(version);
  expect(result.status).toBe(status);
  expect(result.fix === null).toBe(status === "ok");
});
