import type { Dialect } from "./dialect.ts";

const nameOf = (label: string, properties: readonly string[]): string => [label, ...properties].join("_").toLowerCase();

/** A race of two MERGEs for one key ends for one of them with a broken constraint; done again, it finds the node of the other. */
const CONSTRAINT_BROKEN = "Neo.ClientError.Schema.ConstraintValidationFailed";
/** A node that this transaction has read was deleted by another one. */
const GONE_MEANWHILE = "Neo.ClientError.Statement.EntityNotFound";

/** Neo4j 5.26, the last long-term version of 5. */
export const neo4jDialect: Dialect = {
  name: "neo4j",
  unique: (label, property) => [`CREATE CONSTRAINT ${nameOf(label, [property])}_unique IF NOT EXISTS FOR (n:${label}) REQUIRE n.${property} IS UNIQUE`],
  index: (label, ...properties) => [
    `CREATE INDEX ${nameOf(label, properties)} IF NOT EXISTS FOR (n:${label}) ON (${properties.map((property) => `n.${property}`).join(", ")})`,
  ],
  awaitIndexes: "CALL db.awaitIndexes(300)",
  isTransient: ({ code }) => code.startsWith("Neo.TransientError.") || code === CONSTRAINT_BROKEN || code === GONE_MEANWHILE,
  isThereAlready: () => false,
};
