import { DOCUMENT_KINDS, MEMORY_TYPES } from "@memory-cortex/models";
import { degradedEntry, recallItem } from "@memory-cortex/models/wire";
import { z } from "zod";

import { NOTICE } from "../untrusted.ts";

/** Fields that several tools take. Kept plain: hosts translate these schemas for models that know few keywords. */
export const input = {
  query: z.string().min(1).max(20_000),
  limit: (standard: number, most: number) => z.int().min(1).max(most).default(standard),
  types: z.array(z.enum(MEMORY_TYPES)).min(1).optional().describe("Only memories of these types"),
  kinds: z.array(z.enum(DOCUMENT_KINDS)).min(1).optional().describe("memory: distilled statements; turn: what was said, word for word; chunk: pieces of notes"),
  tags: z.array(z.string()).optional().describe("Only memories with one of these tags"),
  time: z.string().describe("ISO 8601 with zone, such as 2026-03-01T00:00:00Z"),
};

/** Stands first, so that it is read first. */
export const notice = z.literal(NOTICE);

/** One find, without the inner numbers that models have no use for. */
export const foundItem = recallItem.pick({
  id: true, kind: true, text: true, score: true, observed_at: true, speaker: true, role: true, session_id: true, type: true, importance: true, confidence: true,
  valid_from: true, valid_to: true, superseded_by: true, outdated_by: true, conflicts_with: true,
});

/** What every question is answered with beside its items: what was left out, and why there may be nothing. */
export const answerNotes = {
  degraded: z.array(degradedEntry).describe("Parts that were late or broken; the rest stands"),
  skipped: z.object({ reason: z.string() }).nullable().describe("Why memory was not searched at all"),
  reason: z.string().optional().describe("Why nothing was found"),
  receipt_id: z.string().optional(),
};
