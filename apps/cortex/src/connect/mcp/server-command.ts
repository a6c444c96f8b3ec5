import { fileURLToPath } from "node:url";

/** How a host starts our MCP server. */
export interface ServerCommand {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** Whose memory, of which service. Null: as the server's own configuration says. */
export interface ServedMemory {
  userId: string;
  home: string;
  /** Named by the person; null for the service of this machine's configuration. */
  url: string | null;
  /** Namespaces, the first to write to; empty for the default. */
  namespaces: readonly string[];
  project: string | null;
  isReadOnly: boolean;
}

/** The `cortex` program as this process runs it, for others to start: hosts have their own PATH, so both are whole paths. */
export const ownProgram = (): { command: string; script: string } => ({ command: process.execPath, script: fileURLToPath(new URL("../../main.ts", import.meta.url)) });

/**
 * The command of `cortex mcp`. What is no secret stands in the arguments; a token never does, as a list of processes shows them: the server
 * reads it from the service's own configuration below CORTEX_HOME.
 */
export function serverCommand({ userId, home, url, namespaces, project, isReadOnly }: ServedMemory, { command, script } = ownProgram()): ServerCommand {
  const args = [
    script, "mcp", "--user", userId,
    ...(url === null ? [] : ["--url", url]),
    ...namespaces.flatMap((namespace) => ["--namespace", namespace]),
    ...(project === null ? [] : ["--project", project]),
    ...(isReadOnly ? ["--read-only"] : []),
  ];
  return { command, args, env: { CORTEX_HOME: home } };
}
