import { homedir } from "node:os";
import { delimiter } from "node:path";

import type { Environment } from "./read-environment.ts";

/** What the environment says of an OpenClaw on this machine, by OpenClaw's own variables. Blank ones count as not set. */
export interface OpenclawVariables {
  /** OPENCLAW_HOME, or the home folder: below it stands `.openclaw`. */
  home: string;
  /** OPENCLAW_STATE_DIR: where it keeps everything. */
  stateFolder: string | null;
  /** OPENCLAW_CONFIG_PATH: its configuration file. */
  configFile: string | null;
  /** OPENCLAW_PROFILE: `work` keeps everything in `.openclaw-work`. */
  profile: string | null;
  /** OPENCLAW_GATEWAY_TOKEN, which its gateway takes when its configuration names none. */
  gatewayToken: string | null;
  /** OPENCLAW_NIX_MODE=1 or OPENCLAW_CONFIG_READONLY=1: its configuration is managed from outside and must not be written. */
  isManaged: boolean;
  /** Folders of PATH, in their order. */
  commandFolders: readonly string[];
}

/** Reads the variables by which OpenClaw finds its own files; `~` is the home folder. */
export function openclawVariables(environment: Environment = process.env): OpenclawVariables {
  const read = (name: string): string | null => {
    const value = environment[name]?.trim();
    return value === undefined || value === "" || value === "undefined" || value === "null" ? null : value;
  };
  const userHome = read("HOME") ?? read("USERPROFILE") ?? homedir();
  const expand = (path: string | null, home: string): string | null => (path === null ? null : path.replace(/^~(?=$|[/\\])/, () => home));
  const home = expand(read("OPENCLAW_HOME"), userHome) ?? userHome;
  return {
    home,
    stateFolder: expand(read("OPENCLAW_STATE_DIR"), home),
    configFile: expand(read("OPENCLAW_CONFIG_PATH"), home),
    profile: read("OPENCLAW_PROFILE"),
    gatewayToken: read("OPENCLAW_GATEWAY_TOKEN"),
    isManaged: read("OPENCLAW_NIX_MODE") === "1" || read("OPENCLAW_CONFIG_READONLY") === "1",
    commandFolders: (environment["PATH"] ?? environment["Path"] ?? "").split(delimiter).filter((folder) => folder !== ""),
  };
}
