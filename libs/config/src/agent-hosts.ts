import { homedir } from "node:os";

import type { Environment } from "./read-environment.ts";

/** What the environment says of where programs that host agents keep their configuration on this machine. Blank variables count as not set. */
export interface AgentHostVariables {
  /** As Node names it: "linux", "darwin", "win32". */
  platform: string;
  home: string;
  /** XDG_CONFIG_HOME, on Linux. */
  xdgConfig: string | null;
  /** APPDATA and LOCALAPPDATA, on Windows. */
  appData: string | null;
  localAppData: string | null;
  /** CLAUDE_CONFIG_DIR: Claude Code keeps everything there. */
  claudeFolder: string | null;
  /** CODEX_HOME, in place of `~/.codex`. */
  codexFolder: string | null;
  /** PATH as it is; "" without one. */
  path: string;
}

/** Reads the variables by which Claude Code, Claude Desktop, Cursor and Codex find their own files. */
export function agentHostVariables(environment: Environment = process.env, platform: string = process.platform): AgentHostVariables {
  const read = (name: string): string | null => environment[name]?.trim() || null;
  return {
    platform,
    home: read("HOME") ?? read("USERPROFILE") ?? homedir(),
    xdgConfig: read("XDG_CONFIG_HOME"),
    appData: read("APPDATA"),
    localAppData: read("LOCALAPPDATA"),
    claudeFolder: read("CLAUDE_CONFIG_DIR"),
    codexFolder: read("CODEX_HOME"),
    path: environment["PATH"] ?? environment["Path"] ?? "",
  };
}
