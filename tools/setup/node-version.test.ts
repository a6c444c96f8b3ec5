import { expect, test } from "vitest";
import { majorOf, nodeVersionProblem } from "./node-version.mjs";

test.each([
  ["20.20.2", undefined],
  ["24.21.0", "npm/11.19.1 node/v20.20.2 linux x64 workspaces/false"],
  ["22.0.0", "yarn/4.1.0 npm/? node/v22.0.0 linux x64"],
])("Node %s with %s may set up", (running, agent) => {
  expect(nodeVersionProblem(running, agent)).toBeNull();
});

test.each([
  ["18.20.8", undefined, "18.20.8"],
  ["18.20.8", "npm/10.8.2 node/v18.20.8 linux x64", "18.20.8"],
  ["24.21.0", "npm/8.19.4 node/v16.20.2 darwin arm64", "16.20.2"],
])("Node %s with %s is told to update, in one line", (running, agent, named) => {
  const problem = nodeVersionProblem(running, agent);
  expect(problem).toBe(`Node ${named} is too old: install Node 20 or newer (https://nodejs.org), then run the same command again.`);
});

test.each([
  ["v24.21.0", 24],
  ["9.1.0", 9],
  ["", 0],
  ["not a version", 0],
])("majorOf(%j) is %d", (version, major) => {
  expect(majorOf(version)).toBe(major);
});
