import { addressOf, findService } from "../../client/find-service.ts";
import type { ServiceOptions } from "../../client/find-service.ts";
import { failed, passed, warned } from "../../doctor/check.ts";
import type { CheckResult } from "../../doctor/check.ts";
import { toProblem } from "../../problem.ts";
import { VERSION } from "../../version.ts";
import { valueAt } from "../edits.ts";
import type { JsonValue } from "../edits.ts";
import { checkOpenclawConfig, checkToolSearch } from "./check-openclaw-config.ts";
import { checkPluginState } from "./check-plugin-state.ts";
import { checkService } from "./check-service.ts";
import { findOpenclaw } from "./find-openclaw.ts";
import type { OpenclawInstallation } from "./find-openclaw.ts";
import { gatewayOf } from "./gateway.ts";
import { runOpenclaw } from "./openclaw-command-line.ts";
import { PLUGIN_ID } from "./openclaw-edits.ts";
import { pluginFolder, readPlugin } from "./plugin-folder.ts";
import { readOpenclaw } from "./read-openclaw.ts";
import { checkConfigValid, checkGateway, checkPluginLoads } from "./verify-connection.ts";

/** The oldest host that takes the plugin. */
const LEAST_OPENCLAW = "2026.9.6";
/** Whoever asks the doctor does not wait for a reload. */
const GATEWAY_LIMIT_MS = 2_000;

const textAt = (config: JsonValue, path: readonly string[]): string | null => {
  const value = valueAt(config, path);
  return typeof value === "string" && value !== "" ? value : null;
};

function checkInstallation({ configFile, hasConfig, command }: OpenclawInstallation): CheckResult[] {
  return [
    hasConfig ? passed("openclaw", `Its configuration is ${configFile}.`) : failed("openclaw", `There is no ${configFile}.`, "Run `openclaw onboard`, or set OPENCLAW_STATE_DIR or OPENCLAW_CONFIG_PATH as OpenClaw has them."),
    ...(command === null ? [warned("openclaw", "Its command is not on the PATH, so it cannot be asked whether it loads the plugin.", "Add its folder to PATH.")] : []),
  ];
}

/** "OpenClaw 2026.9.6 (…)" */
async function checkHostVersion(command: string): Promise<CheckResult> {
  const { stdout } = await runOpenclaw(command, ["--version"]);
  const version = /\d{4}\.\d+\.\d+\S*/.exec(stdout)?.[0];
  if (version === undefined) return warned("openclaw", "It does not tell its version.", "`openclaw --version` should; reinstall OpenClaw.");
  const isOld = version.localeCompare(LEAST_OPENCLAW, "en", { numeric: true }) < 0;
  return isOld ? failed("openclaw", `OpenClaw ${version} is older than ${LEAST_OPENCLAW}, so it does not take the plugin.`, "`openclaw update`") : passed("openclaw", `Version ${version}.`);
}

/** Whether the folder that OpenClaw loads holds the plugin of this version. */
async function checkPlugin(config: JsonValue, folder: string): Promise<CheckResult[]> {
  const plugin = await readPlugin(folder);
  if (plugin === null) return [failed("plugin", `There is no whole plugin in ${folder}.`, "Run `cortex connect openclaw`.")];
  const version = plugin.version === VERSION ? passed("plugin", `Version ${VERSION}.`) : failed("plugin", `It is version ${plugin.version}; this is ${VERSION}.`, "Run `cortex connect openclaw`, then `openclaw plugins reload memory-cortex`.");
  return [version, checkToolSearch(config, plugin.isDirect)];
}

/** The service as the plugin would reach it: by the address and token of OpenClaw's configuration, not of ours. */
async function checkPluginService(config: JsonValue, options: ServiceOptions): Promise<CheckResult[]> {
  const found = findService(options);
  const [url, userId] = ["url", "userId"].map((key) => textAt(config, ["plugins", "entries", PLUGIN_ID, "config", key]));
  const here = addressOf(options, found.config).url;
  const elsewhere = url !== null && url !== undefined && url !== here ? [warned("service", `The plugin asks ${url}; the service of this configuration is ${here}.`, "Where that is not meant, run `cortex connect openclaw`.")] : [];
  const token = textAt(config, ["plugins", "entries", PLUGIN_ID, "config", "token"]);
  return [...elsewhere, ...(await checkService({ url: url ?? here, token, userId: userId ?? found.userId }))];
}

/** Everything that can be wrong between OpenClaw and the service, with the fix of each. Changes nothing. */
export async function examineOpenclaw(options: ServiceOptions): Promise<CheckResult[]> {
  let installation: OpenclawInstallation;
  try {
    installation = await findOpenclaw();
  } catch (error) {
    const problem = toProblem(error);
    return [failed("openclaw", problem.message, problem.fix ?? "Install OpenClaw.")];
  }
  const found = checkInstallation(installation);
  let config: JsonValue;
  try {
    config = (await readOpenclaw(installation.configFile)).value;
  } catch (error) {
    const problem = toProblem(error);
    return [...found, failed("openclaw", problem.message, problem.fix ?? "Repair it in an editor.")];
  }
  const { command, variables } = installation;
  const folder = pluginFolder(findService(options).config.home);
  found.push(...checkOpenclawConfig(config, folder), ...(await checkPlugin(config, folder)), ...(await checkPluginService(config, options)));
  if (command !== null) found.push(await checkHostVersion(command), await checkConfigValid(command), ...(await checkPluginLoads(command)));
  found.push(...(await checkPluginState(installation.stateFolder)));
  return [...found, await checkGateway(gatewayOf(config, variables.gatewayToken), GATEWAY_LIMIT_MS)];
}
