import { readdirSync } from "node:fs";

import type { Query } from "../connection/query.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { memgraphDialect } from "../dialects/memgraph.ts";
import { neo4jDialect } from "../dialects/neo4j.ts";
import { MIGRATION_STEPS } from "../migrations/steps.ts";
import { labelOlderVectorsQuery, labelVectorsQuery } from "../queries/index-space.ts";
import { spaceIndex } from "../spaces/space-keys.ts";

const QUERIES = new URL("../queries/", import.meta.url);

/** Where the golden copies lie. */
export const GOLDEN = new URL("../../golden/", import.meta.url);

export const DIALECTS: readonly Dialect[] = [neo4jDialect, memgraphDialect];

export interface Rendered {
  dialect: string;
  /** Of the query, and of its golden copy. */
  name: string;
  text: string;
}

const isQuery = (value: unknown): value is Query => typeof value === "object" && value !== null && "name" in value && "text" in value && typeof value.text === "function";

/** Every query of the driver. */
export async function allQueries(): Promise<Query[]> {
  const files = readdirSync(QUERIES).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, QUERIES).href) as Promise<Record<string, unknown>>));
  return [...modules.flatMap((module) => Object.values(module).filter(isQuery)), labelVectorsQuery(1), labelOlderVectorsQuery(1)];
}

/** What making and dropping the index of a space sends, for the first of them. */
function indexStatements(dialect: Dialect): string[] {
  const { label, name } = spaceIndex(1);
  return [...dialect.vectorIndex({ name, label, property: "value", dimension: 256 }), ...dialect.dropVectorIndex(name)];
}

/** Every statement that the driver sends, as each server gets it; the statements of one migration step together. */
export async function renderedQueries(): Promise<Rendered[]> {
  const queries = await allQueries();
  return DIALECTS.flatMap((dialect) => [
    ...queries.map((query) => ({ dialect: dialect.name, name: query.name, text: `${query.text(dialect)}\n` })),
    { dialect: dialect.name, name: "space-index", text: indexStatements(dialect).map((statement) => `${statement};\n`).join("") },
    ...MIGRATION_STEPS.map((step) => ({ dialect: dialect.name, name: `schema-${step.version}`, text: step.schema(dialect).map((statement) => `${statement};\n`).join("") })),
  ]);
}
