import type { IngestMessage } from "@memory-cortex/client";
import { clampText } from "@memory-cortex/text";

import type { RunnerMessage } from "./session-entry.ts";

/** The service takes 1,000,000 bytes a request unless it is configured otherwise; the rest is for what stands around the messages. */
const MOST_BYTES = 900_000;
const MOST_MESSAGES = 10_000;
/** A pasted file may not take the place of the conversation. */
const LONGEST_MESSAGE_BYTES = 200_000;
const LONGEST_NAME = 128;
const LONGEST_ID = 256;

/**
 * What users and the assistant said in a session, as `/ingest` takes it: no system prompt, no tool output, no empty message. Of a session that is
 * too long for one request, the newest part: the service finds by itself where it belongs.
 */
export function messagesToSend(messages: readonly RunnerMessage[]): IngestMessage[] {
  const said = messages.flatMap(toMessage);
  let from = said.length;
  for (let bytes = 0; from > 0 && said.length - from < MOST_MESSAGES; from -= 1) {
    bytes += Buffer.byteLength(JSON.stringify(said[from - 1])) + 1;
    if (bytes > MOST_BYTES) break;
  }
  return said.slice(from);
}

function toMessage({ role, content, name, id, timestamp }: RunnerMessage): IngestMessage[] {
  if (role !== "user" && role !== "assistant") return [];
  const text = textOf(content).toWellFormed().replaceAll("\0", "").trim();
  if (text === "") return [];
  return [{
    role, content: clampText(text, { maxBytes: LONGEST_MESSAGE_BYTES }),
    ...(fits(name, LONGEST_NAME) ? { name } : {}), ...(fits(id, LONGEST_ID) ? { id } : {}), ...(isMoment(timestamp) ? { timestamp } : {}),
  }];
}

/** One field that the service cannot take would cost the whole session. */
const fits = (text: string | undefined, longest: number): text is string => text !== undefined && text !== "" && text.length <= longest && text.isWellFormed() && !text.includes("\0");

const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

function isMoment(timestamp: string | number | undefined): timestamp is string | number {
  if (typeof timestamp === "number") return Number.isFinite(timestamp) && timestamp > 0;
  return timestamp !== undefined && ZONED.test(timestamp) && Number.isFinite(Date.parse(timestamp));
}

function textOf(content: RunnerMessage["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : [])).join("\n");
}
