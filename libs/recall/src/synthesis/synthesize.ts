import type { Llm } from "@memory-cortex/llm";
import { CortexError } from "@memory-cortex/models";
import { recallRequest } from "@memory-cortex/models/wire";
import type { SynthesizeRequest, SynthesizeResponse } from "@memory-cortex/models";

import { Deadline } from "../deadline.ts";
import type { RecallOutcome } from "../recall.ts";
import type { RecallServices } from "../services.ts";
import { makeNarrative } from "./make-narrative.ts";
import type { MadeNarrative } from "./make-narrative.ts";

const DEFAULT_DEADLINE_MS = 15_000;
/** Finding the statements may take this share of the time; the rest is the model's. */
const RECALL_SHARE = 0.25;
const LONGEST_RECALL_MS = 2_000;
/** What a narrative is made of: twelve statements of some length. */
const MATERIAL = { budget_tokens: 4_000, max_chars: 16_000 };

export interface SynthesisParts {
  services: RecallServices;
  llm: Llm | undefined;
  /** A recall that counts as an access: the agent is told what is in it. */
  recall: (request: ReturnType<typeof recallRequest.parse>) => Promise<RecallOutcome>;
}

/**
 * A narrative on a question, with the ids that it rests on, while the caller waits. Throws `not_supported` without a language model, its
 * errors, `llm_invalid` when nothing that it says is supported by what it was given, and `timeout`.
 */
export async function synthesize({ services, llm, recall }: SynthesisParts, request: SynthesizeRequest, signal?: AbortSignal): Promise<SynthesizeResponse> {
  if (llm === undefined) throw new CortexError("not_supported", { detail: "No language model is configured" });
  const limit = request.deadline_ms ?? DEFAULT_DEADLINE_MS;
  const deadline = new Deadline(limit, services.monotonic);
  const deadlineMs = Math.max(1, Math.min(LONGEST_RECALL_MS, Math.round(limit * RECALL_SHARE)));
  const outcome = await recall(recallRequest.parse({ ...request, ...MATERIAL, deadline_ms: deadlineMs, without: [...request.without, "summary"] }));
  const { response, trace } = outcome;
  const { degraded, skipped, receipt_id, timings_ms } = response;
  const common = { degraded, skipped, receipt_id, timings_ms };
  const documents = trace.packed.flatMap((id) => trace.chosen.filter(({ document }) => document.id === id).map(({ document }) => document));
  if (documents.length === 0) return { narrative: "", sentences: [], ids: [], ...(response.reason === undefined ? {} : { reason: response.reason }), ...common };

  const start = services.monotonic();
  const { narrative, refused, model } = await withinTime(deadline, signal, (both) => makeNarrative(llm, { query: request.query, documents, signal: both }));
  const timings = { ...timings_ms, narrative: Math.round(services.monotonic() - start), total: Math.round(deadline.elapsedMs()) };
  if (narrative === null && refused > 0) throw new CortexError("llm_invalid", { detail: "Nothing in the narrative is supported by the statements that it was made of" });
  if (narrative === null) return { narrative: "", sentences: [], ids: [], reason: "nothing_relevant", model, ...common, timings_ms: timings };
  const sentences = narrative.sentences.map(({ text, ids }) => ({ text, ids: [...ids] }));
  return { narrative: narrative.text, sentences, ids: [...narrative.rests.keys()], model, ...common, timings_ms: timings };
}

async function withinTime(deadline: Deadline, signal: AbortSignal | undefined, make: (signal: AbortSignal) => Promise<MadeNarrative>): Promise<MadeNarrative> {
  const answer = await deadline.within(deadline.remainingMs(), (late) => make(signal === undefined ? late : AbortSignal.any([signal, late])));
  if (answer.outcome === "done") return answer.result;
  if (answer.outcome === "late") throw new CortexError("timeout", { detail: "The narrative was not made in time" });
  throw answer.error;
}
