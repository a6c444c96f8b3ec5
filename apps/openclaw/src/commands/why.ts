import type { Realm } from "../isolation/realm.ts";
import type { Plugin } from "../plugin.ts";
import type { CaptureReceipt, RecallReceipt } from "../receipts/receipt.ts";
import { oneLine } from "../tools/tool-lines.ts";

const REASONS: Readonly<Record<string, string>> = {
  trivial_prompt: "the message was a greeting or an acknowledgement", heartbeat: "it was a heartbeat", slash_command: "it was a command", no_query: "there was nothing to look for",
  paused: "memory is paused here", nothing_known: "nothing is known yet", nothing_new: "nothing new was found", no_match: "nothing fitted", nothing_relevant: "nothing fitted well enough", timeout: "memory took too long", not_running: "the service did not answer",
};

const inWords = (reason: string): string => REASONS[reason] ?? reason.replaceAll("_", " ");

export interface WhyQuestion {
  plugin: Plugin;
  realm: Realm;
  /** Undefined: of whatever session was last. */
  sessionKey?: string | undefined;
}

export interface Why {
  recall: RecallReceipt | null;
  capture: CaptureReceipt | null;
  /** Beginnings of the memories, by id, for who may read them; empty when the service is away. */
  texts: ReadonlyMap<string, string>;
}

const TEXT_MS = 3_000;
const LOOKED_AT = 200;

/** What the last turn brought into the prompt and why, and what of it was kept. Only of this realm: another's receipts are not there. */
export async function why({ plugin, realm, sessionKey }: WhyQuestion): Promise<Why> {
  const receipts = (await plugin.state.receipts.list(LOOKED_AT)).filter((receipt) => receipt.userId === realm.userId && (sessionKey === undefined || receipt.sessionKey === sessionKey));
  const recall = receipts.find((receipt): receipt is RecallReceipt => receipt.kind === "recall") ?? null;
  const capture = receipts.find((receipt): receipt is CaptureReceipt => receipt.kind === "capture") ?? null;
  return { recall, capture, texts: await textsOf(plugin, realm, recall) };
}

async function textsOf(plugin: Plugin, { userId, namespace }: Realm, recall: RecallReceipt | null): Promise<Map<string, string>> {
  const read = (recall?.items ?? []).map(async ({ id }): Promise<[string, string][]> => {
    try {
      const { content } = await plugin.client.getMemory({ user_id: userId, namespace, id }, { timeoutMs: TEXT_MS, retries: 0 });
      return [[id, oneLine(content, 100)]];
    } catch {
      // A message, a memory that is gone, or a service that is away: the id and the reason stand without it.
      return [];
    }
  });
  return new Map((await Promise.all(read)).flat());
}

export function whyLines({ recall, capture, texts }: Why): string[] {
  return [...recallLines(recall, texts), ...captureLines(capture)];
}

function recallLines(recall: RecallReceipt | null, texts: ReadonlyMap<string, string>): string[] {
  if (recall === null) return ["No recall was made here yet."];
  const at = clock(recall.at);
  const left = recall.leftOut.length === 0 ? [] : [`Left out: ${tally(recall.leftOut)}.`];
  if (recall.items.length === 0) return [`Recall ${at}: nothing was added, because ${inWords(recall.skipped ?? "no_match")}.`, ...(recall.skipped === "nothing_new" ? left : []), ...degradedLine(recall)];
  const items = recall.items.map(({ id, score, tier }) => `- ${texts.get(id) ?? "(a message, or no longer there)"} · ${tier}, score ${score.toFixed(2)} · ${id}`);
  return [
    `Recall ${at}: ${String(recall.items.length)} ${recall.items.length === 1 ? "memory" : "memories"}, ${String(recall.chars)} characters, ${String(Math.round(recall.tookMs))} ms.`,
    ...items, ...left, ...degradedLine(recall),
    ...(recall.receiptId === null ? [] : [`Receipt of the service: ${recall.receiptId}`]),
  ];
}

const degradedLine = ({ degraded }: RecallReceipt): string[] => (degraded.length === 0 ? [] : [`Not searched in time: ${degraded.join(", ")}.`]);

function tally(leftOut: readonly { reason: string }[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${String(count)} ${inWords(reason)}`).join(", ");
}

function captureLines(capture: CaptureReceipt | null): string[] {
  if (capture === null) return [];
  const ignored = capture.ignored.length === 0 ? "" : ` Left out: ${capture.ignored.map(({ reason, count }) => `${String(count)} ${inWords(reason)}`).join(", ")}.`;
  const kept = capture.skipped === null ? `${String(capture.externalIds.length)} messages were kept${capture.sent ? "" : " and wait for the service"}.` : `nothing was kept, because ${inWords(capture.skipped)}.`;
  return [`Capture ${clock(capture.at)}: ${kept}${ignored}`];
}

const clock = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");
