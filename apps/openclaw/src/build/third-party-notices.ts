import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const IN_PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** Name, version and licence of each package of others whose modules are in a bundle: their licences want to go along. */
export async function thirdPartyNotices(moduleIds: readonly string[]): Promise<string> {
  const folders = new Set(moduleIds.flatMap((id) => IN_PACKAGE.exec(id)?.[1] ?? []));
  const notices = await Promise.all([...folders].toSorted().map(noticeOf));
  return `The bundle dist/index.js holds parts of these packages.\n\n${notices.join("\n\n")}\n`;
}

async function noticeOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string; version: string; license: string };
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? "" : await readFile(join(folder, file), "utf8");
  return `${name} ${version} (${license})\n\n${text.trim()}`;
}
