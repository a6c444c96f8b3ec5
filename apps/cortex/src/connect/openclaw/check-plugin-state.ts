import { join } from "node:path";

import { createSeenHooks, createSpool } from "@memory-cortex/openclaw/state";

import { failed, passed, warned } from "../../doctor/check.ts";
import type { CheckResult } from "../../doctor/check.ts";
import { formatBytes, formatTime, plural } from "../../terminal/format.ts";

const said = (at: number): string => formatTime(new Date(at).toISOString());

function checkHooks({ recallAt, captureAt }: { recallAt: number | null; captureAt: number | null }): CheckResult {
  const fix = "Talk to the agent once, then look again. If it stays so, run `cortex connect openclaw` and restart the gateway.";
  if (recallAt === null && captureAt === null) return warned("turns", "No turn of the agent has reached the plugin yet.", fix);
  if (recallAt === null) return warned("turns", "OpenClaw never asked the plugin for memories before an answer.", fix);
  if (captureAt === null) return warned("turns", "OpenClaw never showed the plugin a finished turn.", fix);
  return passed("turns", `Last recall ${said(recallAt)}, last capture ${said(captureAt)}.`);
}

function checkWaiting({ waiting, bytes, oldestAt, dropped }: { waiting: number; bytes: number; oldestAt: number | null; dropped: number }): CheckResult[] {
  const lost = dropped === 0 ? [] : [failed("waiting", `${plural(dropped, "piece")} of conversation could not be kept: too much waited for the service, or it refused them.`, "Keep the service running; import OpenClaw's transcripts for what is missing (`cortex import openclaw-sessions`).")];
  if (waiting === 0) return lost.length > 0 ? lost : [passed("waiting", "Everything that was said has reached the service.")];
  const since = oldestAt === null ? "" : `, the oldest since ${said(oldestAt)}`;
  return [...lost, warned("waiting", `${plural(waiting, "piece")} of conversation (${formatBytes(bytes)}) wait for the service${since}.`, "They are sent with the agent's next turn once the service answers.")];
}

/** What the plugin noted in OpenClaw's state folder: whether turns reach it, and what waits for the service. Never text. */
export async function checkPluginState(stateFolder: string): Promise<CheckResult[]> {
  const folder = join(stateFolder, "memory-cortex");
  const log = (): void => undefined;
  const hooks = await createSeenHooks({ folder, log, now: Date.now }).read();
  const spool = await createSpool({ folder, limits: () => ({ spoolMaxEntries: Number.MAX_SAFE_INTEGER, spoolMaxBytes: Number.MAX_SAFE_INTEGER }), log }).status();
  return [checkHooks(hooks), ...checkWaiting(spool)];
}
