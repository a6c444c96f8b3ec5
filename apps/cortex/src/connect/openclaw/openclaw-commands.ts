import { newCommand, withService } from "../../commands/command-context.ts";
import { withChangeOptions } from "../confirm-change.ts";
import type { HostCommands } from "../hosts.ts";
import type { OpenclawConnectOptions, OpenclawDisconnectOptions } from "./run-openclaw-connect.ts";

// Loaded on demand: it brings the builder of the plugin and the editors of configuration files, which the other commands do without.
const load = async () => import("./run-openclaw-connect.ts");

/** `cortex connect openclaw` and `cortex disconnect openclaw`. */
export const openclawCommands: HostCommands = {
  connect: (context) =>
    withChangeOptions(withService(newCommand({
      name: "openclaw",
      about: "make this the memory of OpenClaw on this machine (OPENCLAW_STATE_DIR and OPENCLAW_CONFIG_PATH say which)",
      examples: [
        "cortex connect openclaw --dry-run             # shows the change and makes none",
        "cortex connect openclaw                       # shows it, asks, backs up, applies, verifies",
        "cortex connect openclaw --canary golden.jsonl # asks old and new the same questions; back to the old one when the new one is worse",
      ],
    })))
      .option("--canary [file]", "golden set (as for `cortex eval`; golden.jsonl of the data folder by default) that the running gateway is asked before and after")
      .action(async (options: OpenclawConnectOptions) => (await load()).runConnect(context, options)),
  disconnect: (context) =>
    withChangeOptions(newCommand({
      name: "openclaw", about: "give OpenClaw the memory back that it had before",
      examples: ["cortex disconnect openclaw --dry-run", "cortex disconnect openclaw"],
    })).action(async (options: OpenclawDisconnectOptions) => (await load()).runDisconnect(context, options)),
};
