import { findTestModel } from "@memory-cortex/embedding/test-model";
import { findNeo4jClassPath, findRedisServer } from "@memory-cortex/testing/servers";

import { afterEach } from "vitest";

import { startComposedShape } from "./start-composed-shape.ts";
import type { ComposedShape, ShapeWish } from "./start-composed-shape.ts";

const found = await findNeo4jClassPath();

/** The suites skip without these servers; tools/test/prerequisites.ts says whether they may. */
export const serversMissing = "missing" in found || findRedisServer() === null;
export const model = await findTestModel();
/** Where the Caddy program is; null: the apps are called directly. */
export const caddy = process.env["CORTEX_TEST_CADDY"] ?? null;

/** The server shape with what this machine has. */
export function startTestedShape(wish: Pick<ShapeWish, "copies" | "instead" | "tokens">): Promise<ComposedShape> {
  if ("missing" in found) throw new Error(found.missing);
  return startComposedShape({ classPath: found.classPath, model, proxy: caddy, ...wish });
}

/** Shows what all processes said when a test has failed: once, as those after it mostly fail for the same reason. */
export function showLogsOfFailure(shape: () => ComposedShape | undefined): void {
  let isShown = false;
  afterEach(({ task }) => {
    if (task.result?.state !== "fail" || isShown) return;
    isShown = true;
    console.error(shape()?.logs());
  });
}
