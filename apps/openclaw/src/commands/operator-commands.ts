import type { Plugin } from "../plugin.ts";
import { orEmpty, orNull } from "../tools/asking.ts";
import { linesOf } from "../tools/memory-stats-tool.ts";
import { recalledLine } from "../tools/tool-lines.ts";
import { checkLines, runChecks } from "./checks.ts";
import type { CheckQuestion } from "./checks.ts";
import { why, whyLines } from "./why.ts";

/** What a command gives: data for --json, lines for a person, and whether all is well. */
export interface Outcome {
  value: unknown;
  lines: string[];
  isFine: boolean;
}

const CALL = { timeoutMs: 8_000, retries: 1 };

/** `openclaw cortex status`: where memory stands, in a few lines. */
export async function status(question: CheckQuestion): Promise<Outcome> {
  const { plugin } = question;
  const [checks, hooks, spool, isPaused] = await Promise.all([runChecks(question), plugin.state.hooks(), plugin.state.spool(), plugin.state.isPaused(undefined)]);
  const worst = checks.some((check) => check.status === "failed") ? "failed" : checks.some((check) => check.status === "warning") ? "warning" : "ok";
  const wrong = checks.filter((check) => check.status !== "ok");
  const told = { ok: "Memory Cortex works.", warning: "Memory Cortex works, with a warning.", failed: "Memory Cortex does not work." }[worst];
  const facts = checks.filter(({ name, status: state }) => state === "ok" && ["service", "memory", "hooks", "waiting"].includes(name));
  return {
    value: { status: worst, service: plugin.client.url, user: plugin.realmOf({}).userId, paused: isPaused, hooks, spool, checks },
    lines: [told, ...checkLines([...facts, ...wrong])],
    isFine: worst !== "failed",
  };
}

/** `openclaw cortex doctor`: every check with its fix. */
export async function doctor(question: CheckQuestion): Promise<Outcome> {
  const checks = await runChecks(question);
  const isFine = checks.every((check) => check.status !== "failed");
  return { value: { ok: isFine, checks }, lines: checkLines(checks), isFine };
}

/** `openclaw cortex search`: what the owner's memory holds on a query. */
export async function search(plugin: Plugin, query: string, { limit, agentId }: { limit: number; agentId?: string | undefined }): Promise<Outcome> {
  const { userId, namespace } = plugin.realmOf(agentId === undefined ? {} : { agentId });
  const { items } = await orEmpty<{ items: Parameters<typeof recalledLine>[0][] }>(plugin.client.search({ query, user_id: userId, namespace, limit }, CALL), { items: [] });
  return { value: { items }, lines: items.length === 0 ? ["Nothing found."] : items.map((item, index) => `${String(index + 1)}. ${recalledLine(item)}`), isFine: true };
}

/** `openclaw cortex stats`: what the owner's memory holds, in figures. */
export async function stats(plugin: Plugin): Promise<Outcome> {
  const figures = await orNull(plugin.client.stats({ user_id: plugin.realmOf({}).userId }, CALL));
  return { value: figures, lines: figures === null ? ["Nothing is remembered yet."] : linesOf(figures), isFine: true };
}

/** `openclaw cortex why`: what the last turn brought into the prompt, and why. */
export async function whyLast(plugin: Plugin, sessionKey: string | undefined): Promise<Outcome> {
  const realm = sessionKey === undefined ? plugin.realmOf({}) : plugin.realmOf({ sessionKey });
  const told = await why({ plugin, realm, sessionKey });
  const id = told.recall?.receiptId ?? null;
  const receipt = id === null ? null : await orNull(plugin.client.getReceipt({ id, user_id: realm.userId, namespace: realm.namespace }, CALL)).catch(() => null);
  return { value: { recall: told.recall, capture: told.capture, receipt }, lines: whyLines(told), isFine: true };
}
