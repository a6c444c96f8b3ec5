import { expect, test } from "vitest";
import { packageFiles, readText } from "./repository.ts";

type PackageFile = Partial<Record<"dependencies" | "devDependencies" | "optionalDependencies" | "peerDependencies", Record<string, string>>>;

/** Every package of somebody else that a package.json names, with the versions asked for. */
function named(): Map<string, Set<string>> {
  const versions = new Map<string, Set<string>>();
  for (const file of packageFiles()) {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = JSON.parse(readText(file)) as PackageFile;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })) {
      if (!name.startsWith("@memory-cortex/")) versions.set(name, (versions.get(name) ?? new Set()).add(version));
    }
  }
  return versions;
}

/** Rows of the tables of packages: the names of the first column, with their reason and licence. What is fetched otherwise has a table of its own. */
function rows(): { names: string[]; why: string; licence: string }[] {
  const tables = readText("docs/dependencies.md").split(/\n{2,}/).filter((block) => /^\| ?package ?\|/.test(block));
  const lines = tables.flatMap((table) => table.trimEnd().split("\n").slice(2));
  return lines.map((line) => {
    const [names = "", why = "", licence = ""] = line.split("|").slice(1).map((cell) => cell.trim());
    return { names: names.split(",").map((name) => name.trim()), why, licence };
  });
}

test("every dependency has a row that gives its reason and its licence", () => {
  const documented = new Set(rows().flatMap(({ names, why, licence }) => (why && licence ? names : [])));
  expect([...named().keys()].filter((name) => !documented.has(name))).toEqual([]);
});

test("every row is of a dependency", () => {
  const known = named();
  expect(rows().length).toBeGreaterThan(20);
  expect(rows().flatMap(({ names }) => names).filter((name) => !known.has(name))).toEqual([]);
});

test("every dependency is pinned, to one version in all packages", () => {
  const loose = [...named()].filter(([, versions]) => versions.size > 1 || [...versions].some((version) => !/^\d+\.\d+\.\d+/.test(version)));
  expect(loose).toEqual([]);
});

test("the lockfile holds no download addresses: whoever installs chooses the registry", () => {
  const { packages } = JSON.parse(readText("package-lock.json")) as { packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }> };
  const entries = Object.entries(packages);
  expect(entries.filter(([, { resolved }]) => resolved?.includes("://")).map(([folder]) => folder)).toEqual([]);
  const unchecked = entries.filter(([folder, { integrity, link }]) => folder.includes("node_modules/") && !link && !integrity).map(([folder]) => folder);
  expect(unchecked).toEqual([]);
});
