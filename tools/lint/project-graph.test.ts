import { expect, test } from "vitest";
import { problemsOf } from "./project-graph.ts";

const folders = Array.from({ length: 20 }, (_, index) => `libs/l${index}`);
const graphOf = (roots: string[], tags = ["layer:base", "scope:shared"]) => Object.fromEntries(roots.map((root) => [root, { data: { root, tags } }]));

test("a whole and tagged graph has no problem", () => {
  expect(problemsOf(graphOf(folders), folders)).toEqual([]);
});

test("a package that the graph does not know is named", () => {
  expect(problemsOf(graphOf(folders), [...folders, "apps/new"])).toEqual(["apps/new: not in the project graph, so no layer rule binds it."]);
});

test("a graph that shrank is refused, even when the disk shrank with it", () => {
  expect(problemsOf(graphOf(folders.slice(0, 3)), folders.slice(0, 3))).toEqual(["The project graph has 3 projects, fewer than 20."]);
});

test.each([
  ["no layer", ["scope:shared"]],
  ["a misspelt layer", ["layer:driwer", "scope:shared"]],
  ["two layers", ["layer:base", "layer:port", "scope:shared"]],
  ["no scope", ["layer:base"]],
])("%s is a problem", (_what, tags) => {
  const problems = problemsOf({ ...graphOf(folders), odd: { data: { root: "libs/odd", tags } } }, folders);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^odd: needs one "(layer|scope):" tag/);
});
