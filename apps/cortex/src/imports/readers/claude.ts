import type { WireMessage } from "../../ingest/conversation.ts";
import { conversationPiece } from "../conversation-piece.ts";
import type { ForeignReader } from "../foreign-reader.ts";
import { flawOf, leftOut } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { recordsOf } from "../source/records-of.ts";
import { lineOf } from "../source/source-file.ts";
import { isFields, nameOf, textOf, timeField } from "./values.ts";
import type { Fields } from "./values.ts";

const ROLES: Readonly<Record<string, "user" | "assistant">> = { human: "user", user: "user", assistant: "assistant" };

/** `text` shows tool calls as blocks that "cannot be displayed", so the text blocks of `content` are better where there are any. */
function spokenText(message: Fields): string | undefined {
  const blocks = Array.isArray(message["content"]) ? (message["content"] as unknown[]).filter(isFields) : [];
  const texts = blocks.filter(({ type }) => type === "text").map(({ text }) => textOf(text)).filter((text) => text !== undefined);
  return blocks.length === 0 ? textOf(message["text"]) : textOf(texts.join("\n"));
}

/** Messages that hang on the one shown last; all of them where the export does not say. */
function shownMessages(record: Fields, messages: readonly Fields[]): readonly Fields[] {
  if (messages.some((message) => typeof message["parent_message_uuid"] !== "string")) return messages;
  const byId = new Map(messages.map((message) => [message["uuid"], message]));
  const path: Fields[] = [];
  let message = byId.get(record["current_leaf_message_uuid"]);
  while (message !== undefined && path.length < messages.length) {
    path.push(message);
    message = byId.get(message["parent_message_uuid"]);
  }
  return path.length === 0 ? messages : path.toReversed();
}

function messageOf(message: Fields): WireMessage | { left: string } | { reason: string } {
  const role = ROLES[String(message["sender"])];
  if (role === undefined) return { reason: "sender: is neither human nor assistant" };
  const id = nameOf(message["uuid"], 256);
  if (id === undefined) return { reason: "uuid: is missing" };
  const time = timeField(message, "created_at");
  if ("reason" in time) return time;
  const content = spokenText(message);
  if (content === undefined) return { left: "no text" };
  return { role, content, id, ...(time.at === undefined ? {} : { timestamp: time.at }) };
}

function* piecesOf(record: Fields, place: string, defaults: Parameters<typeof conversationPiece>[1]): Generator<Piece, void, undefined> {
  const id = nameOf(record["uuid"], 200);
  const all = record["chat_messages"];
  if (!Array.isArray(all)) return yield flawOf(place, "chat_messages: is missing, so this is no conversation of Claude");
  if (id === undefined) return yield flawOf(place, "uuid: is missing");
  const shown = shownMessages(record, (all as unknown[]).filter(isFields));
  if (all.length > shown.length) yield leftOut("other versions of messages", all.length - shown.length);
  const messages: WireMessage[] = [];
  for (const [index, message] of shown.entries()) {
    const told = messageOf(message);
    if ("reason" in told) return yield flawOf(place, `chat_messages.${index}.${told.reason}`);
    if ("left" in told) yield leftOut(told.left);
    else messages.push(told);
    const attached = message["attachments"];
    if (Array.isArray(attached) && attached.length > 0) yield leftOut("attachments", attached.length);
  }
  const project = isFields(record["project"]) ? nameOf(record["project"]["name"], 256) : undefined;
  yield conversationPiece({ place, sessionId: `claude:${id}`, channel: "claude", project, messages }, defaults);
}

/**
 * Claude's data export (Settings, Privacy): `conversations.json`, a list of conversations with `chat_messages` in their order, `sender` human or
 * assistant, times in ISO 8601. Anthropic documents the way to the export (https://privacy.anthropic.com/en/articles/9450526) and not its
 * shape; that is described by https://portable-ai-memory.org/providers/anthropic and https://whychose.com/seo/claude-conversation-export-format.
 */
export const claude: ForeignReader = {
  holds: (name) => /(?:^|\/)conversations(?:-\d+)?\.json$/i.test(name),
  recognises: (sample) => sample.kind === "records" && sample.records.some((record) => "chat_messages" in record),
  async *read(file, { defaults }) {
    for await (const item of recordsOf(file, ["conversations"])) {
      const place = lineOf(file, item.line);
      if ("broken" in item) yield flawOf(place, item.broken);
      else if (isFields(item.value)) yield* piecesOf(item.value, place, defaults);
      else yield flawOf(place, "is not an object");
    }
  },
};
