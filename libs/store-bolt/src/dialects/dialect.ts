/** An error of the server, as far as it tells what happened. */
export interface ServerError {
  code: string;
  message: string;
}

/** Everything in which the servers differ. A member is a fragment of a statement, or statements, or a judgement of an error. */
export interface Dialect {
  readonly name: "neo4j" | "memgraph";
  /** A property that no two nodes of the label share, and that is found by an index. */
  unique(label: string, property: string): string[];
  /** What finds all nodes of a label. */
  labelIndex(label: string): string[];
  /** An index over the properties in this order. */
  index(label: string, ...properties: string[]): string[];
  /** An index over a property of relationships of a type, which also gives them in its order. */
  relationshipIndex(type: string, property: string): string[];
  /** The statement that waits until indexes serve; null where they serve at once. */
  readonly awaitIndexes: string | null;
  /** Whether a read sees each commit whole or not at all. Else it may see a part of one that is being applied. */
  readonly readsSnapshots: boolean;
  /** Whether the transaction was in the way of another one, so that it should be done again. */
  isTransient(error: ServerError): boolean;
  /** Whether a schema statement failed because what it makes is there already. */
  isThereAlready(error: ServerError): boolean;
  /** A text index over one property that holds words separated by blanks. */
  textIndex(index: { name: string; label: string; property: string }): string[];
  /** Names as `node` the `limit` best nodes for the expressions `text` (words, groups, + and ^) and `limit` in the text index. */
  searchText(search: { index: string; text: string; limit: string; node: string }): string;
  /** In all of the text index, as `indexed`, for the weights that it gives words: a guess will do. */
  readonly countIndexed: string;
  /** Nearest neighbours by cosine over one property. */
  vectorIndex(index: { name: string; label: string; property: string; dimension: number }): string[];
  dropVectorIndex(name: string): string[];
  /** Names as `node` the `limit` nodes nearest to `vector`, and as `cosine` how near, for expressions of the index's name, the limit and the vector. */
  searchVector(search: { index: string; vector: string; limit: string; node: string; cosine: string }): string;
  /** The cosine of two vectors of one length, as an expression. */
  cosine(left: string, right: string): string;
  /** Sets a property of a node to a vector given as a list of numbers. */
  setVector(node: string, property: string, vector: string): string;
}
