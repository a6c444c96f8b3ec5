import { createHash } from "node:crypto";
import { join } from "node:path";

import { agentHostVariables } from "@memory-cortex/config";

/** A settings file of Claude Code, and the name of the record of what we changed in it. */
export interface SettingsFile {
  file: string;
  connection: string;
}

/** Settings of the person, or of the project in this folder that are for this machine alone: the command names paths of it. */
export function settingsFile(isGlobal: boolean): SettingsFile {
  const { home, claudeFolder } = agentHostVariables();
  if (isGlobal) return { file: join(claudeFolder ?? join(home, ".claude"), "settings.json"), connection: "claude-code-hooks" };
  const file = join(process.cwd(), ".claude", "settings.local.json");
  return { file, connection: `claude-code-hooks-${createHash("sha256").update(file).digest("hex").slice(0, 8)}` };
}
