import type { Dialect } from "./dialect.ts";
import { memgraphDialect } from "./memgraph.ts";
import { neo4jDialect } from "./neo4j.ts";

/** By how the server names itself: Memgraph says "Neo4j/v5.11.0 compatible graph database server - Memgraph". */
export function dialectOf(agent: string): Dialect {
  return /memgraph/i.test(agent) ? memgraphDialect : neo4jDialect;
}
