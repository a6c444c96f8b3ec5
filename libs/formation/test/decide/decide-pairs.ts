import type { EmbedderRegistry } from "@memory-cortex/embedding";
import type { LlmRegistry } from "@memory-cortex/llm";
import { realmOf, uuidV7Source } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";

import type { CaptureCandidate } from "../../src/capture/candidate.ts";
import { createDecider } from "../../src/decide/index.ts";
import { speakerOf } from "./pair.ts";
import type { Pair, PairOutcome } from "./pair.ts";

const SAID_AT = Date.UTC(2026, 1, 2, 9); // a Monday
const DAY_MS = 86_400_000;

export interface PairDeciders {
  embedders?: Pick<EmbedderRegistry, "current" | "forSpace">;
  llms?: Pick<LlmRegistry, "llmFor">;
}

/** What became of a pair, read from the store. */
export interface DecidedPair {
  pair: Pair;
  outcome: PairOutcome;
  /** The older statement was ended, retired or changed although it should stand. */
  destroyed: boolean;
  /** The newer statement contradicts the older and made it look more certain. */
  reinforced: boolean;
}

/** Remembers both statements of each pair, one after the other, for a user of their own, and looks at what the store then holds. */
export async function decidePairs(pairs: readonly Pair[], deciders: PairDeciders = {}): Promise<DecidedPair[]> {
  const clock = { time: SAID_AT, now: () => clock.time };
  const ids = uuidV7Source(clock);
  const store = createMemoryStore({ clock });
  const decider = createDecider({ store, ids, ...deciders });
  const decided: DecidedPair[] = [];
  try {
    for (const [number, pair] of pairs.entries()) {
      const realm = realmOf(`pair-${number}`);
      const remember = async (text: string, at: number): Promise<void> => {
        clock.time = at;
        const input = { candidates: [candidateOf(text, at)], turns: [] };
        const verdicts = await decider.judge(realm, input, { at });
        const { writes } = await decider.decide(realm, { ...input, verdicts }, { at });
        await store.commitMemories(realm, { writes });
      };
      await remember(pair.older, SAID_AT);
      await remember(pair.newer, SAID_AT + pair.days * DAY_MS);
      const { items } = await store.listMemories(realm, { includeHistory: true, now: clock.time }, { limit: 10 });
      const older = items.find(({ text }) => text === pair.older);
      const newer = items.find(({ text }) => text === pair.newer);
      const ended = older === undefined || older.validTo !== null || older.retiredAt !== null;
      const outcome = ended ? "supersede" : (older.conflictGroup !== null ? "conflict" : newer === undefined ? "known" : "new");
      const surer = older !== undefined && (older.reinforcedCount > 0 || older.provenance.length > 1);
      decided.push({ pair, outcome, destroyed: ended && pair.expected !== "supersede", reinforced: surer && (pair.expected === "conflict" || pair.expected === "supersede") });
    }
  } finally {
    await store.close();
  }
  return decided;
}

function candidateOf(text: string, observedAt: number): CaptureCandidate {
  return {
    origin: "rules", type: "fact", text, topic: null, importance: 0.5, confidence: 0.8, tags: [], turnIds: [`turn of ${text}`], speaker: speakerOf(text), observedAt,
    validFrom: null, validTo: null, lifetime: "permanent", facts: [], entities: [], episode: null, change: "none", updates: [],
  };
}

/** How many of each kind became what. */
export function confusionOf(decided: readonly DecidedPair[]): Map<Pair["kind"], Record<PairOutcome, number> & { pairs: number; right: number }> {
  const table = new Map<Pair["kind"], Record<PairOutcome, number> & { pairs: number; right: number }>();
  for (const { pair, outcome } of decided) {
    const row = table.get(pair.kind) ?? { supersede: 0, conflict: 0, known: 0, new: 0, pairs: 0, right: 0 };
    row[outcome] += 1;
    row.pairs += 1;
    row.right += outcome === pair.expected ? 1 : 0;
    table.set(pair.kind, row);
  }
  return table;
}
