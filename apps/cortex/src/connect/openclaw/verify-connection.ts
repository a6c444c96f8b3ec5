import { failed, passed, warned } from "../../doctor/check.ts";
import type { CheckResult } from "../../doctor/check.ts";
import { valueAt } from "../edits.ts";
import type { JsonValue } from "../edits.ts";
import type { Gateway } from "./gateway.ts";
import { PLUGIN_ID } from "./openclaw-edits.ts";
import { jsonOf, runOpenclaw } from "./openclaw-command-line.ts";

const LOOK_EVERY_MS = 500;
/** A gateway sees a changed configuration within seconds; loading plugins anew takes a few more. */
const RELOAD_LIMIT_MS = 45_000;
/** Memories have tools of the same names, so its answer must say whose it is. */
const TOOL = "memory_search";
const isOurs = (text: string): boolean => new RegExp(`"provider":\\s*"${PLUGIN_ID}"`).test(text);

const textAt = (value: JsonValue, path: readonly string[]): string => {
  const text = valueAt(value, path);
  return typeof text === "string" ? text : "";
};

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";

/** Whether OpenClaw takes its configuration. */
export async function checkConfigValid(command: string): Promise<CheckResult> {
  const run = await runOpenclaw(command, ["config", "validate", "--json"]);
  if (run.code === 0) return passed("configuration", "OpenClaw takes it.");
  const issues = valueAt(jsonOf(run), ["issues"]);
  const why = Array.isArray(issues) ? issues.map((issue) => `${textAt(issue, ["path"])}: ${textAt(issue, ["message"])}`).join("; ") : lastLine(run.stderr);
  return failed("configuration", `OpenClaw refuses it: ${why || `exit code ${run.code ?? "none"}`}`, "`openclaw config validate` says where; repair it there.");
}

/** Said of every plugin that is loaded from a folder. */
const EXPECTED = /verify where this plugin came from|provenance/i;

function messagesOf(report: JsonValue): string[] {
  const diagnostics = valueAt(report, ["diagnostics"]);
  if (!Array.isArray(diagnostics)) return [];
  return diagnostics.filter((one) => ["error", "warn", "warning"].includes(textAt(one, ["level"]))).map((one) => textAt(one, ["message"])).filter((message) => !EXPECTED.test(message));
}

/** Whether OpenClaw loads the plugin and gives it the memory slot: it is loaded for real, in a process of its own. */
export async function checkPluginLoads(command: string): Promise<CheckResult[]> {
  const run = await runOpenclaw(command, ["plugins", "inspect", PLUGIN_ID, "--runtime", "--json"]);
  const report = jsonOf(run);
  if (textAt(report, ["plugin", "status"]) !== "loaded") {
    const why = textAt(report, ["plugin", "error"]) || textAt(report, ["error", "message"]) || lastLine(run.stderr) || "no reason given";
    return [failed("plugin", `OpenClaw does not load it: ${why}`, "Run `cortex connect openclaw` again; `openclaw plugins doctor` tells more.")];
  }
  const messages = messagesOf(report);
  const blocked = messages.filter((message) => message.includes("allowConversationAccess"));
  return [
    passed("plugin", "OpenClaw loads it."),
    ...(blocked.length === 0 ? [] : [failed("hooks", "OpenClaw keeps conversations from it.", `Set plugins.entries.${PLUGIN_ID}.hooks.allowConversationAccess to true; \`cortex connect openclaw\` does.`)]),
    ...messages.filter((message) => !blocked.includes(message)).map((message) => warned("plugin", message, "`openclaw plugins doctor` tells more.")),
  ];
}

/** Asks the running gateway's agent until this memory answers: the gateway loads the plugin by itself when its configuration changes. */
export async function checkGateway(gateway: Gateway, limitMs: number = RELOAD_LIMIT_MS): Promise<CheckResult> {
  if (!(await gateway.isRunning())) return passed("gateway", "None is running; the next start has the memory.");
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await gateway.call(TOOL, { query: "memory", maxResults: 1 });
    if (answer.outcome === "answered" && isOurs(answer.text)) return passed("gateway", `The agent's ${TOOL} answers from it.`);
    if (answer.outcome === "unauthorized") return warned("gateway", "It runs, but its token is not known here, so it was not asked.", "Set OPENCLAW_GATEWAY_TOKEN to ask it as well.");
    if (performance.now() > end) {
      const reason = answer.outcome === "answered" ? "another memory answers" : answer.reason;
      return warned("gateway", `The running gateway does not have the memory yet (${reason}).`, "Restart it when it suits you: `openclaw gateway restart`.");
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
