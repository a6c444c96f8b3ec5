import { createHash } from "node:crypto";

import type { IngestRequest } from "@memory-cortex/client";
import { clampText } from "@memory-cortex/text";

import type { Realm } from "../isolation/realm.ts";
import type { IgnoredReason, SessionMessage } from "./read-messages.ts";
import { fingerprint, firstNew, watermarkAfter } from "./watermark.ts";
import type { Watermark } from "./watermark.ts";

/** One turn as it is asked for. */
interface CapturedMessage {
  role: SessionMessage["role"];
  content: string;
  id: string;
  name?: string;
  timestamp?: number;
}

/** One piece of conversation on its way to the service. */
export interface SpoolEntry {
  /** The same for the same piece: sent as Idempotency-Key. */
  id: string;
  /** Epoch milliseconds. */
  at: number;
  sessionKey: string | null;
  request: Omit<IngestRequest, "messages"> & { messages: CapturedMessage[] };
}

export interface CaptureInput {
  /** Of the whole session, as the host tells them each turn. */
  messages: readonly SessionMessage[];
  /** Undefined: this session was never seen. */
  watermark: Watermark | undefined;
  /** Realm of the turn that just ended. */
  realm: Realm;
  /** Realm of an earlier turn, of which a message says who spoke; null when that cannot be told. */
  realmOfSender: (sender: SessionMessage["sender"]) => Realm | null;
  captureAssistant: boolean;
  /** Neither kept nor ever looked at again. */
  paused: boolean;
  now: number;
}

export interface CapturePlan {
  watermark: Watermark;
  /** In order; one for each realm that spoke, more where a request would become too large. */
  entries: SpoolEntry[];
  ignored: { reason: IgnoredReason; count: number }[];
}

/** The service takes a megabyte; quotes and other scripts grow on the way. */
const MOST_CHARS_A_REQUEST = 200_000;
const MOST_MESSAGES_A_REQUEST = 200;
/** What people say is kept at any sensible length; an agent's report of a hundred pages is not what one remembers. */
const LONGEST_USER_TEXT = 100_000;
const LONGEST_ASSISTANT_TEXT = 20_000;

/**
 * What of a session is new since its watermark, whose it is, and what is asked of the service for it. Pure: the same input gives the
 * same ids and keys, so that a plan made twice is captured once.
 */
export function planCapture(input: CaptureInput): CapturePlan {
  const prints = input.messages.map(({ role, text }) => fingerprint(role, text));
  const sessionId = input.realm.sessionId ?? null;
  const from = input.watermark === undefined ? lastQuestion(input.messages) : firstNew(prints, input.watermark, sessionId);
  const ignored = new Map<IgnoredReason, number>();
  const kept = input.paused ? [] : attributed(input, from, (reason) => ignored.set(reason, (ignored.get(reason) ?? 0) + 1));
  const before = input.watermark?.count ?? 0;
  const numbered = kept.map(({ message, realm }, index) => ({ realm, message: ingestMessage(message, { realm, number: before + index }) }));
  return {
    watermark: watermarkAfter(prints, { count: before + kept.length, sessionId, now: input.now }),
    entries: pieces(numbered).map((piece) => entryOf(piece, input)),
    ignored: [...ignored].map(([reason, count]) => ({ reason, count })),
  };
}

/** A session that goes on for months is not captured after the fact on its first turn with us: that is what importing is for. */
function lastQuestion(messages: readonly SessionMessage[]): number {
  const index = messages.findLastIndex(({ role, ignored }) => role === "user" && ignored !== "machinery");
  return index === -1 ? messages.length : index;
}

interface Attributed {
  message: SessionMessage;
  realm: Realm;
}

/**
 * Whose each new message is. A row that names its sender is theirs, all others are of the turn that just ended; an answer belongs to
 * whoever asked.
 */
function attributed({ messages, realm, realmOfSender, captureAssistant }: CaptureInput, from: number, ignore: (reason: IgnoredReason) => void): Attributed[] {
  const kept: Attributed[] = [];
  let current: Realm | null = realm;
  for (const message of messages.slice(from)) {
    if (message.role === "user" && message.ignored === null) current = message.sender === null ? realm : realmOfSender(message.sender);
    if (message.ignored !== null) ignore(message.ignored);
    else if (current === null) ignore("unattributed");
    else if (message.role === "user" || captureAssistant) kept.push({ message, realm: current });
  }
  return kept;
}

function ingestMessage({ role, text, name, saidAt }: SessionMessage, { realm, number }: { realm: Realm; number: number }): CapturedMessage {
  const speaker = name ?? (role === "user" && !realm.trusted ? realm.speakerName ?? realm.speaker ?? null : null);
  return {
    role,
    content: clampText(text, { maxChars: role === "user" ? LONGEST_USER_TEXT : LONGEST_ASSISTANT_TEXT }),
    id: `openclaw:${digest(realm.sessionKey ?? realm.sessionId ?? "")}:${number}:${fingerprint(role, text)}`,
    ...(speaker === null ? {} : { name: clampText(speaker, { maxChars: 128 }) }),
    ...(saidAt === null ? {} : { timestamp: Math.round(saidAt) }),
  };
}

interface Numbered {
  realm: Realm;
  message: CapturedMessage;
}

const sameRealm = (one: Realm, other: Realm): boolean => one.userId === other.userId && one.namespace === other.namespace;

function pieces(all: readonly Numbered[]): Numbered[][] {
  const result: Numbered[][] = [];
  let chars = 0;
  for (const one of all) {
    const last = result.at(-1);
    const length = one.message.content.length;
    const fits = last !== undefined && sameRealm(last[0]!.realm, one.realm) && last.length < MOST_MESSAGES_A_REQUEST && chars + length <= MOST_CHARS_A_REQUEST;
    if (fits) last.push(one);
    else result.push([one]);
    chars = fits ? chars + length : length;
  }
  return result;
}

function entryOf(piece: readonly Numbered[], { realm: turn, now }: CaptureInput): SpoolEntry {
  const { realm } = piece[0]!;
  const request: SpoolEntry["request"] = {
    messages: piece.map(({ message }) => message),
    session_id: (turn.sessionId ?? turn.sessionKey ?? "openclaw").slice(0, 256),
    user_id: realm.userId,
    namespace: realm.namespace,
    channel: realm.channel ?? "openclaw",
    ...(realm.agentId === undefined ? {} : { agent_id: realm.agentId }),
    ...(realm.project === undefined ? {} : { project: realm.project }),
  };
  return { id: `openclaw-${digest(JSON.stringify(request))}`, at: now, sessionKey: turn.sessionKey ?? null, request };
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);
