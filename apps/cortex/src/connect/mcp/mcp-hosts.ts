import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import type { AgentHostVariables } from "@memory-cortex/config";

import type { Format } from "../document-text.ts";
import type { JsonValue } from "../edits.ts";
import type { ServerCommand } from "./server-command.ts";

/** A configuration file of a host, and what shows that the host is on this machine. */
export interface HostFile {
  path: string;
  isInstalled: boolean;
}

/** A program that starts MCP servers by a configuration file of its own. */
export interface McpHost {
  /** As the command line calls it. */
  name: "claude-code" | "claude-desktop" | "cursor" | "codex";
  title: string;
  format: Format;
  /** The key that holds the servers by name. */
  servers: string;
  /** For all projects of the person; where the host was not found, where it would look. */
  find(variables: AgentHostVariables): HostFile;
  /** For one project; null where the host has no such file. */
  projectFile(folder: string): string | null;
  entry(server: ServerCommand): JsonValue;
  /** What the person does next. */
  next: string;
}

const plain = ({ command, args, env }: ServerCommand): { [key: string]: JsonValue } => ({ command, args: [...args], env: { ...env } });
const stdio = (server: ServerCommand): JsonValue => ({ type: "stdio", ...plain(server) });

/** `~/.claude.json` holds far more than servers; with CLAUDE_CONFIG_DIR it stands in that folder. */
function claudeCodeFile({ home, claudeFolder }: AgentHostVariables): HostFile {
  const path = join(claudeFolder ?? home, ".claude.json");
  return { path, isInstalled: existsSync(path) || existsSync(claudeFolder ?? join(home, ".claude")) };
}

const DESKTOP_FILE = "claude_desktop_config.json";

/** On Windows the packaged program reads a folder of its own and never the usual one, which it seems to be in. */
function packagedDesktopFolder(localAppData: string | null): string | null {
  const packages = localAppData === null ? null : join(localAppData, "Packages");
  if (packages === null || !existsSync(packages)) return null;
  const folders = readdirSync(packages).filter((name) => name.startsWith("Claude_")).map((name) => join(packages, name, "LocalCache", "Roaming"));
  const folder = folders.find((candidate) => existsSync(join(candidate, "Claude", DESKTOP_FILE))) ?? folders.find((candidate) => existsSync(candidate));
  return folder === undefined ? null : join(folder, "Claude");
}

function claudeDesktopFile({ platform, home, appData, localAppData, xdgConfig }: AgentHostVariables): HostFile {
  const folder =
    platform === "darwin" ? join(home, "Library", "Application Support", "Claude")
    : platform === "win32" ? (packagedDesktopFolder(localAppData) ?? join(appData ?? join(home, "AppData", "Roaming"), "Claude"))
    : join(xdgConfig ?? join(home, ".config"), "Claude");
  return { path: join(folder, DESKTOP_FILE), isInstalled: existsSync(folder) };
}

const inFolder = (folder: string, name: string): HostFile => ({ path: join(folder, name), isInstalled: existsSync(folder) });

export const MCP_HOSTS: readonly McpHost[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    format: "json",
    servers: "mcpServers",
    find: claudeCodeFile,
    projectFile: (folder) => join(folder, ".mcp.json"),
    entry: stdio,
    next: "Start a new session of Claude Code; /mcp shows the server. `cortex hook install` adds recall before each prompt.",
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    format: "json",
    servers: "mcpServers",
    find: claudeDesktopFile,
    projectFile: () => null,
    entry: plain,
    next: "Quit Claude Desktop wholly and start it again; the server stands under Settings, Developer.",
  },
  {
    name: "cursor",
    title: "Cursor",
    format: "json",
    servers: "mcpServers",
    find: ({ home }) => inFolder(join(home, ".cursor"), "mcp.json"),
    projectFile: (folder) => join(folder, ".cursor", "mcp.json"),
    entry: stdio,
    next: "Restart Cursor and switch the server on under Settings, MCP.",
  },
  {
    name: "codex",
    title: "Codex",
    format: "toml",
    servers: "mcp_servers",
    find: ({ home, codexFolder }) => inFolder(codexFolder ?? join(home, ".codex"), "config.toml"),
    projectFile: (folder) => join(folder, ".codex", "config.toml"),
    entry: plain,
    next: "Start a new session of Codex; /mcp shows the server.",
  },
];
