import { createHash } from "node:crypto";
import { resolve } from "node:path";

import { agentHostVariables, loadConfig, terminalPreferences } from "@memory-cortex/config";
import type { AgentHostVariables, CortexConfig } from "@memory-cortex/config";

import { answer } from "../../commands/command-context.ts";
import type { CommandContext } from "../../commands/command-context.ts";
import { EXIT } from "../../exit-codes.ts";
import { Problem } from "../../problem.ts";
import { carriedAddress } from "../carried-address.ts";
import { applyChange, backupFolder, planChange, planRestore } from "../careful-change.ts";
import type { Edit, PlannedChange, PlannedRestore } from "../careful-change.ts";
import { confirmChange, showChange } from "../confirm-change.ts";
import type { ChangeOptions } from "../confirm-change.ts";
import { restoreConnection } from "../restore-connection.ts";
import { MCP_HOSTS } from "./mcp-hosts.ts";
import type { McpHost } from "./mcp-hosts.ts";
import { probeServer } from "./probe-server.ts";
import type { Probe } from "./probe-server.ts";
import { serverCommand } from "./server-command.ts";
import type { ServerCommand } from "./server-command.ts";

export interface McpDisconnectOptions extends ChangeOptions {
  file?: string;
  here?: boolean;
}

export interface McpConnectOptions extends McpDisconnectOptions {
  user?: string;
  url?: string;
  namespace?: string[];
  project?: string;
  readOnly?: boolean;
}

/** The name of our server in every host. */
export const SERVER_NAME = "memory-cortex";

interface Target {
  host: McpHost;
  variables: AgentHostVariables;
  file: string;
  config: CortexConfig;
  /** Name of the record: one for each file, so that projects can be connected beside the person. */
  connection: string;
}

function targetOf(name: McpHost["name"], options: McpDisconnectOptions): Target & { isFound: boolean } {
  const host = MCP_HOSTS.find((candidate) => candidate.name === name)!;
  const variables = agentHostVariables();
  const usual = host.find(variables);
  const here = options.here === true ? host.projectFile(process.cwd()) : null;
  const file = options.file === undefined ? (here ?? usual.path) : resolve(options.file);
  const connection = file === usual.path ? name : `${name}-${createHash("sha256").update(file).digest("hex").slice(0, 8)}`;
  return { host, variables, file, connection, config: loadConfig().config, isFound: usual.isInstalled || file !== usual.path };
}

function serverOf({ config }: Target, { user, url, namespace = [], project, readOnly }: McpConnectOptions): ServerCommand {
  const userId = user ?? config.user ?? terminalPreferences().loginName;
  if (userId === null) throw new Problem("No user is named.", { fix: "Give --user or set CORTEX_USER.", exitCode: EXIT.usage });
  return serverCommand({ userId, home: config.home, url: carriedAddress(url, config), namespaces: namespace, project: project ?? null, isReadOnly: readOnly === true });
}

function planned({ host, file, connection, config }: Target, edits: readonly Edit[]): Promise<PlannedChange> {
  return planChange({ home: config.home, connection, files: [{ path: file, format: host.format, edits }] });
}

/** What a script is told. */
function valueOf({ host, file }: Target, change: PlannedChange, rest: object): object {
  return { host: host.name, file, changes: change.isChange, diff: change.files.flatMap(({ diff }) => diff), ...rest };
}

/** `cortex connect HOST`. Ends with 3 when the host is connected and the server, or the service behind it, does not answer. */
export async function runConnect({ terminal, end }: CommandContext, name: McpHost["name"], options: McpConnectOptions): Promise<void> {
  const target = targetOf(name, options);
  const { host, file, variables } = target;
  if (!target.isFound) {
    throw new Problem(`${host.title} was not found: there is no ${file}, and no folder of it.`, { code: "host_not_found", fix: `Start ${host.title} once, or name its configuration file with --file.` });
  }
  const server = serverOf(target, options);
  const change = await planned(target, [{ set: [host.servers, SERVER_NAME], value: host.entry(server), owned: true }]);
  if (options.dryRun === true) {
    if (options.json !== true) showChange(terminal, change.files);
    answer(terminal, options.json, { value: valueOf(target, change, { dry_run: true }), lines: () => [change.isChange ? "Nothing was changed." : "Nothing would change: it is connected already."] });
    return end(EXIT.ok);
  }
  if (change.isChange && !(await confirmChange({ terminal, files: change.files, options, question: "Make this change?" }))) {
    terminal.note("Nothing was changed.");
    return end(EXIT.failed);
  }
  if (change.isChange) await applyChange(change, { now: new Date() });
  const probe = await probeServer(server, { HOME: variables.home, PATH: variables.path });
  const backup = backupFolder(change);
  answer(terminal, options.json, {
    value: valueOf(target, change, { backup, probe, next: host.next }),
    lines: () => connectedLines(target, { isChange: change.isChange, backup, probe, back: wayBack(host, options) }, terminal.colours.green),
  });
  end(probe.ok ? EXIT.ok : EXIT.partial);
}

/** The command that takes this connection back, and not the one of another file. */
function wayBack({ name }: McpHost, { file, here }: McpConnectOptions): string {
  const where = file !== undefined ? ` --file ${/^[\w@%+=:,./-]+$/.test(file) ? file : JSON.stringify(file)}` : here === true ? " --here" : "";
  return `cortex disconnect ${name}${where}`;
}

interface Outcome {
  isChange: boolean;
  backup: string;
  probe: Probe;
  back: string;
}

function connectedLines({ host, file }: Target, { isChange, backup, probe, back }: Outcome, green: (text: string) => string): string[] {
  return [
    isChange ? `${green("Connected:")} ${file} (backup in ${backup}).` : `${green("Connected already:")} ${file}.`,
    probe.ok ? `Started as ${host.title} will start it: ${probe.message}` : `But it is not usable yet: ${probe.message} \`cortex doctor\` tells more.`,
    host.next,
    `The way back: ${back}`,
  ];
}

/** `cortex disconnect HOST`. Ends with 3 when something of ours had to stay because somebody changed it. */
export async function runDisconnect(context: CommandContext, name: McpHost["name"], options: McpDisconnectOptions): Promise<void> {
  const target = targetOf(name, options);
  const { host, connection, config } = target;
  const restore = (await planRestore({ home: config.home, connection })) ?? (await planRemoval(target));
  await restoreConnection(context, restore, { options, done: `${host.title} forgets the server when it starts the next time. What was remembered stays.` });
}

/** The record is gone, or somebody wrote the entry by hand: it is known by its name, and goes. */
async function planRemoval(target: Target): Promise<PlannedRestore> {
  const { host, file, config, connection } = target;
  const { isChange, files } = await planned(target, [{ remove: [host.servers, SERVER_NAME] }]);
  if (!isChange) throw new Problem(`${host.title} is not connected: ${file} holds no "${SERVER_NAME}".`, { code: "not_connected", fix: "Name another file with --file." });
  return { home: config.home, connection, isChange, files: files.map(({ path, diff, now, after }) => ({ path, how: "keys", isChange: true, diff, kept: [], now, after, madeFolder: null })) };
}
