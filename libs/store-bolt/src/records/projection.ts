/** A map of some properties of a node: the rest, often long, stays on the server. */
export const projection = (node: string, fields: readonly string[]): string => `${node} {${fields.map((field) => `.${field}`).join(", ")}}`;
