import { join } from "node:path";
import { commandOutput } from "../test/command-output.ts";
import type { CommandOutput } from "../test/command-output.ts";

const LIMIT = 900_000;
/** What the boundary rule says, with exit code 0, when it checked nothing. */
const BLIND = "No cached ProjectGraph is available";

/** Runs Nx without daemon, cloud and terminal tricks. A run in which the boundary rule was blind is a failed run. */
export async function nxCommand(root: string, rest: readonly string[]): Promise<CommandOutput> {
  const output = await commandOutput([process.execPath, join(root, "node_modules", "nx", "dist", "bin", "nx.js"), ...rest], {
    cwd: root,
    environment: { NX_DAEMON: "false", NX_NO_CLOUD: "true", NX_TUI: "false", FORCE_COLOR: "0" },
    limit: LIMIT,
  });
  if (!output.text.includes(BLIND)) return output;
  return { code: 1, text: `The layer rule checked nothing: ${BLIND}.\n${output.text}` };
}
