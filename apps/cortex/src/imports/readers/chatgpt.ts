import type { WireMessage } from "../../ingest/conversation.ts";
import { conversationPiece } from "../conversation-piece.ts";
import type { ForeignReader } from "../foreign-reader.ts";
import { flawOf, leftOut } from "../piece.ts";
import type { Piece } from "../piece.ts";
import { recordsOf } from "../source/records-of.ts";
import { lineOf } from "../source/source-file.ts";
import { isFields, nameOf, textOf, timeOf } from "./values.ts";
import type { Fields } from "./values.ts";

/** What was said; the other kinds are thinking, code for tools, and what tools and the product answer. */
const SPOKEN = new Set(["text", "multimodal_text"]);
/** Marks of citations that only the web page can show. */
const CITATION = /\uE200[^\uE201]*\uE201/gu;

type Told = { message: WireMessage } | { left: string } | null;

function textOfParts(content: Fields): string | undefined {
  const parts = Array.isArray(content["parts"]) ? (content["parts"] as unknown[]) : [content["text"]];
  // A part that is no text is a picture, a file, or speech with its transcript.
  const texts = parts.map((part) => textOf(isFields(part) ? part["text"] : part)).filter((text) => text !== undefined);
  return textOf(texts.join("\n").replaceAll(CITATION, ""));
}

function isHidden(message: Fields): boolean {
  const metadata = message["metadata"];
  return message["weight"] === 0 || (isFields(metadata) && metadata["is_visually_hidden_from_conversation"] === true);
}

/** What a node of the tree holds. */
function toldBy(node: Fields): Told {
  const { message } = node;
  if (!isFields(message)) return null;
  const role = isFields(message["author"]) ? message["author"]["role"] : undefined;
  const content = isFields(message["content"]) ? message["content"] : {};
  if (role === "tool") return { left: "tool output" };
  if (role === "system" || isHidden(message)) return { left: "system prompt" };
  if (role !== "user" && role !== "assistant") return { left: "other roles" };
  const recipient = message["recipient"] ?? "all";
  if (role === "assistant" && recipient !== "all") return { left: "tool calls" };
  if (!SPOKEN.has(nameOf(content["content_type"], 64) ?? "text")) return { left: "thinking, code and quotes" };
  const text = textOfParts(content);
  const id = nameOf(message["id"] ?? node["id"], 256);
  if (text === undefined || id === undefined) return { left: "no text" };
  const at = timeOf(message["create_time"]);
  return { message: { role, content: text, id, ...(at === null ? {} : { timestamp: at }) } };
}

/** Without the node that was shown last: the leaf that was made last. */
function lastLeaf(nodes: ReadonlyMap<string, Fields>): string | undefined {
  const timeOfNode = (node: Fields): number => (isFields(node["message"]) ? (timeOf(node["message"]["create_time"]) ?? 0) : 0);
  const leaves = [...nodes].filter(([, { children }]) => !Array.isArray(children) || children.length === 0);
  return leaves.toSorted(([, one], [, other]) => timeOfNode(other) - timeOfNode(one))[0]?.[0];
}

/** The thread that was on the screen: from its last node up to the root. Null when the tree leads nowhere. */
function threadOf(record: Fields, mapping: Fields): Fields[] | null {
  const nodes = new Map(Object.entries(mapping).filter((entry): entry is [string, Fields] => isFields(entry[1])));
  const thread: Fields[] = [];
  const seen = new Set<string>();
  for (let id = nameOf(record["current_node"], 256) ?? lastLeaf(nodes); id !== undefined; ) {
    const node = nodes.get(id);
    if (node === undefined || seen.has(id)) return null;
    seen.add(id);
    thread.push(node);
    id = nameOf(node["parent"], 256);
  }
  return thread.toReversed();
}

function* piecesOf(record: Fields, place: string, defaults: Parameters<typeof conversationPiece>[1]): Generator<Piece, void, undefined> {
  const mapping = record["mapping"];
  const id = nameOf(record["conversation_id"] ?? record["id"], 200);
  if (!isFields(mapping)) return yield flawOf(place, "mapping: is missing, so this is no conversation of ChatGPT");
  if (id === undefined) return yield flawOf(place, "conversation_id: is missing");
  const thread = threadOf(record, mapping);
  if (thread === null) return yield flawOf(place, "mapping: its messages do not hang together");
  const told = thread.map(toldBy);
  for (const one of told) if (one !== null && "left" in one) yield leftOut(one.left);
  const spoken = thread.filter((node) => isFields(node["message"])).length;
  const others = Object.values(mapping).filter((node) => isFields(node) && isFields(node["message"])).length - spoken;
  if (others > 0) yield leftOut("other versions of messages", others);
  const messages = told.flatMap((one) => (one !== null && "message" in one ? [one.message] : []));
  yield conversationPiece({ place, sessionId: `chatgpt:${id}`, channel: "chatgpt", messages }, defaults);
}

/**
 * ChatGPT's data export (Settings, Data controls): `conversations.json`, in newer exports cut into `conversations-000.json` and so on, beside much
 * else. A list of conversations; `mapping` is the tree of all messages, also of those that were edited away, and `current_node` the last
 * one that was shown. Times are epoch seconds. OpenAI documents the way to the export (https://help.openai.com/en/articles/7260999) and not its
 * shape; that is described by https://difegam.github.io/chatgpt-to-markdown/reference/data-models and https://portable-ai-memory.org/providers/openai.
 */
export const chatgpt: ForeignReader = {
  holds: (name) => /(?:^|\/)conversations(?:-\d+)?\.json$/i.test(name),
  recognises: (sample) => sample.kind === "records" && sample.records.some((record) => "mapping" in record && ("current_node" in record || "title" in record)),
  async *read(file, { defaults }) {
    for await (const item of recordsOf(file, ["conversations"])) {
      const place = lineOf(file, item.line);
      if ("broken" in item) yield flawOf(place, item.broken);
      else if (isFields(item.value)) yield* piecesOf(item.value, place, defaults);
      else yield flawOf(place, "is not an object");
    }
  },
};
