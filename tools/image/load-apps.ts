/**
 * node tools/image/load-apps.ts: loads what the apps of the server shape load, and starts none of them, so that Node keeps it compiled
 * in the folder that NODE_COMPILE_CACHE names.
 */
import { readFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";

const APPS = ["recall-api", "ingest", "worker", "scheduler"];
/** Modules that are loaded only when an app has read its settings. */
const ON_DEMAND = ["@memory-cortex/store-bolt", "@memory-cortex/queue-bullmq", "@memory-cortex/embedding", "@memory-cortex/llm"];

/** What a main file imports, as it would be resolved from there; of types nothing is left to load. */
function importsOf(source: string, base: URL): string[] {
  const specifiers = [...source.matchAll(/^import (?!type\b)(?:[^"]*from )?"([^"]+)";$/gm)].map(([, specifier]) => specifier!);
  return specifiers.map((specifier) => (specifier.startsWith(".") ? new URL(specifier, base).href : specifier));
}

const modules = new Set(ON_DEMAND);
for (const app of APPS) {
  const main = new URL(`../../apps/${app}/src/main.ts`, import.meta.url);
  for (const module of importsOf(await readFile(main, "utf8"), main)) modules.add(module);
}
for (const module of modules) await import(module);
flushCompileCache();
console.log(`Loaded ${modules.size} modules with all that they import.`);
process.exit(0);
