import { readFileSync, readdirSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Top of the working copy. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Text of a file of the working copy. Throws when it is missing. */
export function readText(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** The package.json files of the top, libs and apps, from the top of the working copy. */
export function packageFiles(): string[] {
  const workspaces = ["libs", "apps"].flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}/package.json`));
  return ["package.json", ...workspaces.filter((file) => existsSync(join(ROOT, file)))];
}
