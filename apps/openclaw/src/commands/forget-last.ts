import type { CallOptions, TurnView } from "@memory-cortex/client";

import type { Realm } from "../isolation/realm.ts";
import type { Plugin } from "../plugin.ts";
import type { CaptureReceipt } from "../receipts/receipt.ts";

const CALL_MS = 10_000;
const DRAIN_MS = 5_000;
const PAGE = 1_000;
const MOST_PAGES = 50;
/** Receipts looked through for the last turn of a session that was kept. */
const RECEIPTS = 200;

export interface Forgotten {
  /** "none": nothing was captured here. "waiting": it is not with the service yet, so it cannot be erased there. "gone": it was forgotten already. */
  outcome: "forgotten" | "none" | "waiting" | "gone";
  messages: number;
  memories: number;
}

/**
 * Erases what was captured of the last turn of a session, with the memories that rest on it alone. Only what this realm captured. Rejects with a
 * `CortexClientError` when the service cannot be asked.
 */
export async function forgetLast(plugin: Plugin, realm: Realm, sessionKey: string | undefined): Promise<Forgotten> {
  const last = await lastCapture(plugin, realm, sessionKey);
  if (last === null) return { outcome: "none", messages: 0, memories: 0 };
  const { waiting } = await plugin.state.drain(DRAIN_MS);
  const whose = { user_id: realm.userId, namespace: realm.namespace };
  const options = { timeoutMs: CALL_MS };
  const ids = await turnIds(plugin, { last, whose }, options);
  if (ids.length === 0) return { outcome: waiting > 0 && !last.sent ? "waiting" : "gone", messages: 0, memories: 0 };
  const { turns, memories } = await plugin.client.forget({ ...whose, ids, dry_run: false }, options);
  plugin.service.answered();
  return { outcome: "forgotten", messages: turns, memories };
}

async function lastCapture(plugin: Plugin, realm: Realm, sessionKey: string | undefined): Promise<CaptureReceipt | null> {
  const receipts = await plugin.state.receipts.list(RECEIPTS);
  const own = receipts.filter((receipt): receipt is CaptureReceipt => receipt.kind === "capture" && receipt.userId === realm.userId && receipt.externalIds.length > 0);
  return own.find((receipt) => sessionKey === undefined || receipt.sessionKey === sessionKey) ?? null;
}

interface Wanted {
  last: CaptureReceipt;
  whose: { user_id: string; namespace: string };
}

/** Ids of the messages in the service, by the ids we gave them. */
async function turnIds(plugin: Plugin, { last, whose }: Wanted, options: CallOptions): Promise<string[]> {
  const given = new Set(last.externalIds);
  const sessionId = last.sessionId ?? last.sessionKey ?? "openclaw";
  const found: string[] = [];
  let after = -1;
  for (let page = 0; page < MOST_PAGES && found.length < given.size; page += 1) {
    const turns = await pageOf(plugin, { ...whose, session_id: sessionId, after, limit: PAGE }, options);
    found.push(...turns.filter(({ external_id }) => external_id !== null && given.has(external_id)).map(({ id }) => id));
    const end = turns.at(-1);
    if (end === undefined || turns.length < PAGE) break;
    after = end.position;
  }
  return found;
}

async function pageOf(plugin: Plugin, fields: Parameters<Plugin["client"]["listTurns"]>[0], options: CallOptions): Promise<readonly TurnView[]> {
  try {
    return (await plugin.client.listTurns(fields, options)).turns;
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
    if (code === "unknown_user" || code === "not_found") return [];
    throw error;
  }
}

export function forgottenLine({ outcome, messages, memories }: Forgotten): string {
  switch (outcome) {
    case "forgotten":
      return `Forgotten: ${messages === 1 ? "1 message" : `${String(messages)} messages`} of the last turn${memories === 0 ? "" : ` and ${memories === 1 ? "1 memory" : `${String(memories)} memories`} drawn from it`}.`;
    case "none":
      return "Nothing was kept from this conversation yet.";
    case "waiting":
      return "The last turn still waits for the memory service and cannot be erased there yet. Try again when the service answers.";
    case "gone":
      return "The last turn is not in memory any more.";
  }
}
