import type { ScoredItem } from "./score-items.ts";

/** Why a candidate is not in the answer. */
export type DropReason = "same_as" | "repeats" | "session_share" | "beyond_limit" | "not_scored";

export interface Dropped {
  item: ScoredItem;
  reason: DropReason;
  /** The item that stands in its place. */
  by?: string;
}

export interface Gated {
  kept: ScoredItem[];
  dropped: Dropped[];
  /** External ids that a kept memory speaks for, by memory id. */
  externalIds: Map<string, string>;
}

/**
 * Stage 6: a memory and the turns it rests on count once; the better scored stands for both. (Realm, validity and lifetime were
 * applied by the store before ranking.) Expects items best first.
 */
export function gateItems(items: readonly ScoredItem[]): Gated {
  const kept: ScoredItem[] = [];
  const dropped: Dropped[] = [];
  const externalIds = new Map<string, string>();
  const spokenFor = new Map<string, string>();
  for (const item of items) {
    const { document } = item;
    const evidence = document.kind === "memory" ? document.provenance : [document.id];
    const by = evidence.map((turnId) => spokenFor.get(turnId)).find((id) => id !== undefined);
    if (by !== undefined) {
      if (document.kind === "turn" && document.externalId !== null && !externalIds.has(by)) externalIds.set(by, document.externalId);
      dropped.push({ item, reason: "same_as", by });
      continue;
    }
    for (const turnId of evidence) spokenFor.set(turnId, document.id);
    kept.push(item);
  }
  return { kept, dropped, externalIds };
}
