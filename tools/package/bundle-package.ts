import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";

import { build } from "rolldown";
import type { OutputChunk, RolldownOutput } from "rolldown";
import { dts } from "rolldown-plugin-dts";

import { packageFiles, readText, ROOT } from "../docs/repository.ts";

/** One package of ours as others get it. */
export interface BundledPackage {
  /** Where its package.json and README.md lie. */
  folder: string;
  /** From there. */
  entry: string;
  /** Where it is built to. */
  out: string;
  /** Whether somebody imports it and so needs its types. */
  types: boolean;
  /** Name of the command that the entry is; its first line says what runs it. */
  bin?: string;
}

interface PackageFile {
  name: string;
  version: string;
  description?: string;
  license: string;
  sideEffects?: boolean;
  dependencies?: Record<string, string>;
}

const OURS = "@memory-cortex/";
/** What the bundles are written for; the service itself needs more, and brings it along. */
const ENGINES = { node: ">=20.3" };

/**
 * Bundles a package with all packages of ours that it uses into one file of JavaScript and one of types. Packages of others stay what they
 * are: dependencies, in the version that is pinned here.
 */
export async function bundlePackage(wanted: BundledPackage): Promise<void> {
  const { folder, entry, out, types } = wanted;
  const { output } = await build({
    cwd: ROOT,
    input: { index: join(folder, entry) },
    platform: "node",
    external: (id) => isForeign(id),
    plugins: types ? [dts({ tsconfig: join(ROOT, "tsconfig.json"), compilerOptions: { noEmit: false, allowJs: false, checkJs: false, paths: sourcesOfOurs() } })] : [],
    output: { dir: join(out, "dist"), format: "esm", entryFileNames: "[name].js", chunkFileNames: "[name].js", comments: { legal: true } },
    checks: { bundlerTimings: false },
    logLevel: "warn",
  });
  const file = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageFile;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "package.json"), `${JSON.stringify(manifestOf(file, { ...wanted, imported: importsOf(output) }), null, 2)}\n`);
  for (const [from, to] of [[join(folder, "README.md"), "README.md"], [join(ROOT, "LICENSE"), "LICENSE"]] as const) if (existsSync(from)) copyFileSync(from, join(out, to));
}

/** Whether a name in an import is somebody else's: neither a file nor a package of ours. */
function isForeign(id: string): boolean {
  return !(id.startsWith(".") || id.startsWith("/") || id.startsWith("\0") || /^[A-Za-z]:[\\/]/.test(id) || id.startsWith(OURS));
}

/** The compiler writes no types of what it finds below node_modules, where our packages are linked: it is told where they lie. */
function sourcesOfOurs(): Record<string, string[]> {
  return { [`${OURS}*`]: [join(ROOT, "libs", "*", "src", "index.ts")] };
}

/** Packages that the bundle imports. */
function importsOf(output: RolldownOutput["output"]): string[] {
  const chunks = output.filter((part): part is OutputChunk => part.type === "chunk");
  const ids = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]).filter((id) => isForeign(id) && !isBuiltin(id) && !chunks.some(({ fileName }) => fileName === id));
  return [...new Set(ids.map((id) => id.split("/").slice(0, id.startsWith("@") ? 2 : 1).join("/")))].toSorted();
}

function manifestOf(file: PackageFile, { types, bin, imported }: BundledPackage & { imported: readonly string[] }): object {
  return {
    name: file.name,
    version: file.version,
    ...(file.description === undefined ? {} : { description: file.description }),
    license: file.license,
    type: "module",
    ...(file.sideEffects === undefined ? {} : { sideEffects: file.sideEffects }),
    // A program is started, not imported.
    ...(bin === undefined ? { exports: { ".": { ...(types ? { types: "./dist/index.d.ts" } : {}), default: "./dist/index.js" } } } : { bin: { [bin]: "dist/index.js" } }),
    files: ["dist"],
    engines: ENGINES,
    dependencies: Object.fromEntries(imported.map((name) => [name, pinnedVersion(name)])),
  };
}

/** The version of a package that our package files name. Throws when none does: then it came along with another one by chance. */
function pinnedVersion(name: string): string {
  for (const path of packageFiles()) {
    const version = (JSON.parse(readText(path)) as PackageFile).dependencies?.[name];
    if (version !== undefined) return version;
  }
  throw new Error(`No package.json here names ${name}, which a bundle imports.`);
}
