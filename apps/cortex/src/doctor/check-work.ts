import { wholeUser } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { serviceClient } from "../client/service-client.ts";
import { plural } from "../terminal/format.ts";
import { failed, passed, warned } from "./check.ts";
import type { CheckResult } from "./check.ts";

const LIMIT_MS = 5_000;

/** Work that a stopped service left in the store. Damaged databases are another check's concern. */
export async function checkOpenWork(store: Store, users: readonly string[]): Promise<CheckResult> {
  let [turns, vectors] = [0, 0];
  for (const userId of users) {
    const realm = wholeUser(userId);
    const windows = await store.openWindows(realm).catch(() => []);
    const spaces = await store.spaces(realm).catch(() => []);
    turns += windows.reduce((sum, { openTurns }) => sum + openTurns, 0);
    vectors += spaces.reduce((sum, { missing }) => sum + missing, 0);
  }
  if (turns === 0 && vectors === 0) return passed("work", "Nothing is open.");
  return passed("work", `${plural(turns, "turn")} to capture and ${plural(vectors, "vector")} to make; the service goes on with it when it runs.`);
}

/** What a running service says of its own parts. */
export async function checkReadiness(url: string): Promise<CheckResult[]> {
  const { parts } = await serviceClient({ url, token: null }).readiness({ timeoutMs: LIMIT_MS });
  return Object.entries(parts).map(([part, { status, why }]) => {
    const check = `service ${part}`;
    const message = why ?? "As it should be.";
    if (status === "ok") return passed(check, message);
    const fix = part === "store" ? "Check the disk, then restart the service." : "Nothing is lost and recall goes on; if it stays, see the log (CORTEX_LOG_LEVEL=info).";
    return status === "down" && part === "store" ? failed(check, message, fix) : warned(check, message, fix);
  });
}
