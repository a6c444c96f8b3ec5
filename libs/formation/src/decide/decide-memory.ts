import type { Realm } from "@memory-cortex/models";
import { CortexError } from "@memory-cortex/models";
import type { MemoryWrite, NewMemory } from "@memory-cortex/store";

import type { Decision } from "./decide-one.ts";
import { decideProposals } from "./decide-proposals.ts";
import type { DeciderOptions } from "./decider.ts";
import { nearnessOf, WORDS_ONLY } from "./nearness.ts";
import { begunAt } from "./proposal.ts";
import type { Proposal } from "./proposal.ts";
import { readStatement } from "./reading.ts";

export interface MemoryQuestion {
  realm: Realm;
  memory: NewMemory;
  /** Epoch milliseconds. */
  at: number;
}

/** Decides memories that clients tell: by rules, without a judge. What was erased may be told again. */
export function createMemoryDecider({ store, ids, embedders }: Omit<DeciderOptions, "llms">): (question: MemoryQuestion) => Promise<{ decision: Decision; writes: MemoryWrite[] }> {
  const nearness = embedders === undefined ? WORDS_ONLY : nearnessOf(embedders, { quick: true });
  return async ({ realm, memory, at }) => {
    const [decided] = await decideProposals({ store, realm, at, nearness, nextId: () => ids.next() }, [proposalOf(memory)]);
    if (decided === undefined || decided.decision.outcome === "forgotten") throw new CortexError("internal", { detail: "A memory was not decided." });
    return { decision: decided.decision, writes: decided.writes };
  };
}

function proposalOf(memory: NewMemory): Proposal {
  const { text, type, speaker, observedAt, validTo, contentHash, project, expiresAt } = memory;
  const reading = readStatement({ text, type, speaker, observedAt, validFrom: memory.validFrom, validTo });
  const validFrom = memory.validFrom ?? begunAt(reading);
  return { hash: contentHash, reading: { ...reading, begin: validFrom ?? observedAt }, type, project, turnIds: [], hints: [], temporary: expiresAt !== null, memory: { ...memory, validFrom } };
}
