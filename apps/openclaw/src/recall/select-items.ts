import type { RecallItem } from "@memory-cortex/client";

import type { Tier } from "../receipts/receipt.ts";

export interface SelectOptions {
  maxItems: number;
  /** Places kept for the newest of what was found. */
  minRecent: number;
  /** Whether what was never weighed may fill free places. */
  unknown: boolean;
  /** Why an item must not be told now; null when it may. */
  withheld: (item: RecallItem) => string | null;
}

export interface SelectedItem {
  item: RecallItem;
  tier: Tier;
  /** Holds a place of the newest: the last to go when the block becomes too long. */
  recent: boolean;
}

export interface Selection {
  /** As they stand in the prompt: must, nice, unknown; in each the best first. */
  chosen: SelectedItem[];
  leftOut: { id: string; reason: string }[];
}

const MUST = 0.8;
const NICE = 0.5;
const TIERS: readonly Tier[] = ["must", "nice", "unknown"];
/**
 * An item that fits so much worse than the best one is there because something had to be. Tried with eight questions over fifteen facts, no more: what answered lay above
 * two fifths of the best, filler below a tenth.
 */
const LEAST_SHARE_OF_BEST = 0.25;

/** How well an item fits the question, without what it is worth by itself; a service that does not say tells both in one. */
const relevanceOf = ({ factors, score }: RecallItem): number => factors?.["relevance"] ?? score;

/** Null: somebody weighed it, and it does not matter enough to be told unasked. */
export function tierOf({ importance }: Pick<RecallItem, "importance">): Tier | null {
  if (importance === undefined) return "unknown";
  if (importance >= MUST) return "must";
  return importance >= NICE ? "nice" : null;
}

/**
 * Chooses what an agent is told unasked: first what must be remembered, then what is nice to know, then what was never weighed. Of
 * these, the item that fits best always gets a place, and so do the newest: a weighty memory on the edge of the topic is no answer.
 */
export function selectItems(items: readonly RecallItem[], options: SelectOptions): Selection {
  const leftOut: Selection["leftOut"] = [];
  const best = Math.max(0, ...items.map(relevanceOf));
  const said = new Set<string>();
  const candidates = items.flatMap((item): Omit<SelectedItem, "recent">[] => {
    const tier = tierOf(item);
    const reason = reasonAgainst(item, { ...options, tier, best, said });
    if (reason !== null || tier === null) {
      leftOut.push({ id: item.id, reason: reason ?? "unimportant" });
      return [];
    }
    said.add(wordsOf(item.text));
    return [{ item, tier }];
  });
  const newest = new Set(candidates.toSorted((one, other) => Date.parse(other.item.observed_at) - Date.parse(one.item.observed_at)).slice(0, options.minRecent));
  const fittest = candidates.toSorted((one, other) => relevanceOf(other.item) - relevanceOf(one.item)).slice(0, 1);
  const chosen = new Set([...new Set([...fittest, ...newest, ...inTiers(candidates)])].slice(0, options.maxItems));
  leftOut.push(...candidates.filter((candidate) => !chosen.has(candidate)).map(({ item }) => ({ id: item.id, reason: "beyond_limit" })));
  return { chosen: inTiers([...chosen]).map((candidate) => ({ ...candidate, recent: newest.has(candidate) })), leftOut };
}

interface Standing {
  tier: Tier | null;
  best: number;
  /** Texts that are chosen from already. */
  said: ReadonlySet<string>;
  unknown: boolean;
  withheld: (item: RecallItem) => string | null;
}

function reasonAgainst(item: RecallItem, { tier, best, said, unknown, withheld }: Standing): string | null {
  const reason = withheld(item);
  if (reason !== null) return reason;
  if (tier === null) return "unimportant";
  if (tier === "unknown" && !unknown) return "unknown";
  if (relevanceOf(item) < best * LEAST_SHARE_OF_BEST) return "weak";
  return said.has(wordsOf(item.text)) ? "same_words" : null;
}

const inTiers = <Candidate extends { item: RecallItem; tier: Tier }>(candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((one, other) => TIERS.indexOf(one.tier) - TIERS.indexOf(other.tier) || other.item.score - one.item.score);

/** What two texts have to share to be the same to a reader. */
export const wordsOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
