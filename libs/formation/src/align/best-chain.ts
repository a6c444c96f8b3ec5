import type { Pairing } from "./pairing.ts";
import type { Region, Run } from "./runs.ts";

const LONG_TURN = 2;
const SHORT_TURN = 1;
/**
 * What it costs when a chain says that stored turns were never said where the request has its own: about three long turns. A caller
 * that regenerates an answer pays it once and is still recognised; a few sentences that happen to come in an earlier order do not
 * outweigh an overlap that fits without a break.
 */
const BREAK = 6;
/** What it counts that request and session begin with the same turn: such a caller sends the whole history. */
const SAME_BEGINNING = 6;
/** Chaining is quadratic in the number of runs. */
const MAX_RUNS = 1_500;

export interface ChainContext {
  pairing: Pairing;
  region: Region;
  /** A chain must score more than this, else none is chosen. */
  above: number;
}

interface Link {
  run: Run;
  /** weightBefore[n]: weight of the first n turns. */
  weightBefore: Int32Array;
}

interface Chain {
  score: number;
  link: number;
  /** Turns cut from the front of the run because the one before covers them. */
  trim: number;
  previous: Chain | null;
}

/**
 * The runs that together explain the request best: increasing on both sides, with the largest weight of equal turns (a long turn
 * counts twice) less the breaks.
 */
export function bestChain(runs: readonly Run[], context: ChainContext): Run[] {
  const links = heaviest(runs, context.pairing);
  const chains: Chain[] = [];
  let best: Chain | null = null;
  let bestScore = context.above;
  for (const [index, link] of links.entries()) {
    let chain: Chain = { score: totalWeight(link) + headScore(link, context), link: index, trim: 0, previous: null };
    for (const previous of chains) {
      const extended = extend(previous, index, links);
      if (extended && extended.score > chain.score) chain = extended;
    }
    chains.push(chain);
    const score = chain.score - tailBreak(link, context);
    // On equal scores the later one: what was said last is what callers repeat.
    if (score > bestScore || (best && score === bestScore)) {
      best = chain;
      bestScore = score;
    }
  }
  return best ? unfold(best, links) : [];
}

function heaviest(runs: readonly Run[], pairing: Pairing): Link[] {
  const links = runs.map((run) => ({ run, weightBefore: weights(run, pairing) }));
  const kept = links.length <= MAX_RUNS ? links : links.sort((a, b) => totalWeight(b) - totalWeight(a)).slice(0, MAX_RUNS);
  return kept.sort((a, b) => a.run.position - b.run.position || a.run.index - b.run.index);
}

function weights(run: Run, pairing: Pairing): Int32Array {
  const before = new Int32Array(run.length + 1);
  for (let offset = 0; offset < run.length; offset += 1) {
    before[offset + 1] = before[offset]! + (pairing.isSubstantial(run.index + offset) ? LONG_TURN : SHORT_TURN);
  }
  return before;
}

const totalWeight = ({ weightBefore, run }: Link): number => weightBefore[run.length]!;

function extend(previous: Chain, index: number, links: readonly Link[]): Chain | null {
  const link = links[index]!;
  const before = links[previous.link]!.run;
  const endPosition = before.position + before.length;
  const endIndex = before.index + before.length;
  const trim = Math.max(0, endPosition - link.run.position, endIndex - link.run.index);
  if (trim >= link.run.length) return null;
  const deniesStored = link.run.position + trim > endPosition;
  const gain = totalWeight(link) - link.weightBefore[trim]! - (deniesStored ? BREAK : 0);
  return { score: previous.score + gain, link: index, trim, previous };
}

function headScore({ run }: Link, { region }: ChainContext): number {
  if (run.position === 0 && run.index === 0) return SAME_BEGINNING;
  const skipsStored = run.position > region.fromPosition;
  const skipsIncoming = run.index > region.fromIndex;
  // One message before an overlap that reaches the end: an unmarked summary stands in place of what was said.
  const behindSummary = run.index === 1 && run.position + run.length === region.toPosition && !region.anchoredBefore;
  return skipsStored && !behindSummary && (skipsIncoming || region.anchoredBefore) ? -BREAK : 0;
}

function tailBreak({ run }: Link, { region }: ChainContext): number {
  const skipsStored = run.position + run.length < region.toPosition;
  const skipsIncoming = run.index + run.length < region.toIndex;
  return skipsStored && (skipsIncoming || region.anchoredAfter) ? BREAK : 0;
}

function unfold(last: Chain, links: readonly Link[]): Run[] {
  const chain: Run[] = [];
  for (let step: Chain | null = last; step; step = step.previous) {
    const { run } = links[step.link]!;
    chain.push({ position: run.position + step.trim, index: run.index + step.trim, length: run.length - step.trim });
  }
  return chain.reverse();
}
