#!/usr/bin/env node
// `npx cortex …` in a checkout: the set-up's runner finds Node 24 and hands over to src/main.ts.
process.argv.splice(2, 0, "apps/cortex/src/main.ts");
await import(new URL("../../../tools/setup/run.mjs", import.meta.url).href);
