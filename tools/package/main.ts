// Builds the packages that others install: node tools/package/main.ts [--out FOLDER] [NAME…]
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { ROOT } from "../docs/repository.ts";
import { buildPackages, PACKAGES } from "./build-packages.ts";

const HELP = `Builds the packages that others install, each into a folder of its own with package.json, JavaScript and types.

  npm run package                       all of them, below dist/packages
  npm run package -- client             one: ${PACKAGES.join(", ")}
  npm run package -- --out FOLDER       below another folder

npm publish dist/packages/client, or npm install --install-links FOLDER/dist/packages/client in a project of yours.`;

const { values, positionals } = parseArgs({ options: { out: { type: "string" }, help: { type: "boolean", short: "h" } }, allowPositionals: true });
const unknown = positionals.filter((name) => !PACKAGES.some((known) => known === name));
if (values.help === true || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no package "${unknown.join('", "')}".\n`);
  console.log(HELP);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  const out = resolve(values.out ?? join(ROOT, "dist", "packages"));
  const names = PACKAGES.filter((name) => positionals.length === 0 || positionals.includes(name));
  for (const built of await buildPackages({ out, names })) {
    console.log(`${built.name} ${built.version}: ${built.folder} (${built.files.length} files, ${Math.ceil(built.bytes / 1_000)} kB; needs ${built.dependencies.join(", ") || "nothing"})`);
  }
}
