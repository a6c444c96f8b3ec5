import { readdirSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { memgraphDialect } from "../dialects/memgraph.ts";
import { allQueries, DIALECTS, GOLDEN, renderedQueries } from "./rendered-queries.ts";

/** About no user, or about all of them. */
const WITHOUT_USER = ["list-users", "llm-spent", "lock-schema", "ping", "schema-version", "set-schema-version", "unfinished-imports"];

it("every statement is as its golden copy (node tools/generate/cypher.ts writes them anew)", async () => {
  const rendered = await renderedQueries();
  for (const { name: dialect } of DIALECTS) {
    const copies = readdirSync(new URL(`${dialect}/`, GOLDEN)).map((file) => [file.replace(".cypher", ""), readFileSync(new URL(`${dialect}/${file}`, GOLDEN), "utf8")]);
    const mine = rendered.filter((each) => each.dialect === dialect).map(({ name, text }) => [name, text]);
    expect(Object.fromEntries(mine)).toEqual(Object.fromEntries(copies));
  }
});

it("no two queries have one name", async () => {
  const names = (await allQueries()).map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});

it("every query names its user", async () => {
  const without = (await allQueries()).filter((query) => DIALECTS.some((dialect) => !query.text(dialect).includes("$user"))).map(({ name }) => name);
  expect(without.toSorted()).toEqual(WITHOUT_USER);
});

/**
 * What Memgraph lacks or does otherwise, of Neo4j's Cypher. https://memgraph.com/docs/querying/differences-in-cypher-implementations and, for indexes and
 * constraints, https://memgraph.com/docs/fundamentals/indexes and https://memgraph.com/docs/fundamentals/constraints, as of Memgraph 3.12.
 */
const LACKING: Record<string, RegExp> = {
  "COUNT subquery": /\bCOUNT\s*\{/i,
  "COLLECT subquery": /\bCOLLECT\s*\{/i,
  "IF NOT EXISTS": /\bIF\s+(NOT\s+)?EXISTS\b/i,
  "shortest paths": /\b(all)?shortestPaths?\b|\bSHORTEST\s+\d/i,
  "quantified path": /\)\s*[-<>]*\s*\{\d|\]->?\s*[{+*]|\]-\s*\{/,
  "label negation": /[(:|&][A-Za-z]*!\w/,
  "label conjunction by &": /:\w+&/,
  "dynamic label": /[(:]\$\(/,
  "type predicate": /\bIS\s+(NOT\s+)?(::|TYPED)/i,
  "several values after WHEN": /\bWHEN\s+'[^']*'\s*,/i,
  "isEmpty, nullIf, percentiles, deviations": /\b(isEmpty|nullIf|percentileCont|percentileDisc|stDevP?|isNaN|normalize)\s*\(/i,
  "exists of a property": /\bexists\s*\(\s*\w+\.\w+\s*\)/i,
  "size of a pattern": /\bsize\s*\(\s*\(/i,
  "time() and timestamp(), which counts microseconds": /\b(time|timestamp)\s*\(/i,
  "elementId()": /\belementId\s*\(/i,
  "Neo4j's procedures": /\bdb\.\w+/,
  "vector functions of Neo4j": /\bvector\.similarity\b/,
  "named indexes by FOR": /\bFOR\s*\(/i,
  "CALL without a scope or a procedure": /\bCALL\s*\(\s*\)/,
  "a parameter as a map to match by": /\((\w+)?(:\w+)+\s+\$\w+\s*\)/,
  "hints": /\bUSING\s+(INDEX|SCAN|JOIN)\b/i,
  "LET, FILTER and other words of newer Cypher": /^\s*(LET|FILTER|FINISH|OFFSET|NODETACH)\b/im,
};

it("Memgraph gets nothing that it lacks", async () => {
  const memgraph = (await renderedQueries()).filter(({ dialect }) => dialect === memgraphDialect.name);
  const problems = memgraph.flatMap(({ name, text }) => Object.entries(LACKING).flatMap(([construct, pattern]) => (pattern.test(text) ? [`${name}: ${construct}`] : [])));
  expect(problems).toEqual([]);
});

it.each([
  ["COUNT subquery", "MATCH (n) WHERE COUNT { (n)-->() } > 1 RETURN n"],
  ["COLLECT subquery", "RETURN COLLECT { MATCH (n) RETURN n }"],
  ["IF NOT EXISTS", "CREATE INDEX x IF NOT EXISTS FOR (n:A) ON (n.b)"],
  ["shortest paths", "MATCH p = shortestPath((a)-[*]-(b)) RETURN p"],
  ["quantified path", "MATCH (a)-[:R]->{1,3}(b) RETURN b"],
  ["quantified path", "MATCH ((a)-[:R]->(b)){1,3} RETURN b"],
  ["size of a pattern", "RETURN size((n)-->())"],
  ["label negation", "MATCH (n:!A) RETURN n"],
  ["time() and timestamp(), which counts microseconds", "RETURN timestamp()"],
])("the list knows a %s: %s", (construct, text) => {
  expect(text).toMatch(LACKING[construct]!);
});
