import { z } from "zod";

import { MEMORY_TYPES } from "../records.ts";
import { IGNORED_REASONS, ingestRequest } from "./ingest.ts";

/** `POST /v1/capture/preview`: what a capture of these messages would remember, and why not the rest. Nothing is kept. */
export const capturePreviewRequest = ingestRequest.omit({ debounce: true });
export type CapturePreviewRequest = z.infer<typeof capturePreviewRequest>;

export const capturePreviewResponse = z.object({
  /** Who read the messages: a language model, or the rules. */
  by: z.enum(["llm", "rules"]),
  /** Code of the error that kept the model from it. */
  failure: z.string().nullable(),
  remembered: z.array(z.object({
    text: z.string(),
    type: z.enum(MEMORY_TYPES),
    confidence: z.number(),
    /** Places, in the request, of the messages that it rests on. */
    messages: z.array(z.number()),
    /** What would become of it: new, known already, in place of an older one, in conflict with one, or forgotten once and so not taken in. */
    outcome: z.enum(["create", "known", "supersede", "conflict", "forgotten"]),
    reason: z.string(),
  })),
  refused: z.array(z.object({ text: z.string(), reason: z.string(), why: z.string() })),
  /** Messages that would not even be kept as turns. */
  ignored: z.array(z.object({ index: z.number(), reason: z.enum(IGNORED_REASONS) })),
});
export type CapturePreviewResponse = z.infer<typeof capturePreviewResponse>;
