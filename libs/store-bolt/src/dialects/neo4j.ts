import type { Dialect } from "./dialect.ts";

const nameOf = (label: string, properties: readonly string[]): string => [label, ...properties].join("_").toLowerCase();

/** A race of two MERGEs for one key ends for one of them with a broken constraint; done again, it finds the node of the other. */
const CONSTRAINT_BROKEN = "Neo.ClientError.Schema.ConstraintValidationFailed";
/** A node that this transaction has read was deleted by another one. */
const GONE_MEANWHILE = "Neo.ClientError.Statement.EntityNotFound";
/** Of two processes that make one index at the same moment, one is told so in spite of IF NOT EXISTS. */
const THERE_ALREADY = /^Neo\.ClientError\.Schema\.(EquivalentSchemaRule|Index|Constraint)AlreadyExists$/;

/** Neo4j 5.26, the last long-term version of 5. */
export const neo4jDialect: Dialect = {
  name: "neo4j",
  unique: (label, property) => [`CREATE CONSTRAINT ${nameOf(label, [property])}_unique IF NOT EXISTS FOR (n:${label}) REQUIRE n.${property} IS UNIQUE`],
  // Neo4j has an index of all labels from the start.
  labelIndex: () => [],
  index: (label, ...properties) => [
    `CREATE INDEX ${nameOf(label, properties)} IF NOT EXISTS FOR (n:${label}) ON (${properties.map((property) => `n.${property}`).join(", ")})`,
  ],
  relationshipIndex: (type, property) => [`CREATE INDEX ${nameOf(type, [property])} IF NOT EXISTS FOR ()-[r:${type}]-() ON (r.${property})`],
  awaitIndexes: "CALL db.awaitIndexes(300)",
  // Read committed: https://neo4j.com/docs/operations-manual/5/database-internals/concurrent-data-access/
  readsSnapshots: false,
  isTransient: ({ code }) => code.startsWith("Neo.TransientError.") || code === CONSTRAINT_BROKEN || code === GONE_MEANWHILE,
  isThereAlready: ({ code }) => THERE_ALREADY.test(code),
  textIndex: ({ name, label, property }) => [
    `CREATE FULLTEXT INDEX ${name} IF NOT EXISTS FOR (n:${label}) ON EACH [n.${property}]
OPTIONS {indexConfig: {\`fulltext.analyzer\`: 'whitespace', \`fulltext.eventually_consistent\`: false}}`,
  ],
  searchText: ({ index, text, limit, node }) => `CALL db.index.fulltext.queryNodes('${index}', ${text}, {limit: ${limit}}) YIELD node AS ${node}`,
  // From the count store: it costs nothing.
  countIndexed: "CALL () { MATCH (d:Document) RETURN count(d) AS indexed }",
  // Quantised vectors would answer less exactly (.978 of the true neighbours instead of .999) to save memory.
  vectorIndex: ({ name, label, property, dimension }) => [
    `CREATE VECTOR INDEX ${name} IF NOT EXISTS FOR (n:${label}) ON (n.${property})
OPTIONS {indexConfig: {\`vector.dimensions\`: ${dimension}, \`vector.similarity_function\`: 'cosine', \`vector.quantization.enabled\`: false}}`,
  ],
  dropVectorIndex: (name) => [`DROP INDEX ${name} IF EXISTS`],
  // Neo4j's score and similarity are (1 + cosine) / 2.
  searchVector: ({ index, vector, limit, node, cosine }) => `CALL db.index.vector.queryNodes(${index}, ${limit}, ${vector}) YIELD node AS ${node}, score
WITH *, 2.0 * score - 1.0 AS ${cosine}`,
  cosine: (left, right) => `(2.0 * vector.similarity.cosine(${left}, ${right}) - 1.0)`,
  // As 32-bit numbers: half of what a list takes.
  setVector: (node, property, vector) => `CALL db.create.setNodeVectorProperty(${node}, '${property}', ${vector})`,
};
