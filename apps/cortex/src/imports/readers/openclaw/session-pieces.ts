import { readMessages } from "@memory-cortex/openclaw/transcript";
import type { SessionMessage } from "@memory-cortex/openclaw/transcript";

import type { Defaults, WireMessage } from "../../../ingest/conversation.ts";
import { conversationPiece } from "../../conversation-piece.ts";
import type { ReadContext } from "../../foreign-reader.ts";
import { leftOut } from "../../piece.ts";
import type { Piece } from "../../piece.ts";
import { isFields, timeOf, wholeText } from "../values.ts";
import type { Fields } from "../values.ts";
import { openEnvelope } from "./open-envelope.ts";
import type { Envelope } from "./open-envelope.ts";
import { noConversation, ownerOf } from "./session-realm.ts";
import type { Owned, SessionFacts } from "./session-realm.ts";
import { activeEntries } from "./transcript-entries.ts";
import type { Entry } from "./transcript-entries.ts";

/** Drawer of what others than the user said, as the plugin names it: nothing in it becomes a rule. */
const UNTRUSTED = "untrusted";

const REASONS: Readonly<Record<NonNullable<SessionMessage["ignored"]>, string>> = {
  machinery: "heartbeats, jobs and notices", answer_to_machinery: "heartbeats, jobs and notices", own_block: "recalled memories", empty: "tool calls and thinking",
  failed: "answers that failed", silent: "silent answers", unattributed: "messages of nobody known",
};

interface Row {
  message: Fields;
  envelope: Omit<Envelope, "text">;
}

/** A row as the plugin reads it: what a person said, who it was, when. */
function rowOf({ fields }: Entry): Row | null {
  const { message } = fields;
  if (!isFields(message) || (message["role"] !== "user" && message["role"] !== "assistant")) return null;
  const timestamp = timeOf(message["timestamp"]) ?? timeOf(fields["timestamp"]);
  const dated = timestamp === null ? message : { ...message, timestamp };
  if (message["role"] === "assistant") return { message: dated, envelope: { isGroup: false } };
  const told = isFields(message["__openclaw"]) ? message["__openclaw"] : {};
  const { text, ...envelope } = openEnvelope(spokenText(message["content"]));
  const named = { ...(envelope.senderName === undefined ? {} : { senderName: envelope.senderName }), ...(envelope.senderId === undefined ? {} : { senderId: envelope.senderId }), ...told };
  const senderId = typeof told["senderId"] === "string" ? { senderId: told["senderId"] } : {};
  return { message: { ...dated, content: text, __openclaw: named }, envelope: { ...envelope, ...senderId } };
}

function spokenText(content: unknown): string {
  if (typeof content === "string") return wholeText(content);
  const parts = Array.isArray(content) ? (content as unknown[]).filter(isFields) : [];
  return wholeText(parts.flatMap((part) => (part["type"] === "text" && typeof part["text"] === "string" ? [part["text"]] : [])).join("\n"));
}

/** Without a time an id tells that a message is known: its place in a file that only grows. */
function wireMessage({ role, text, name, saidAt }: SessionMessage, { owned, place }: { owned: Owned; place: number }): WireMessage {
  const speaker = name ?? (role === "user" && owned.belongsTo !== null ? owned.speaker : null);
  return { role, content: text, ...(speaker === null ? {} : { name: speaker.slice(0, 128) }), ...(saidAt === null ? { id: `import:${place}` } : { timestamp: saidAt }) };
}

/** Messages by whose memory they belong to; an answer belongs to whoever asked. */
function byOwner(rows: readonly Row[], session: SessionFacts, context: ReadContext): { owned: Map<string, { owned: Owned; messages: WireMessage[] }>; left: Map<string, number> } {
  const all = new Map<string, { owned: Owned; messages: WireMessage[] }>();
  const left = new Map<string, number>();
  let owned = ownerOf(session, { isGroup: false }, { owner: context.owner, isOwner: null });
  for (const [place, message] of readMessages(rows.map((row) => row.message)).entries()) {
    if (message.ignored !== null) {
      left.set(REASONS[message.ignored], (left.get(REASONS[message.ignored]) ?? 0) + 1);
      continue;
    }
    if (message.role === "user") owned = ownerOf(session, rows[place]!.envelope, { owner: context.owner, isOwner: message.sender?.isOwner ?? null });
    const found = all.get(owned.belongsTo ?? "") ?? { owned, messages: [] };
    found.messages.push(wireMessage(message, { owned, place }));
    all.set(owned.belongsTo ?? "", found);
  }
  return { owned: all, left };
}

const inDrawer = (defaults: Defaults, belongsTo: string | null): Defaults => (belongsTo === null ? defaults : { ...defaults, namespace: UNTRUSTED });

/** One session: a conversation for each person or group whose it is. */
export function* sessionPieces(session: SessionFacts, entries: readonly Entry[], context: ReadContext): Generator<Piece, void, undefined> {
  const talk = entries.filter(({ fields }) => isFields(fields["message"]));
  const why = noConversation(session);
  if (why !== undefined) return yield leftOut(why, talk.length);
  const active = activeEntries(entries).filter(({ fields }) => fields["type"] === "message");
  const hidden = talk.filter(({ fields }) => fields["type"] === "message").length - active.length;
  if (hidden > 0) yield leftOut("other versions of messages", hidden);
  const rows = active.map(rowOf).filter((row) => row !== null);
  if (rows.length < active.length) yield leftOut("tool output", active.length - rows.length);
  const { owned, left } = byOwner(rows, session, context);
  for (const [reason, count] of left) yield leftOut(reason, count);
  for (const { owned: whose, messages } of owned.values()) {
    const found = { place: active[0]!.place, sessionId: session.sessionId, channel: session.channel ?? "openclaw", agentId: session.agentId, messages };
    yield conversationPiece({ ...found, belongsTo: whose.belongsTo ?? undefined }, inDrawer(context.defaults, whose.belongsTo));
  }
}
