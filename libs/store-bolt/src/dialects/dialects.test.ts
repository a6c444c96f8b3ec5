import { expect, it } from "vitest";

import { dialectOf } from "./dialect-of.ts";

it.each([
  ["Neo4j/5.26.30", "neo4j"],
  ["Neo4j/v5.11.0 compatible graph database server - Memgraph", "memgraph"],
  ["Memgraph/3.12.0", "memgraph"],
])("a server that names itself %s is asked as %s", (agent, name) => {
  expect(dialectOf(agent).name).toBe(name);
});
