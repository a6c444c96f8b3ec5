import type { Realm, Turn } from "@memory-cortex/models";

import type { CaptureCandidate } from "../capture/candidate.ts";
import { explainRules } from "../capture/explain-rules.ts";
import { REFUSAL_REASONS } from "../capture/llm/index.ts";
import type { Refused } from "../capture/llm/index.ts";
import type { Decided } from "../decide/index.ts";
import { CONTEXT_TURNS } from "./capture-handler.ts";
import type { CaptureServices } from "./capture-services.ts";
import { deciderOf, withSlots } from "./commit-window.ts";
import { findCandidates, isOfOneAnswer } from "./find-candidates.ts";
import type { Finding } from "./find-candidates.ts";

export interface PreviewInput {
  realm: Realm;
  /** What would be captured, in order. They need not be stored. */
  turns: readonly Turn[];
  signal: AbortSignal;
}

/** What a capture would do. */
export interface CapturePreview {
  /** Who read the turns: "llm" when a model read all that was worth it. */
  by: "llm" | "rules";
  /** Code of the error that kept the model from it; null without one. */
  failure: string | null;
  /** What would be remembered, and what would become of it beside what is known. */
  remembered: { text: string; type: CaptureCandidate["type"]; confidence: number; turnIds: string[]; outcome: Decided["decision"]["outcome"]; reason: string }[];
  /** What would not, and why in words. */
  refused: (Refused & { why: string })[];
}

/** What a capture of the turns would remember and why not the rest. Asks the model where one is configured; writes nothing. */
export async function previewCapture(services: CaptureServices, { realm, turns, signal }: PreviewInput): Promise<CapturePreview> {
  const findings = await findAll(services, { realm, turns, signal });
  const candidates = findings.flatMap((finding) => finding.candidates).map(withSlots);
  const decider = deciderOf(services);
  const at = services.clock.now();
  const verdicts = await decider.judge(realm, { candidates, turns }, { at, signal });
  const { decided } = await decider.decide(realm, { candidates, turns, verdicts }, { at, signal });
  const byRules = findings.filter(({ by }) => by === "rules");
  const refused = [...findings.flatMap((finding) => finding.refused), ...byRules.flatMap((finding) => explainRules(finding.turns, finding.candidates))];
  return {
    by: byRules.length > 0 ? "rules" : "llm",
    failure: findings.find(({ failure }) => failure !== null)?.failure ?? null,
    remembered: decided.map(({ proposal: { memory, type, turnIds }, decision: { outcome, reason } }) => ({ text: memory.text, type, confidence: memory.confidence, turnIds: [...turnIds], outcome, reason })),
    refused: refused.map((one) => ({ ...one, why: REFUSAL_REASONS[one.reason] })),
  };
}

async function findAll(services: CaptureServices, { realm, turns, signal }: PreviewInput): Promise<Finding[]> {
  const findings: Finding[] = [];
  let llm = services.llms?.llmFor("capture") ?? null;
  for (let read = 0; read < turns.length; ) {
    const finding = await findCandidates(services, { realm, open: turns.slice(read), context: turns.slice(Math.max(0, read - CONTEXT_TURNS), read), signal }, llm);
    findings.push(finding);
    read += finding.turns.length;
    if (finding.failure !== null && !isOfOneAnswer(finding.failure)) llm = null;
  }
  return findings;
}
