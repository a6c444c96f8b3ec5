import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { pathsIn } from "./paths-in.ts";
import { ROOT, readText } from "./repository.ts";

const HOST_PAGES = readdirSync(join(ROOT, "docs", "hosts")).map((name) => `docs/hosts/${name}`);

test.each(["docs/paths.md", "docs/server.md", "README.md", "CONTRIBUTING.md"])("every path that %s names is there", (page) => {
  const missing = pathsIn(readText(page)).filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

test("docs/paths.md names the files of both paths", () => {
  const paths = pathsIn(readText("docs/paths.md"));
  expect(paths.length).toBeGreaterThan(15);
});

test.each(["README.md", ...HOST_PAGES])("every link of %s to another page leads there", (page) => {
  const links = [...readText(page).matchAll(/\]\((?!https?:)([^)#]*)/g)].map(([, link = ""]) => link).filter((link) => link !== "");
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
});

test("the README links the page of each host", () => {
  const readme = readText("README.md");
  expect(HOST_PAGES.filter((page) => !page.endsWith("-settings.md") && !readme.includes(`](${page})`))).toEqual([]);
});
