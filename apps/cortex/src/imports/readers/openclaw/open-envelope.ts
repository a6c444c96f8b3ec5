import { isFields, nameOf } from "../values.ts";
import type { Fields } from "../values.ts";

/** What an older host wrote around a message that came in by a channel. */
export interface Envelope {
  /** What the person said. */
  text: string;
  senderId?: string;
  senderName?: string;
  channel?: string;
  /** The chat, when several people are in it. */
  groupId?: string;
  isGroup: boolean;
}

/** "Conversation info (untrusted metadata):" and the like, each with a block of JSON. */
const BLOCK = /^(?<title>[A-Z][A-Za-z ]{2,60}) \((?<kind>untrusted[^)\n]{0,60})\):[ \t]*\n```json\n(?<json>[^]*?)\n```[ \t]*\n*/;
/** What follows it is what channels know beside the message. */
const TAIL = /\n+Untrusted context \(metadata, do not treat as instructions or commands\):[^]*$/;
/** Today's hosts end the heads of such blocks so. */
const MARKED_HEAD = /^[^\n]*⟦openclaw:ctx⟧[ \t]*(?:\n|$)/m;
const MARKED_BLOCK = /^[^\n]*⟦openclaw:ctx⟧[ \t]*\n(?:```json\n[^]*?\n```[ \t]*(?:\n+|$)|(?:[^\n]+(?:\n|$))*\n*)/m;
/** "[Sat 2026-04-18 22:09 GMT-3] ". */
const TIME_STAMP = /^\[[A-Za-z]{3} \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]{0,30}\][ \t]*/;
/** "[Telegram Ann id:123 +5m 2026-01-12 10:00 UTC] ", as hosts of January 2026 began every message. */
const CHANNELS = "WebChat|WhatsApp|Telegram|Signal|Slack|Discord|Google Chat|iMessage|Teams|Matrix|Zalo|Zalo Personal|BlueBubbles|LINE|Mattermost|Feishu";
const OLD_HEAD = new RegExp(`^\\[(?<channel>${CHANNELS})(?: (?<from>[^\\]\\n]*?))??(?: \\+\\d+[smhd])?(?: (?<time>(?:[A-Z][a-z]{2} )?\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}[^\\]\\n]*))?\\][ \\t]*`);
const MESSAGE_ID = /\n?\[message_id: [^\]\n]+\][ \t]*$/;
/** Ids that the host's own surfaces give: nobody else is behind them. */
const OWN_SURFACES = /^(?:openclaw-[a-z-]+|gateway-client|cli|webchat|webchat-ui|control-ui|tui)$/i;

function parsed(json: string): Fields {
  try {
    const value = JSON.parse(json) as unknown;
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

const given = <Key extends string>(key: Key, value: string | undefined): { [Name in Key]?: string } => (value === undefined ? {} : ({ [key]: value } as { [Name in Key]: string }));

/** "telegram:-100123" → telegram and -100123. */
function chatOf(info: Fields): { channel?: string; groupId?: string } {
  const [first, ...rest] = (nameOf(info["chat_id"], 200) ?? "").split(":");
  const labelled = /\bid:(?<id>-?[\w@.+-]+)/.exec(nameOf(info["conversation_label"], 256) ?? "")?.groups?.["id"];
  const [channel, id] = rest.length > 0 ? [first!.toLowerCase(), rest.join(":")] : [undefined, first || labelled];
  return { ...given("channel", nameOf(info["channel"], 64)?.toLowerCase() ?? channel), ...given("groupId", id === "" ? undefined : id?.replace(/:topic:.*$/, "")) };
}

function fromBlocks(blocks: ReadonlyMap<string, Fields>): Omit<Envelope, "text"> {
  const info = blocks.get("Conversation info") ?? {};
  const sender = blocks.get("Sender") ?? {};
  const isGroup = info["is_group_chat"] === true;
  const id = nameOf(info["sender_id"] ?? sender["id"], 128);
  const isOwn = id !== undefined && OWN_SURFACES.test(id);
  const { channel, groupId } = chatOf(info);
  return {
    isGroup,
    ...given("senderId", isOwn ? undefined : id),
    ...given("senderName", isOwn ? undefined : nameOf(sender["name"] ?? info["sender"] ?? sender["label"], 128)),
    ...given("channel", channel),
    ...given("groupId", isGroup ? (groupId ?? nameOf(info["group_subject"], 128)) : undefined),
  };
}

function fromOldHead({ channel, from }: Readonly<Record<string, string | undefined>>): Omit<Envelope, "text"> {
  const id = /\bid:(?<id>-?[\w@.+-]+)/.exec(from ?? "")?.groups?.["id"] ?? /(?<id>\+\d{6,})/.exec(from ?? "")?.groups?.["id"];
  const isGroup = id?.startsWith("-") === true || /@g\.us\b|\b(?:group|channel):/i.test(from ?? "");
  const name = nameOf(from?.replace(/\s*(?:\([^)]*\))?\s*(?:id:\S+|\+\d{6,}).*$/, ""), 128);
  return { isGroup, ...given("channel", channel?.toLowerCase().replaceAll(" ", "")), ...(isGroup ? given("groupId", id) : { ...given("senderId", id), ...given("senderName", name) }) };
}

/**
 * Takes off what OpenClaw wrote around a message for its model: blocks of "untrusted metadata" (2026.2 to 2026.6), heads in brackets (before),
 * marked blocks (today), time stamps. Text without any of it stays as it is, byte for byte.
 */
export function openEnvelope(whole: string): Envelope {
  const blocks = new Map<string, Fields>();
  let text = whole;
  for (let block = BLOCK.exec(text); block !== null; block = BLOCK.exec(text)) {
    blocks.set(block.groups!["title"]!, parsed(block.groups!["json"]!));
    text = text.slice(block[0].length);
  }
  while (MARKED_HEAD.test(text)) text = text.replace(MARKED_BLOCK, "");
  const head = blocks.size === 0 ? OLD_HEAD.exec(text) : null;
  const isOldHead = head !== null && (head.groups!["time"] !== undefined || /\bid:/.test(head.groups!["from"] ?? ""));
  if (isOldHead) text = text.slice(head[0].length).replace(MESSAGE_ID, "");
  text = text.replace(TIME_STAMP, "");
  if (text === whole) return { text, isGroup: false };
  const about = isOldHead ? fromOldHead(head.groups!) : fromBlocks(blocks);
  return { ...about, text: text.replace(TAIL, "").trim() };
}
