import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where the plugin lies for OpenClaw to load: in the data folder, so that it outlives an update of the command. */
export const pluginFolder = (home: string): string => join(home, "openclaw", "plugin");

export interface BuiltPlugin {
  version: string;
  /** Whether its tools are kept out of Tool Search's catalogue, so that the model always sees them. */
  isDirect: boolean;
  code: string;
}

/** The plugin in a folder; null where it is missing or not whole. */
export async function readPlugin(folder: string): Promise<BuiltPlugin | null> {
  try {
    const { version, openclaw } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version?: string; openclaw?: { extensions?: string[] } };
    const entry = openclaw?.extensions?.[0];
    if (entry === undefined || !(await stat(join(folder, "openclaw.plugin.json"))).isFile()) return null;
    const code = await readFile(join(folder, entry), "utf8");
    return { version: version ?? "unknown", isDirect: code.includes("direct-only"), code };
  } catch {
    return null;
  }
}

/** Builds the plugin of this version into its folder, whole or not at all. Tells whether another one was there before. */
export async function putPlugin(home: string): Promise<{ replaced: boolean }> {
  const folder = pluginFolder(home);
  const before = await readPlugin(folder);
  const [part, old] = [`${folder}.new`, `${folder}.old`];
  for (const left of [part, old]) await rm(left, { recursive: true, force: true });
  // A folder that others may write to is refused by OpenClaw.
  await mkdir(part, { recursive: true, mode: 0o755 });
  const { buildPlugin } = await import("@memory-cortex/openclaw/build");
  await buildPlugin({ outFolder: part });
  await rename(folder, old).catch(() => undefined);
  await rename(part, folder);
  await rm(old, { recursive: true, force: true });
  return { replaced: before !== null && before.code !== (await readPlugin(folder))?.code };
}
