import { createHash } from "node:crypto";
import { join } from "node:path";

import { addressOf, findService } from "../../client/find-service.ts";
import type { ServiceOptions } from "../../client/find-service.ts";
import type { ServiceAddress } from "../../client/service-client.ts";
import { warned } from "../../doctor/check.ts";
import type { CheckResult } from "../../doctor/check.ts";
import { readGoldenSet } from "../../eval/read-golden-set.ts";
import { EXIT } from "../../exit-codes.ts";
import { Problem } from "../../problem.ts";
import { applyChange, applyRestore, planChange, planRestore } from "../careful-change.ts";
import type { PlannedChange } from "../careful-change.ts";
import type { JsonValue } from "../edits.ts";
import { askCanary, comparable, judgeCanary } from "./canary.ts";
import type { CanaryResult } from "./canary.ts";
import { checkService } from "./check-service.ts";
import { findOpenclaw } from "./find-openclaw.ts";
import type { OpenclawInstallation } from "./find-openclaw.ts";
import { gatewayOf } from "./gateway.ts";
import type { Gateway } from "./gateway.ts";
import { openclawEdits, PLUGIN_ID, slotOwner } from "./openclaw-edits.ts";
import { pluginFolder, putPlugin } from "./plugin-folder.ts";
import { filesOf, readOpenclaw } from "./read-openclaw.ts";
import { checkConfigValid, checkGateway, checkPluginLoads } from "./verify-connection.ts";

export interface ConnectOptions extends ServiceOptions {
  /** A golden set to compare old and new by; true: `golden.jsonl` of the data folder. */
  canary?: string | true;
}

/** A connection that is worked out and not made yet. */
export interface PlannedConnection {
  installation: OpenclawInstallation;
  gateway: Gateway;
  change: PlannedChange;
  /** Owner of the memory slot until now. */
  slotBefore: string;
  /** What was found out about the service. */
  service: CheckResult[];
  home: string;
}

export interface MadeConnection {
  checks: CheckResult[];
  canary: CanaryResult | null;
  /** Why it was taken back at once: OpenClaw does not take it, the gateway did not let the canary ask it, or it remembers worse. Null: it stands. */
  takenBack: "refused" | "not_asked" | "worse" | null;
}

/** One record for each configuration file, so that several OpenClaws of one machine can be connected. */
export const connectionOf = ({ configFile }: OpenclawInstallation): string => `openclaw-${createHash("sha256").update(configFile).digest("hex").slice(0, 8)}`;

/** A token for the plugin: what was given, else one of the service's own with no more rights than reading and writing need. */
function pluginAddress(options: ServiceOptions): ServiceAddress & { userId: string; home: string } {
  const { config, userId } = findService(options);
  const { url, token } = addressOf(options, config);
  const isOwn = options.token === undefined && config.token === null && token !== null;
  const enough = config.tokens.filter(({ roles, users, namespaces }) => users === undefined && namespaces === undefined && roles.includes("read") && roles.includes("write"));
  const least = enough.toSorted((one, other) => one.roles.length - other.roles.length)[0]?.token;
  return { url, token: isOwn ? (least ?? token) : token, userId, home: config.home };
}

/** Finds OpenClaw, asks the service, and works out what has to change. Writes nothing. */
export async function planConnection(options: ConnectOptions): Promise<PlannedConnection> {
  const installation = await findOpenclaw();
  if (installation.variables.isManaged) {
    throw new Problem("This OpenClaw's configuration is managed from outside (OPENCLAW_NIX_MODE or OPENCLAW_CONFIG_READONLY) and must not be written here.", { code: "openclaw_managed", fix: "Put the slot, the entry and the load path into its source; `cortex doctor openclaw` checks it." });
  }
  const { home, ...address } = pluginAddress(options);
  const configuration = await readOpenclaw(installation.configFile);
  const settings: Record<string, JsonValue> = { url: address.url, userId: address.userId, ...(address.token === null ? {} : { token: address.token }) };
  const edits = openclawEdits({ config: configuration.value, folder: pluginFolder(home), settings });
  const change = await planChange({ home, connection: connectionOf(installation), files: filesOf(configuration, edits) });
  return {
    installation, change, home,
    gateway: gatewayOf(configuration.value, installation.variables.gatewayToken),
    slotBefore: slotOwner(configuration.value),
    service: await checkService(address),
  };
}

/**
 * Puts the plugin in place, changes the configuration, and looks whether OpenClaw takes it. What it does not take is taken back at once, and so
 * is what a canary finds worse or cannot ask.
 * @param reloadMs how long a running gateway may take to load the plugin
 */
export async function makeConnection(planned: PlannedConnection, options: ConnectOptions, reloadMs?: number): Promise<MadeConnection> {
  const { installation: { command }, gateway, change, home, slotBefore } = planned;
  const questions = options.canary === undefined ? null : comparable(await readGoldenSet(options.canary === true ? join(home, "golden.jsonl") : options.canary));
  if (questions !== null) await requireComparison(planned);
  const old = questions === null ? null : await askCanary(gateway, slotBefore, questions);
  const { replaced } = await putPlugin(home);
  await applyChange(change, { now: new Date() });
  const checks: CheckResult[] = [];
  const takenBack = async (why: MadeConnection["takenBack"], canary: CanaryResult | null): Promise<MadeConnection> => {
    await takeBack(change);
    return { checks, canary, takenBack: why };
  };
  if (command !== null) {
    checks.push(await checkConfigValid(command), ...(await checkPluginLoads(command)));
    if (checks.some(({ status }) => status === "failed")) return takenBack("refused", null);
  }
  const loaded = await checkGateway(gateway, reloadMs);
  checks.push(loaded);
  // A gateway looks for changes of its configuration, not of what it has loaded.
  if (replaced && !change.isChange && (await gateway.isRunning())) checks.push(warned("plugin", "The running gateway still has the plugin from before.", "`openclaw plugins reload memory-cortex` loads this one."));
  if (questions === null || old === null) return { checks, canary: null, takenBack: null };
  // The old memory would be asked a second time, and be as good as itself.
  if (loaded.status !== "ok" || !(await gateway.isRunning())) return takenBack("not_asked", null);
  const canary = judgeCanary(questions, old, await askCanary(gateway, PLUGIN_ID, questions));
  return canary.isWorse ? takenBack("worse", canary) : { checks, canary, takenBack: null };
}

/** A canary needs two memories, and somebody who asks them. Throws before anything is changed. */
async function requireComparison({ gateway, slotBefore }: PlannedConnection): Promise<void> {
  if (slotBefore === PLUGIN_ID) {
    throw new Problem("OpenClaw has this memory already, so there is no old one to compare it with.", { code: "already_connected", fix: "Connect without --canary, or disconnect first.", exitCode: EXIT.usage });
  }
  const isRunning = await gateway.isRunning();
  if (isRunning && (await gateway.call("memory_search", { query: "memory", maxResults: 1 })).outcome !== "unauthorized") return;
  const [what, fix] = isRunning ? [`The gateway at ${gateway.url} does not take our token`, "Set OPENCLAW_GATEWAY_TOKEN"] : [`No gateway runs at ${gateway.url}`, "Start it (`openclaw gateway`)"];
  throw new Problem(`${what}, so there is nobody to ask the questions.`, {
    code: isRunning ? "gateway_unauthorized" : "gateway_not_running", fix: `${fix}, or connect without --canary. Nothing was changed.`, exitCode: EXIT.notRunning,
  });
}

async function takeBack({ home, connection }: PlannedChange): Promise<void> {
  const restore = await planRestore({ home, connection });
  if (restore !== null) await applyRestore(restore);
}
