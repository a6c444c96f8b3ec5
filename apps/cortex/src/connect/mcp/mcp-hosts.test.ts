import type { AgentHostVariables } from "@memory-cortex/config";
import { describe, expect, it } from "vitest";

import { MCP_HOSTS } from "./mcp-hosts.ts";
import type { McpHost } from "./mcp-hosts.ts";
import { serverCommand } from "./server-command.ts";

// No folder of these exists, so that nothing is read but their names.
const NOBODY: AgentHostVariables = { platform: "linux", home: "/nobody/ann", xdgConfig: null, appData: null, localAppData: null, claudeFolder: null, codexFolder: null, path: "" };

const find = (name: McpHost["name"], over: Partial<AgentHostVariables> = {}) => MCP_HOSTS.find((host) => host.name === name)!.find({ ...NOBODY, ...over });

describe("where hosts keep their configuration", () => {
  it.each<[McpHost["name"], Partial<AgentHostVariables>, string]>([
    ["claude-code", {}, "/nobody/ann/.claude.json"],
    ["claude-code", { claudeFolder: "/nobody/claude" }, "/nobody/claude/.claude.json"],
    ["claude-desktop", {}, "/nobody/ann/.config/Claude/claude_desktop_config.json"],
    ["claude-desktop", { xdgConfig: "/nobody/xdg" }, "/nobody/xdg/Claude/claude_desktop_config.json"],
    ["claude-desktop", { platform: "darwin" }, "/nobody/ann/Library/Application Support/Claude/claude_desktop_config.json"],
    ["claude-desktop", { platform: "win32", appData: "/nobody/roaming", localAppData: "/nobody/local" }, "/nobody/roaming/Claude/claude_desktop_config.json"],
    ["cursor", {}, "/nobody/ann/.cursor/mcp.json"],
    ["codex", {}, "/nobody/ann/.codex/config.toml"],
    ["codex", { codexFolder: "/nobody/codex" }, "/nobody/codex/config.toml"],
  ])("%s %j", (name, over, path) => {
    expect(find(name, over)).toEqual({ path, isInstalled: false });
  });

  it("knows files of a project, where the host has such", () => {
    expect(MCP_HOSTS.map(({ name, projectFile }) => [name, projectFile("/kite")])).toEqual([
      ["claude-code", "/kite/.mcp.json"], ["claude-desktop", null], ["cursor", "/kite/.cursor/mcp.json"], ["codex", "/kite/.codex/config.toml"],
    ]);
  });
});

describe("serverCommand", () => {
  it("fixes whose memory it is, and carries no token", () => {
    const memory = { userId: "ann", home: "/home/ann/.memory-cortex", url: "http://10.0.0.2:8300", namespaces: ["work", "global"], project: "kite", isReadOnly: true };
    expect(serverCommand(memory, { command: "/bin/node", script: "/c/main.ts" })).toEqual({
      command: "/bin/node",
      args: ["/c/main.ts", "mcp", "--user", "ann", "--url", "http://10.0.0.2:8300", "--namespace", "work", "--namespace", "global", "--project", "kite", "--read-only"],
      env: { CORTEX_HOME: "/home/ann/.memory-cortex" },
    });
  });
});
