import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pathsIn } from "./paths-in.ts";
import { ROOT, readText } from "./repository.ts";

test.each(["docs/paths.md", "docs/server.md", "README.md", "CONTRIBUTING.md"])("every path that %s names is there", (page) => {
  const missing = pathsIn(readText(page)).filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

test("docs/paths.md names the files of both paths", () => {
  const paths = pathsIn(readText("docs/paths.md"));
  expect(paths.length).toBeGreaterThan(15);
});
