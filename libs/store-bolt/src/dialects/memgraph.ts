import type { Dialect } from "./dialect.ts";

/** Memgraph 3.12, by its documentation; a test runs the suite against a real one where a container engine exists. */
export const memgraphDialect: Dialect = {
  name: "memgraph",
  // https://memgraph.com/docs/fundamentals/constraints: "Adding a uniqueness constraint does not create a label-property index, it needs to be added manually."
  unique: (label, property) => [`CREATE CONSTRAINT ON (n:${label}) ASSERT n.${property} IS UNIQUE`, `CREATE INDEX ON :${label}(${property})`],
  // https://memgraph.com/docs/fundamentals/indexes: "Creating a label-property index will not create a label index"; without one all nodes are looked through.
  labelIndex: (label) => [`CREATE INDEX ON :${label}`],
  // https://memgraph.com/docs/fundamentals/indexes: label-property indexes, also over several properties.
  index: (label, ...properties) => [`CREATE INDEX ON :${label}(${properties.join(", ")})`],
  // https://memgraph.com/docs/querying/differences-in-cypher-implementations: `CREATE EDGE INDEX ON :KNOWS(since)`.
  relationshipIndex: (type, property) => [`CREATE EDGE INDEX ON :${type}(${property})`],
  awaitIndexes: null,
  // https://memgraph.com/docs/fundamentals/transactions: "Cannot resolve conflicting transactions", to be retried by the client;
  // https://memgraph.com/docs/fundamentals/constraints: "Unable to commit due to unique constraint violation".
  // https://memgraph.com/docs/fundamentals/transactions: snapshot isolation by default.
  readsSnapshots: true,
  isTransient: ({ code, message }) => code.includes("TransientError") || /unique constraint violation|conflicting transactions/i.test(message),
  // https://memgraph.com/docs/fundamentals/constraints: "… already exists"; there is no IF NOT EXISTS.
  isThereAlready: ({ message }) => /already exists/i.test(message),
  // https://memgraph.com/docs/querying/text-search: the default tokenizer splits at white space and punctuation, lowers and drops words over 39 bytes; ours have none of these.
  textIndex: ({ name, label, property }) => [`CREATE TEXT INDEX ${name} ON :${label}(${property})`],
  // https://memgraph.com/docs/querying/text-search: `search_all(index, query, config)`, in Tantivy's query language; `limit` is a key of the map (github.com/memgraph/documentation/pull/1666).
  searchText: ({ index, text, limit, node }) => `CALL text_search.search_all('${index}', ${text}, {limit: ${limit}}) YIELD node AS ${node}`,
  // Counting a label walks over its nodes; there are fewer users.
  countIndexed: "CALL { MATCH (one:CortexUser) RETURN sum(one.documents) AS indexed }",
  // https://memgraph.com/docs/querying/vector-search: dimension and capacity are needed, the default metric is l2sq; beyond its capacity it grows (`resize_coefficient`, 2).
  vectorIndex: ({ name, label, property, dimension }) => [
    `CREATE VECTOR INDEX ${name} ON :${label}(${property}) WITH CONFIG {"dimension": ${dimension}, "capacity": 16384, "metric": "cos"}`,
  ],
  // https://memgraph.com/docs/querying/vector-search
  dropVectorIndex: (name) => [`DROP VECTOR INDEX ${name}`],
  // https://memgraph.com/docs/querying/vector-search: `similarity` of the metric cos is the cosine.
  searchVector: ({ index, vector, limit, node, cosine }) => `CALL vector_search.search(${index}, ${limit}, ${vector}) YIELD node AS ${node}, similarity AS ${cosine}`,
  // https://memgraph.com/docs/querying/vector-search: `vector_search.cosine_similarity(vector1, vector2)`.
  cosine: (left, right) => `vector_search.cosine_similarity(${left}, ${right})`,
  setVector: (node, property, vector) => `SET ${node}.${property} = ${vector}`,
};
