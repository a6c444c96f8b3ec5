import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "rolldown";

import { thirdPartyNotices } from "./third-party-notices.ts";

const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
/** What the host loads: one default export. */
const ENTRY = "memory-cortex-entry";
const PLUGIN_FILE = "dist/index.js";
/** First host whose plugin interface this plugin was run against. */
const OLDEST_HOST = ">=2026.9.6";

/**
 * Writes the publishable plugin into a folder: package.json, openclaw.plugin.json, licences and one file of JavaScript with everything in it, so
 * that nothing else has to be installed. What the folder held under these names is replaced.
 */
export async function buildPlugin({ outFolder }: { outFolder: string }): Promise<void> {
  await rm(join(outFolder, "dist"), { recursive: true, force: true });
  await mkdir(join(outFolder, "dist"), { recursive: true });
  const { output } = await build({
    input: ENTRY,
    platform: "node",
    external: [/^node:/],
    plugins: [{ name: "memory-cortex-entry", resolveId: (id: string) => (id === ENTRY ? ENTRY : null), load: (id: string) => (id === ENTRY ? entrySource() : null) }],
    output: { file: join(outFolder, PLUGIN_FILE), format: "esm" },
    logLevel: "warn",
  });
  await writeFile(join(outFolder, "package.json"), `${JSON.stringify(await publishedPackage(), null, 2)}\n`);
  await writeFile(join(outFolder, "THIRD-PARTY.txt"), await thirdPartyNotices(output[0].moduleIds));
  await copyFile(join(PACKAGE, "openclaw.plugin.json"), join(outFolder, "openclaw.plugin.json"));
  await copyFile(join(PACKAGE, "../../LICENSE"), join(outFolder, "LICENSE"));
}

const entrySource = (): string => `import { plugin } from ${JSON.stringify(join(PACKAGE, "src/index.ts"))};\nexport default plugin;\n`;

async function publishedPackage(): Promise<object> {
  const own = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8")) as { name: string; version: string; license: string };
  const manifest = JSON.parse(await readFile(join(PACKAGE, "openclaw.plugin.json"), "utf8")) as { description: string };
  return {
    name: own.name,
    version: own.version,
    description: manifest.description,
    license: own.license,
    type: "module",
    keywords: ["openclaw", "openclaw-plugin", "memory"],
    files: ["dist", "openclaw.plugin.json", "THIRD-PARTY.txt"],
    main: `./${PLUGIN_FILE}`,
    openclaw: {
      extensions: [`./${PLUGIN_FILE}`],
      compat: { pluginApi: OLDEST_HOST },
      install: { minHostVersion: OLDEST_HOST },
    },
  };
}
