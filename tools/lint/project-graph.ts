import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LAYERS } from "./boundaries.mjs";
import { nxCommand } from "./nx-command.ts";

/** Fewer projects than this means that Nx looked in the wrong place, not that the project shrank. */
const PROJECT_FLOOR = 20;

interface Graph {
  nodes: Record<string, { data: { root: string; tags?: string[] } }>;
}

/** Folders of packages on disk: libs/* and apps/* with a package.json, and the top. */
function packageFolders(root: string): string[] {
  const folders = ["libs", "apps"].flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`));
  return [".", ...folders.filter((folder) => existsSync(join(root, folder, "package.json")))];
}

/**
 * What is wrong with the graph that the layer rule works on, a line each: missing projects, and projects that no rule
 * would bind because a tag is missing or misspelt.
 * @param file where to leave the graph as JSON
 */
export async function graphProblems(root: string, file: string): Promise<string[]> {
  const { code, text } = await nxCommand(root, ["graph", `--file=${file}`]);
  if (code !== 0) return [`Nx could not make the project graph:\n${text}`];
  const { nodes } = (JSON.parse(readFileSync(file, "utf8")) as { graph: Graph }).graph;
  return problemsOf(nodes, packageFolders(root));
}

/** The same for a graph at hand. */
export function problemsOf(nodes: Graph["nodes"], folders: readonly string[]): string[] {
  const known = new Set(Object.values(nodes).map(({ data }) => data.root));
  const missing = folders.filter((folder) => !known.has(folder)).map((folder) => `${folder}: not in the project graph, so no layer rule binds it.`);
  const untagged = Object.entries(nodes).flatMap(([name, { data }]) => tagProblems(name, data.tags ?? []));
  const few = known.size < PROJECT_FLOOR ? [`The project graph has ${known.size} projects, fewer than ${PROJECT_FLOOR}.`] : [];
  return [...few, ...missing, ...untagged];
}

function tagProblems(name: string, tags: readonly string[]): string[] {
  const layers = tags.filter((tag) => tag.startsWith("layer:"));
  const scopes = tags.filter((tag) => tag.startsWith("scope:"));
  const layer = layers[0]?.slice("layer:".length);
  if (layers.length !== 1 || layer === undefined || !(layer in LAYERS)) return [`${name}: needs one "layer:" tag of ${Object.keys(LAYERS).join(", ")} in its package.json.`];
  return scopes.length === 1 ? [] : [`${name}: needs one "scope:" tag in its package.json.`];
}
