import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";

import { startThrowawayServer } from "../throwaway-server.ts";
import type { ThrowawayServer } from "../throwaway-server.ts";
import { UnusableWish } from "../unusable-wish.ts";

export const BENCH_STORES = ["sqlite", "bolt"] as const;
export type BenchStore = (typeof BENCH_STORES)[number];

const PROGRAM = fileURLToPath(new URL("serve-over-bolt.ts", import.meta.url));
/** What Neo4j suggests for some ten thousand documents with vectors. */
const HEAP = "2g";

/** A Neo4j with its data under the folder. */
export async function startBenchNeo4j(folder: string): Promise<Neo4jServer> {
  const found = await findNeo4jClassPath();
  if ("missing" in found) throw new UnusableWish(`No Bolt server can be started: ${found.missing}.`);
  return startNeo4j({ classPath: found.classPath, folder, heap: HEAP, isOptimised: true });
}

/** The service over a Neo4j that it has for itself, with its data under the home. */
export async function startBoltServer(home: string, environment: Record<string, string>): Promise<ThrowawayServer> {
  const database = await startBenchNeo4j(join(home, "neo4j"));
  try {
    const server = await startThrowawayServer(home, { ...environment, CORTEX_BOLT_URL: database.url }, [PROGRAM]);
    const stop = async (): Promise<void> => {
      await server.stop();
      await database.stop();
    };
    return { ...server, stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
