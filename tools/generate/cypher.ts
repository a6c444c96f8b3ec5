import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";

import { GOLDEN, renderedQueries } from "@memory-cortex/store-bolt/golden";

/** Writes what every query of the Bolt store renders to, for each server, and clears away copies of queries that are gone. */
const rendered = await renderedQueries();
for (const dialect of new Set(rendered.map((each) => each.dialect))) {
  const folder = new URL(`${dialect}/`, GOLDEN);
  mkdirSync(folder, { recursive: true });
  const mine = new Map(rendered.filter((each) => each.dialect === dialect).map(({ name, text }) => [`${name}.cypher`, text]));
  for (const file of readdirSync(folder)) if (!mine.has(file)) rmSync(new URL(file, folder));
  for (const [file, text] of mine) writeFileSync(new URL(file, folder), text);
}
