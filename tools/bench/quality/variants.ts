import { RECALL_PARTS } from "@memory-cortex/models/wire";

import type { BenchConversation } from "../datasets/dataset.ts";

/** One way to ask the same question. */
export interface Variant {
  name: string;
  /** What the request says beyond the question. */
  request: (conversation: BenchConversation) => Record<string, unknown>;
  /** Asks the realm that was fed without image captions. */
  withoutCaptions?: boolean;
}

/** What is compared: `changed` against `base`, question by question. */
export interface Comparison {
  name: string;
  base: Variant;
  changed: Variant;
}

export const WHOLE: Variant = { name: "whole", request: () => ({}) };
const CAPTIONS = "captions";

const endOf = (conversation: BenchConversation): number | null => conversation.turns.reduce<number | null>((latest, { at }) => (at === null ? latest : Math.max(latest ?? at, at)), null);
const askedAtEnd = (conversation: BenchConversation): Record<string, unknown> => {
  const end = endOf(conversation);
  return end === null ? {} : { asked_at: end };
};
const ASKED_AT_END: Variant = { name: "asked when the conversation ends", request: askedAtEnd };

/** Leaves parts out together; "captions" is a part of the feeding, the others are parts of recall. */
export function withoutParts(parts: readonly string[]): Comparison {
  const left = parts.filter((part) => part !== CAPTIONS);
  const name = `without ${parts.join(" and ")}`;
  const changed: Variant = { name, request: () => (left.length === 0 ? {} : { without: left }), ...(left.length < parts.length ? { withoutCaptions: true } : {}) };
  return { name, base: WHOLE, changed };
}

/** Every part left out alone, and the moment of the question. */
export function everyComparison(embedders: readonly string[]): Comparison[] {
  const parts: string[] = [...RECALL_PARTS.filter((part) => part !== "meaning" || embedders.length > 0), ...(embedders.length > 1 ? embedders.map((name) => `meaning:${name}`) : []), CAPTIONS];
  const datesAtEnd: Variant = { name: "without dates, asked when the conversation ends", request: (conversation) => ({ ...askedAtEnd(conversation), without: ["dates"] }) };
  return [
    ...parts.map((part) => withoutParts([part])),
    { name: "asked when the conversation ends", base: WHOLE, changed: ASKED_AT_END },
    { name: datesAtEnd.name, base: ASKED_AT_END, changed: datesAtEnd },
  ];
}

/** The same conversation as if its images had no captions; null when it has none. */
export function withoutCaptionsOf(conversation: BenchConversation): BenchConversation | null {
  if (!conversation.turns.some(({ captionless }) => captionless !== undefined)) return null;
  return { ...conversation, turns: conversation.turns.map((turn) => ({ ...turn, text: turn.captionless ?? turn.text })) };
}

export const captionlessRealm = (conversation: BenchConversation): string => `${conversation.id}-without-captions`;
