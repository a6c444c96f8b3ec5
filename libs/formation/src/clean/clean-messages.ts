import type { IgnoredReason, IngestMessage, Role } from "@memory-cortex/models";
import { stripInjectedBlocks } from "@memory-cortex/text";

import { breather } from "../breather.ts";
import { agentPlumbing } from "./agent-plumbing.ts";
import { flattenContent } from "./flatten-content.ts";
import { cutPrivateSpans, hasNoMemoryMarker } from "./privacy-markers.ts";
import { redactSecrets } from "./redact-secrets.ts";

/** A message that is worth keeping: one text, without secrets, private parts and what we injected ourselves. */
export interface CleanMessage {
  /** Place in the request. */
  index: number;
  role: Role;
  speaker: string | null;
  text: string;
  externalId: string | null;
  /** Epoch milliseconds; null when the caller gave no time. */
  saidAt: number | null;
}

export interface IgnoredMessage {
  index: number;
  reason: IgnoredReason;
}

export interface CleanResult {
  kept: CleanMessage[];
  ignored: IgnoredMessage[];
}

/** Of the event loop at once: a long conversation takes tens of milliseconds. */
const LONGEST_MS = 3;

type Verdict = { text: string } | { reason: IgnoredReason };

/**
 * Separates what people and agents said from the machinery around it. Every message ends up in exactly one of the two lists, in
 * order. Ordinary chat comes out byte for byte as it went in; only secrets are replaced (`[redacted:kind]`).
 */
export async function cleanMessages(messages: readonly IngestMessage[]): Promise<CleanResult> {
  const kept: CleanMessage[] = [];
  const ignored: IgnoredMessage[] = [];
  const breathe = breather(LONGEST_MS);
  for (const [index, message] of messages.entries()) {
    await breathe();
    const verdict = judge(message);
    if ("reason" in verdict) {
      ignored.push({ index, reason: verdict.reason });
      continue;
    }
    kept.push({
      index,
      role: message.role,
      speaker: message.name ?? null,
      text: await redactSecrets(verdict.text),
      externalId: message.id ?? null,
      saidAt: message.timestamp ?? null,
    });
  }
  return { kept, ignored };
}

function judge(message: IngestMessage): Verdict {
  if (message.role === "tool") return { reason: "tool_output" };
  if (message.role === "system") return { reason: "system_prompt" };
  const { text, instead } = flattenContent(message.content);
  if (text.trim() === "") return { reason: message.tool_calls?.length ? "tool_call" : instead };
  if (hasNoMemoryMarker(text)) return { reason: "no_memory_marker" };

  const open = cutPrivateSpans(text);
  if (open.trim() === "") return { reason: "private" };
  const own = stripInjectedBlocks(open);
  if (own.trim() === "") return { reason: "injected_block" };
  const plumbing = agentPlumbing(message.role, own);
  return plumbing === null ? { text: own } : { reason: plumbing };
}
