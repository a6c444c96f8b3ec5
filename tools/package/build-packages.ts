import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";

import { buildPlugin } from "@memory-cortex/openclaw/build";

import { ROOT } from "../docs/repository.ts";
import { bundlePackage } from "./bundle-package.ts";
import type { BundledPackage } from "./bundle-package.ts";

/** Names of the folders below `dist/packages`. */
export const PACKAGES = ["client", "agent-runner", "openclaw", "mcp"] as const;
export type PackageName = (typeof PACKAGES)[number];

const BUNDLED: Readonly<Record<Exclude<PackageName, "openclaw">, Omit<BundledPackage, "out">>> = {
  client: { folder: join(ROOT, "libs", "client"), entry: "src/index.ts", types: true },
  "agent-runner": { folder: join(ROOT, "libs", "agent-runner"), entry: "src/index.ts", types: true },
  mcp: { folder: join(ROOT, "apps", "mcp"), entry: "src/main.ts", types: false, bin: "memory-cortex-mcp" },
};

export interface BuiltPackage {
  name: string;
  version: string;
  folder: string;
  /** Relative to the folder. */
  files: string[];
  bytes: number;
  /** Packages of others that it needs, "name@version". */
  dependencies: string[];
}

/** Builds packages below a folder, each in one of its own that is emptied first. */
export async function buildPackages({ out, names }: { out: string; names: readonly PackageName[] }): Promise<BuiltPackage[]> {
  const built: BuiltPackage[] = [];
  for (const name of names) {
    const folder = join(out, name);
    rmSync(folder, { recursive: true, force: true });
    await (name === "openclaw" ? buildPlugin({ outFolder: folder }) : bundlePackage({ ...BUNDLED[name], out: folder }));
    built.push(describe(folder));
  }
  return built;
}

function describe(folder: string): BuiltPackage {
  const { name, version, dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string; version: string; dependencies?: Record<string, string> };
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return {
    name, version, folder,
    files: paths.map((path) => relative(folder, path)).toSorted(),
    bytes: paths.reduce((sum, path) => sum + statSync(path).size, 0),
    dependencies: Object.entries(dependencies).map(([dependency, wanted]) => `${dependency}@${wanted}`),
  };
}
