import type { Candidate } from "./candidate.ts";

/** How many places away a turn is still a neighbour of any kind. */
export const FARTHEST = 3;
const SLOTS = 2 * FARTHEST;

/**
 * Which turns stand beside which, by their index in a list of candidates; looked up once for all stages. Exact while the square of the
 * number of candidates times the highest position stays below 2^53: a thousand candidates leave room for billions of turns in a session.
 */
export class Neighbourhood {
  /** For each candidate by distance, before and after; -1 where nobody stands. */
  readonly #beside: Int32Array;

  constructor(candidates: readonly Candidate[]) {
    const count = candidates.length;
    this.#beside = new Int32Array(count * SLOTS).fill(-1);
    const keys = sortedKeys(candidates);
    const order = new Int32Array(keys.length);
    const places = new Float64Array(keys.length);
    for (let rank = 0; rank < keys.length; rank += 1) {
      order[rank] = keys[rank]! % count;
      places[rank] = Math.floor(keys[rank]! / count);
    }
    for (let rank = 1; rank < keys.length; rank += 1) {
      const index = order[rank]!;
      for (let earlier = rank - 1; earlier >= 0; earlier -= 1) {
        const distance = places[rank]! - places[earlier]!;
        if (distance > FARTHEST) break;
        if (distance > 0) this.#link(order[earlier]!, index, distance);
      }
    }
  }

  /** Called nearest first in their order: of several at one place the last counts. */
  #link(first: number, second: number, distance: number): void {
    const before = second * SLOTS + 2 * (distance - 1);
    if (this.#beside[before] === -1) this.#beside[before] = first;
    this.#beside[first * SLOTS + 2 * (distance - 1) + 1] = second;
  }

  /** Index of the candidate so many places before, 1 to {@link FARTHEST}; -1 when it is not among them. */
  before(index: number, distance: number): number {
    return this.#beside[index * SLOTS + 2 * (distance - 1)]!;
  }

  /** The same after. */
  after(index: number, distance: number): number {
    return this.#beside[index * SLOTS + 2 * (distance - 1) + 1]!;
  }
}

/** Session, position and index of every candidate that has a place, in one number each. Sessions lie too far apart to touch. */
function sortedKeys(candidates: readonly Candidate[]): Float64Array {
  const count = candidates.length;
  let span = 0;
  for (const { position } of candidates) if (position !== null && position > span) span = position;
  span += FARTHEST + 1;
  const sessions = new Map<string, number>();
  const keys = new Float64Array(count);
  let placed = 0;
  for (let index = 0; index < count; index += 1) {
    const { sessionKey, position } = candidates[index]!;
    if (sessionKey === null || position === null) continue;
    let session = sessions.get(sessionKey);
    if (session === undefined) sessions.set(sessionKey, (session = sessions.size));
    keys[placed] = (session * span + position) * count + index;
    placed += 1;
  }
  return keys.subarray(0, placed).sort();
}
