import { access, constants, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { openclawVariables } from "@memory-cortex/config";
import type { OpenclawVariables } from "@memory-cortex/config";

import { EXIT } from "../../exit-codes.ts";
import { Problem } from "../../problem.ts";

/** An OpenClaw on this machine. */
export interface OpenclawInstallation {
  /** Where it keeps everything. */
  stateFolder: string;
  configFile: string;
  /** Whether the file is there; OpenClaw runs without one. */
  hasConfig: boolean;
  /** Its command; null when none is on the PATH. */
  command: string | null;
  variables: OpenclawVariables;
}

const isFile = (path: string): Promise<boolean> => stat(path).then((status) => status.isFile(), () => false);
const isFolder = (path: string): Promise<boolean> => stat(path).then((status) => status.isDirectory(), () => false);

/** As OpenClaw looks for it: the variable, the profile, the folder in the home folder, the one of its first name. */
async function stateFolderOf({ stateFolder, profile, home }: OpenclawVariables): Promise<string> {
  if (stateFolder !== null) return resolve(stateFolder);
  if (profile !== null && profile.toLowerCase() !== "default") return join(home, `.openclaw-${profile}`);
  const [now, first] = [join(home, ".openclaw"), join(home, ".clawdbot")];
  return !(await isFolder(now)) && (await isFolder(first)) ? first : now;
}

async function configFileOf({ configFile }: OpenclawVariables, stateFolder: string): Promise<string> {
  if (configFile !== null) return resolve(configFile);
  const [now, first] = [join(stateFolder, "openclaw.json"), join(stateFolder, "clawdbot.json")];
  return !(await isFile(now)) && (await isFile(first)) ? first : now;
}

async function commandIn(folders: readonly string[]): Promise<string | null> {
  const names = process.platform === "win32" ? ["openclaw.cmd", "openclaw.exe", "openclaw"] : ["openclaw"];
  for (const folder of folders) {
    for (const name of names) {
      const path = join(folder, name);
      if ((await isFile(path)) && (await access(path, constants.X_OK).then(() => true, () => false))) return path;
    }
  }
  return null;
}

/** Finds OpenClaw's files by its own variables, and its command on the PATH. Throws `openclaw_not_found` where there is neither. */
export async function findOpenclaw(variables: OpenclawVariables = openclawVariables()): Promise<OpenclawInstallation> {
  const stateFolder = await stateFolderOf(variables);
  const configFile = await configFileOf(variables, stateFolder);
  const [hasConfig, hasState, command] = [await isFile(configFile), await isFolder(stateFolder), await commandIn(variables.commandFolders)];
  if (!hasConfig && !hasState && command === null) {
    throw new Problem(`No OpenClaw is here: no ${configFile}, and no \`openclaw\` on the PATH.`, {
      code: "openclaw_not_found", exitCode: EXIT.usage,
      fix: "Install OpenClaw, or say where it is with OPENCLAW_STATE_DIR or OPENCLAW_CONFIG_PATH, as OpenClaw itself is told.",
    });
  }
  return { stateFolder, configFile, hasConfig, command, variables };
}

/** The folder that paths of the configuration are relative to. */
export const folderOfConfig = ({ configFile }: OpenclawInstallation): string => dirname(configFile);
