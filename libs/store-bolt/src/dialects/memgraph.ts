import type { Dialect } from "./dialect.ts";

/** Memgraph 3. */
export const memgraphDialect: Dialect = {
  name: "memgraph",
  unique: (label, property) => [`CREATE CONSTRAINT ON (n:${label}) ASSERT n.${property} IS UNIQUE`, `CREATE INDEX ON :${label}(${property})`],
  index: (label, ...properties) => [`CREATE INDEX ON :${label}(${properties.join(", ")})`],
  awaitIndexes: null,
  isTransient: ({ code, message }) => code.includes("TransientError") || /unique constraint violation|conflicting transactions/i.test(message),
  isThereAlready: (message) => /already exists/i.test(message),
};
