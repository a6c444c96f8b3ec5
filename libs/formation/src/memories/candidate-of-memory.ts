import type { NewMemory } from "@memory-cortex/store";

import type { CaptureCandidate } from "../capture/candidate.ts";
import { slotsOf } from "../decide/index.ts";

/** A memory that a client tells as a capture would have proposed it: with the facts that rules find in its words. */
export function candidateOfMemory({ type, text, topic, importance, confidence, tags, speaker, observedAt, validFrom, validTo }: NewMemory): CaptureCandidate {
  const facts = slotsOf(text, { speaker, observedAt }).map(({ change: _change, added: _added, ...fact }) => fact);
  return {
    origin: "rules", type, text, topic, importance, confidence, tags, turnIds: [], speaker, observedAt, validFrom, validTo, lifetime: "permanent", facts, entities: [], episode: null, change: "none", updates: [],
  };
}
