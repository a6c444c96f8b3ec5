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
  /** An index over the properties in this order. */
  index(label: string, ...properties: string[]): string[];
  /** The statement that waits until indexes serve; null where they serve at once. */
  readonly awaitIndexes: string | null;
  /** Whether the transaction was in the way of another one, so that it should be done again. */
  isTransient(error: ServerError): boolean;
  /** Whether a schema statement failed because what it makes is there already. */
  isThereAlready(message: string): boolean;
}
