import type { Conversation, WireMessage } from "./conversation.ts";

/** A part of a conversation that fits one request. */
export interface Batch {
  header: Conversation["header"];
  /** The first `overlap` of them were sent with the batch before: they show the service where the rest belongs. */
  messages: WireMessage[];
  overlap: number;
}

export interface BatchLimits {
  /** Bytes of a request body. */
  bytes: number;
  /** Messages of a request. */
  messages: number;
}

const OVERLAP = 4;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/** Cuts a conversation into requests under the limits, each starting with the last messages of the one before. */
export function batchesOf(conversation: Conversation, limits: BatchLimits): Batch[] {
  const { header, messages } = conversation;
  const empty = sizeOf({ ...header, messages: [] });
  const batches: Batch[] = [];
  let current: WireMessage[] = [];
  let [bytes, overlap] = [empty, 0];
  for (const message of messages) {
    const size = sizeOf(message);
    if (current.length > overlap && (bytes + size > limits.bytes || current.length >= limits.messages)) {
      batches.push({ header, messages: current, overlap });
      const shared = sharedTail(current, limits.bytes - empty - size);
      [current, overlap] = [shared, shared.length];
      bytes = empty + shared.reduce((sum, kept) => sum + sizeOf(kept), 0);
    }
    current.push(message);
    bytes += size;
  }
  if (current.length > overlap) batches.push({ header, messages: current, overlap });
  return batches;
}

/** The last few messages, as far as they leave room for the next one. */
function sharedTail(messages: readonly WireMessage[], room: number): WireMessage[] {
  const tail: WireMessage[] = [];
  let left = room;
  for (const message of messages.slice(-OVERLAP).toReversed()) {
    left -= sizeOf(message);
    if (left < 0) break;
    tail.unshift(message);
  }
  return tail;
}
