import type { IngestMessage, IngestRequest } from "@memory-cortex/client";
import { ingestRequest, messageSchema } from "@memory-cortex/models/wire";
import type { z } from "zod";

/** A message as it goes over the wire: only fields of the contract. */
export type WireMessage = IngestMessage;

/** One conversation of an export, checked and ready to be sent. */
export interface Conversation {
  /** "line 12" or "record 3": where it begins in the file. */
  place: string;
  header: Omit<IngestRequest, "messages" | "debounce">;
  messages: WireMessage[];
}

/** A record that cannot be sent, and why. Nothing of it is sent. */
export interface BadRecord {
  place: string;
  reason: string;
}

/** What the command line says of records that do not say it themselves. */
export interface Defaults {
  userId: string;
  /** Given on the command line, so it wins over what the file says. */
  forcedUserId?: string;
  sessionId?: string;
  namespace?: string;
  channel?: string;
}

const headerSchema = ingestRequest.omit({ messages: true, debounce: true });
export const HEADER_FIELDS = Object.keys(headerSchema.shape) as (keyof typeof headerSchema.shape)[];
const MESSAGE_FIELDS = Object.keys(messageSchema.shape);

function pick(record: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => fields.includes(key) && value !== undefined));
}

/** The first thing wrong, with its path: messages of a schema never quote the value. */
export function firstIssue(error: z.ZodError, prefix: readonly string[] = []): string {
  const issue = error.issues[0]!;
  const path = [...prefix, ...issue.path].join(".");
  return path === "" ? issue.message : `${path}: ${issue.message}`;
}

/** Checks one message. */
export function checkMessage(record: unknown, path: readonly string[] = []): WireMessage | { reason: string } {
  const parsed = messageSchema.safeParse(record);
  if (!parsed.success) return { reason: firstIssue(parsed.error, path) };
  return pick(record as object, MESSAGE_FIELDS) as WireMessage;
}

/** Fills the header of a record from the command line. */
export function checkHeader(record: object, defaults: Defaults): Conversation["header"] | { reason: string } {
  const header = {
    user_id: defaults.userId,
    ...(defaults.sessionId === undefined ? {} : { session_id: defaults.sessionId }),
    ...(defaults.namespace === undefined ? {} : { namespace: defaults.namespace }),
    ...(defaults.channel === undefined ? {} : { channel: defaults.channel }),
    ...pick(record, HEADER_FIELDS),
    ...(defaults.forcedUserId === undefined ? {} : { user_id: defaults.forcedUserId }),
  };
  const parsed = headerSchema.safeParse(header);
  if (parsed.success) return header as Conversation["header"];
  const reason = firstIssue(parsed.error);
  return { reason: "session_id" in header ? reason : "session_id: is missing; give one with --session" };
}

/** Checks a record of the shape {messages, session_id, …}: all of it is good, or none of it is sent. */
export function checkConversation(record: object & { messages: unknown }, place: string, defaults: Defaults): Conversation | BadRecord {
  const header = checkHeader(record, defaults);
  if ("reason" in header) return { place, reason: header.reason };
  if (!Array.isArray(record.messages) || record.messages.length === 0) return { place, reason: "messages: must be a list with at least one message" };
  const messages: WireMessage[] = [];
  for (const [index, message] of record.messages.entries()) {
    const checked = checkMessage(message, ["messages", String(index)]);
    if ("reason" in checked) return { place, reason: checked.reason };
    messages.push(checked);
  }
  return { place, header, messages };
}
