/** A scored item and what it says, as a set of terms. */
export interface Diversifiable {
  readonly score: number;
  /** Asked for only of what may be chosen. */
  readonly terms: () => ReadonlySet<string>;
  /** Where it is from: a session. Null for what is from nowhere in particular. */
  readonly group?: string | null;
}

export interface DiversityOptions {
  /** 1 = score alone, 0 = novelty alone. */
  lambda: number;
  /** How many items to choose. */
  limit: number;
  /** At most so many of one group, as long as there are others. */
  mostOfGroup?: number;
}

/** Below this, two texts merely speak of the same thing; from here on one repeats the other. */
const REPEATS_FROM = 0.5;
const ROUNDING = 1e-9;

/**
 * Maximal Marginal Relevance (Carbonell and Goldstein 1998): repeatedly takes the item with the largest
 * λ · score − (1 − λ) · likeness to what is chosen. Likeness is the Jaccard index of the terms, counted from .5 up, so that
 * several pieces of evidence on one topic stay and only repetition pays. A group that has all its places gets more only when nothing else is left.
 * Returns indexes, in the order of choice. Likeness only takes away, so an item is compared
 * with what was chosen since the last time only when it would be next.
 */
export function maximalMarginalRelevance(items: readonly Diversifiable[], options: DiversityOptions): number[] {
  const { lambda, limit, mostOfGroup = Infinity } = options;
  const open = items.map((_, index) => index).sort((a, b) => items[b]!.score - items[a]!.score || a - b);
  if (lambda >= 1 && mostOfGroup >= limit) return open.slice(0, limit);
  const likeness = new Array<number>(items.length).fill(0);
  const compared = new Array<number>(items.length).fill(0);
  const chosen: number[] = [];
  const places = new Map<string, number>();
  const isFull = ({ group }: Diversifiable): boolean => group != null && (places.get(group) ?? 0) >= mostOfGroup;
  const marginal = (index: number): number => isFull(items[index]!) ? -Infinity : lambda * items[index]!.score - (1 - lambda) * likeness[index]!;
  while (open.length > 0 && chosen.length < limit) {
    let bestAt = 0;
    for (let at = 1; at < open.length; at += 1) if (marginal(open[at]!) > marginal(open[bestAt]!)) bestAt = at;
    const next = open[bestAt]!;
    const { group } = items[next]!;
    if (compared[next] === chosen.length) {
      chosen.push(...open.splice(bestAt, 1));
      if (group != null) places.set(group, (places.get(group) ?? 0) + 1);
    } else {
      for (const other of chosen.slice(compared[next])) likeness[next] = Math.max(likeness[next]!, repetition(items[next]!.terms(), items[other]!.terms()));
      compared[next] = chosen.length;
    }
  }
  return chosen;
}

/** Most texts share little: given up as soon as what is left cannot make a repetition of it. */
function repetition(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let spare = small.size - (REPEATS_FROM / (1 + REPEATS_FROM)) * (left.size + right.size) + ROUNDING;
  let shared = 0;
  for (const term of small) {
    if (large.has(term)) shared += 1;
    else if ((spare -= 1) < 0) return 0;
  }
  const index = indexOf(shared, left.size + right.size);
  return index < REPEATS_FROM ? 0 : index;
}

/** |A ∩ B| / |A ∪ B|; 0 for two empty sets. */
export function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const term of small) if (large.has(term)) shared += 1;
  return indexOf(shared, left.size + right.size);
}

const indexOf = (shared: number, sizes: number): number => (sizes === 0 ? 0 : shared / (sizes - shared));
