import type { Dialect } from "../dialects/dialect.ts";

/** One statement under a name. Values are always parameters; the text differs between servers only by fragments of the dialect. */
export interface Query {
  name: string;
  text(dialect: Dialect): string;
}

/** A query whose text is made once for each dialect. */
export function query(name: string, text: (dialect: Dialect) => string): Query {
  const made = new Map<string, string>();
  return {
    name,
    text: (dialect) => {
      const known = made.get(dialect.name) ?? text(dialect).trim();
      made.set(dialect.name, known);
      return known;
    },
  };
}
