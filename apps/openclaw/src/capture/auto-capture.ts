import type { TurnContext } from "../host/turn-context.ts";
import { noConversation } from "../host/turn-kind.ts";
import { readSessionKey } from "../isolation/session-key.ts";
import type { Plugin } from "../plugin.ts";
import type { CaptureReceipt } from "../receipts/receipt.ts";
import { planCapture } from "./plan-capture.ts";
import type { CapturePlan } from "./plan-capture.ts";
import { isSaid, readMessages } from "./read-messages.ts";
import type { SessionMessage } from "./read-messages.ts";
import type { Sender } from "./sender.ts";
import type { Spool } from "./spool.ts";
import { fingerprint, LONGEST_TAIL, watermarkAfter } from "./watermark.ts";

/** What the host tells when a run is over: the whole session, each time. */
export interface RunEndEvent {
  messages?: readonly unknown[];
  success?: boolean;
}

export interface AutoCapture {
  /** Before a turn: marks where a session stands that was never seen, so that nothing older counts as new. Not to be awaited. */
  beforeTurn(event: { messages?: readonly unknown[] }, turn: TurnContext): Promise<void>;
  /**
   * After a turn: what is new is on the disk when `kept` is fulfilled, and with the service when `sent` is, or the time is up. Neither rejects.
   */
  afterTurn(event: RunEndEvent, turn: TurnContext): { kept: Promise<void>; sent: Promise<void> };
}

export interface AutoCaptureParts {
  plugin: Plugin;
  spool: Spool;
  sender: Sender;
}

export function createAutoCapture(parts: AutoCaptureParts): AutoCapture {
  const { plugin, spool, sender } = parts;
  const begun = new Set<string>();
  return {
    beforeTurn: async (event, turn) => {
      const key = sessionOf(turn);
      if (begun.has(key) || skipOf(plugin, turn) !== null) return;
      begun.add(key);
      // Of a long session only the end: an answer waits while this runs.
      const prints = readMessages((event.messages ?? []).filter(isSaid).slice(-LONGEST_TAIL)).map(({ role, text }) => fingerprint(role, text));
      await spool.begin(key, watermarkAfter(prints, { count: 0, sessionId: turn.sessionId ?? null, now: plugin.now() })).catch((error: unknown) => plugin.log.warn(`memory-cortex: ${String(error)}`));
    },
    afterTurn: (event, turn) => {
      const kept = keep(parts, event, turn).catch((error: unknown) => {
        plugin.log.warn(`memory-cortex: a turn could not be kept: ${String(error)}`);
        return false;
      });
      return {
        kept: kept.then(() => undefined),
        sent: kept.then(async (something) => {
          if (something) await sender.drain(plugin.config.captureTimeoutMs);
        }),
      };
    },
  };
}

const sessionOf = (turn: TurnContext): string => turn.sessionKey ?? turn.sessionId ?? "";

function skipOf(plugin: Plugin, turn: TurnContext): string | null {
  if (!plugin.config.autoCapture) return "off";
  return noConversation(turn) ?? (readSessionKey(turn.sessionKey).incognito ? "incognito" : null);
}

/** Whether something new waits. */
async function keep({ plugin, spool }: AutoCaptureParts, event: RunEndEvent, turn: TurnContext): Promise<boolean> {
  const realm = plugin.realmOf(turn);
  const skip = skipOf(plugin, turn);
  if (skip !== null) {
    for (const receipt of receiptsOf({ plugin, turn, plan: null, skipped: skip })) plugin.state.receipts.add(receipt);
    return false;
  }
  const messages = readMessages(event.messages ?? []);
  const paused = await plugin.state.isPaused(turn.sessionKey);
  const now = plugin.now();
  const { plan, dropped } = await spool.take(sessionOf(turn), (watermark) =>
    planCapture({ messages, watermark, realm, realmOfSender: (sender) => realmOfRow(plugin, turn, sender), captureAssistant: plugin.config.captureAssistant, paused, now }),
  );
  if (dropped > 0) plugin.log.warn(`memory-cortex: too much waits for the service; the oldest ${dropped} pieces of conversation were dropped. Start the service, or raise spoolMaxEntries and spoolMaxBytes.`);
  for (const receipt of receiptsOf({ plugin, turn, plan, skipped: paused ? "paused" : plan.entries.length === 0 ? "nothing_new" : null })) plugin.state.receipts.add(receipt);
  return plan.entries.length > 0;
}

/** A row names its sender, or says that the owner spoke without one, as on this machine. */
function realmOfRow(plugin: Plugin, turn: TurnContext, sender: SessionMessage["sender"]): ReturnType<Plugin["realmOf"]> | null {
  if (sender === null) return null;
  const { senderId: _, requesterSenderId: __, senderIsOwner: ___, ...place } = turn;
  if (sender.id !== null) return plugin.realmOf({ ...place, senderId: sender.id, ...(sender.isOwner === null ? {} : { senderIsOwner: sender.isOwner }) });
  if (sender.isOwner !== true) return null;
  return plugin.realmOf(turn.senderId === undefined ? turn : { agentId: turn.agentId, sessionKey: turn.sessionKey, sessionId: turn.sessionId, workspaceDir: turn.workspaceDir, runId: turn.runId, senderIsOwner: true });
}

interface Receipted {
  plugin: Plugin;
  turn: TurnContext;
  plan: CapturePlan | null;
  skipped: string | null;
}

/** One for each piece, one where there is none. */
function receiptsOf({ plugin, turn, plan, skipped }: Receipted): CaptureReceipt[] {
  const common = { kind: "capture" as const, at: plugin.now(), sessionKey: turn.sessionKey ?? null, sessionId: turn.sessionId ?? null, skipped, ignored: plan?.ignored ?? [], sent: false };
  if (plan === null || plan.entries.length === 0) return [{ ...common, userId: plugin.realmOf(turn).userId, entryId: null, externalIds: [] }];
  return plan.entries.map(({ id, request }) => ({ ...common, userId: request.user_id, entryId: id, externalIds: request.messages.map((message) => message.id) }));
}
