import { findNeo4jClassPath } from "@memory-cortex/testing/servers";

import { prepareRedis } from "../../redis/prepare-redis.ts";
import { ROOT } from "../../compose/read-compose.ts";
import { startComposedShape } from "../../server-shape/start-composed-shape.ts";
import type { ComposedShape } from "../../server-shape/start-composed-shape.ts";
import { UnusableWish } from "../unusable-wish.ts";

/** Of Neo4j, for some ten thousand documents with vectors. */
const HEAP = "2g";

/** The server shape with static vectors alone, which need no other server; through the proxy where its program is named. */
export async function startBenchShape(model: string | null): Promise<ComposedShape> {
  const found = await findNeo4jClassPath();
  if ("missing" in found) throw new UnusableWish(`No Bolt server can be started: ${found.missing}.`);
  const missing = await prepareRedis(ROOT);
  if (missing !== null) throw new UnusableWish(`No Redis can be started: ${missing}.`);
  return startComposedShape({
    classPath: found.classPath,
    java: { heap: HEAP, isOptimised: true },
    model,
    proxy: process.env["CORTEX_TEST_CADDY"] ?? null,
    instead: { CORTEX_EMBEDDERS: model === null ? "[]" : '[{"kind":"static"}]', CORTEX_LOG_LEVEL: "warn" },
  });
}
