import { stripInjectedBlocks } from "@memory-cortex/text";

import { isMachinePrompt } from "../host/turn-kind.ts";

/** One message of a session as the host keeps it, as far as capture cares. */
export interface SessionMessage {
  role: "user" | "assistant";
  /** What was said; no tool calls, no tool output, no thinking, nothing that we put there. */
  text: string;
  /** Why it is not to be kept; null for what is. */
  ignored: IgnoredReason | null;
  /** Epoch milliseconds; null when the host does not say. */
  saidAt: number | null;
  /** Display name of who said it, when the host knows. */
  name: string | null;
  /** Who said it, when the row says so. */
  sender: { id: string | null; isOwner: boolean | null } | null;
}

export type IgnoredReason = "machinery" | "answer_to_machinery" | "own_block" | "empty" | "failed" | "silent" | "unattributed";

const SILENT = /^[*_`\s]*(?:NO_REPLY|HEARTBEAT_OK)[.!*_`\s]*$/;

/** Whether a row is a message of the user or the agent. */
export const isSaid = (row: unknown): row is Readonly<Record<string, unknown>> & Pick<SessionMessage, "role"> => isRecord(row) && (row["role"] === "user" || row["role"] === "assistant");

/**
 * The user's and the agent's messages, in order; all other rows (tool results, summaries, what extensions keep) are left out. What
 * machinery said is marked, and so is what the agent answered to it: a cron's report is not a conversation.
 */
export function readMessages(rows: readonly unknown[]): SessionMessage[] {
  const messages: SessionMessage[] = [];
  let toMachine = false;
  for (const row of rows) {
    if (!isSaid(row)) continue;
    const message = readMessage(row, row.role);
    if (message.role === "user") toMachine = message.ignored === "machinery";
    else if (toMachine) message.ignored = "answer_to_machinery";
    messages.push(message);
  }
  return messages;
}

function readMessage(row: Readonly<Record<string, unknown>>, role: SessionMessage["role"]): SessionMessage {
  const whole = textOf(row["content"]);
  const text = stripInjectedBlocks(whole);
  const about = isRecord(row["__openclaw"]) ? row["__openclaw"] : {};
  const senderId = string(about["senderId"]);
  const isOwner = typeof about["senderIsOwner"] === "boolean" ? about["senderIsOwner"] : null;
  return {
    role,
    text,
    ignored: reasonToIgnore(row, { role, whole, text }),
    saidAt: typeof row["timestamp"] === "number" && Number.isFinite(row["timestamp"]) ? row["timestamp"] : null,
    name: role === "user" ? string(about["senderName"]) ?? string(about["senderUsername"]) : null,
    sender: senderId === null && isOwner === null ? null : { id: senderId, isOwner },
  };
}

function reasonToIgnore(row: Readonly<Record<string, unknown>>, { role, whole, text }: { role: SessionMessage["role"]; whole: string; text: string }): IgnoredReason | null {
  if (role === "user" && isFromMachine(row, whole)) return "machinery";
  if (role === "assistant" && (row["stopReason"] === "error" || row["stopReason"] === "aborted")) return "failed";
  if (text.trim() === "") return whole.trim() === "" ? "empty" : "own_block";
  return SILENT.test(text) ? "silent" : null;
}

/** The host classifies where its input comes from; rows of older ones are known by their words. */
function isFromMachine(row: Readonly<Record<string, unknown>>, text: string): boolean {
  const origin = isRecord(row["provenance"]) ? row["provenance"]["kind"] : undefined;
  if (origin === "inter_session" || origin === "internal_system") return true;
  return row["display"] === false || row["excludeFromContext"] === true || isMachinePrompt(text);
}

/** Content is a text, or parts of which only texts were said. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content.toWellFormed().replaceAll("\0", "");
  if (!Array.isArray(content)) return "";
  const texts = content.flatMap((part) => (isRecord(part) && part["type"] === "text" && typeof part["text"] === "string" ? [part["text"]] : []));
  return texts.join("\n").toWellFormed().replaceAll("\0", "");
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const string = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value.trim() : null);
