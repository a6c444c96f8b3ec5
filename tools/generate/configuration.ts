// Writes the configuration table of README.md: node tools/generate/configuration.ts
import { readFileSync, writeFileSync } from "node:fs";

import { withConfigurationTable } from "./configuration-table.ts";

const readme = new URL("../../README.md", import.meta.url);
writeFileSync(readme, withConfigurationTable(readFileSync(readme, "utf8")));
