import { ByteList } from "./byte-list.ts";
import { encodeVector } from "./encode-vector.ts";
import { FARTHEST, SignList } from "./sign-list.ts";
import { largest, RidList } from "./space-vectors.ts";
import type { SpaceVectors } from "./space-vectors.ts";
import type { Segment } from "./vector-segments.ts";

/** So many candidates are found by signs and put in order by bytes, or a share of all where that is more (docs/decisions/vector-index.md). */
export const CANDIDATES = 2_000;
const CANDIDATE_SHARE = 1 / 200;
/** When realm and filter leave fewer than this share of the candidates, they are looked for among the admitted only. */
const ENOUGH_ADMITTED = 0.5;
/** Distances from which the limit is taken: what it lets through is right to about a tenth. */
const SAMPLE = 30_000;
const GROWTH = 1.25;
const QUERY_RANGE = 32_767;
const BYTE_RANGE = 127;

function everySlot(length: number): Uint32Array {
  const slots = new Uint32Array(length);
  for (let slot = 0; slot < length; slot += 1) slots[slot] = slot;
  return slots;
}

/** The distance up to which about this share of them lies: found by counting, for distances are few and small. */
function limitOf(distances: Uint16Array, share: number): number {
  if (share >= 1) return FARTHEST;
  const histogram = new Uint32Array(distances.reduce((most, distance) => Math.max(most, distance), 0) + 1);
  for (const distance of distances) histogram[distance]! += 1;
  const wanted = share * distances.length;
  let limit = 0;
  let found = histogram[0]!;
  while (found < wanted && limit < histogram.length - 1) found += histogram[(limit += 1)]!;
  return limit;
}

/**
 * The vectors of a large space in two coarser forms: the signs of the components (a bit each, to find candidates among all) and bytes with
 * a scale for each vector (to put the candidates in order: cosines are right to about .001). 300 bytes a vector of 256 dimensions.
 */
export class CodedVectors implements SpaceVectors {
  readonly dimension: number;
  readonly #rids: RidList;
  readonly #signs: SignList;
  readonly #bytes: ByteList;
  #scales: Float32Array;

  constructor(dimension: number, capacity: number) {
    this.dimension = dimension;
    this.#rids = new RidList(capacity);
    this.#signs = new SignList(dimension, capacity);
    this.#bytes = new ByteList(dimension, capacity);
    this.#scales = new Float32Array(capacity);
  }

  get length(): number {
    return this.#rids.length;
  }

  get lastRid(): number {
    return this.#rids.last;
  }

  get bytes(): number {
    return this.#rids.bytes + this.#signs.bytes + this.#bytes.bytes + this.#scales.byteLength;
  }

  append(rid: number, vector: Float32Array): void {
    const signs = new Uint8Array(this.#signs.stride);
    const scale = encodeVector(vector, { signs, bytes: this.#bytes.add() });
    this.#signs.add(signs);
    this.#pushScales(Float32Array.of(scale));
    this.#rids.push(rid);
  }

  /** Codes made before. */
  appendSegment({ rids, scales, signs, bytes }: Segment): void {
    this.#signs.add(signs);
    this.#bytes.addAll(bytes);
    this.#pushScales(scales);
    for (const rid of rids) this.#rids.push(rid);
  }

  nearest(query: Float32Array, { count, admitted }: { count: number; admitted: (rid: number) => boolean }): number[] {
    const slots = this.#candidates(query, Math.max(CANDIDATES, Math.ceil(this.length * CANDIDATE_SHARE), count * 4), admitted);
    return largest(slots, this.#cosinesOf(query, slots), count).map((slot) => this.#rids.at(slot));
  }

  cosines(query: Float32Array, rids: ArrayLike<number>): Float64Array {
    const slots = Int32Array.from(rids, (rid) => this.#rids.slotOf(rid));
    const cosines = this.#cosinesOf(query, Uint32Array.from(slots, (slot) => Math.max(0, slot)));
    slots.forEach((slot, index) => {
      if (slot === -1) cosines[index] = NaN;
    });
    return cosines;
  }

  /** Slots of admitted documents with the smallest distances: about `wanted`, all of them when there are no more. */
  #candidates(query: Float32Array, wanted: number, admitted: (rid: number) => boolean): Uint32Array {
    // In large spaces a part of the distances tells how the others lie.
    const sample = this.#signs.distances(query, Math.max(1, Math.floor(this.length / SAMPLE)));
    const closest = this.#signs.within(query, limitOf(sample, wanted / this.length));
    const kept = this.#admitted(closest, admitted);
    if (closest.length === this.length || kept.length >= closest.length * ENOUGH_ADMITTED) return kept;
    const allowed = this.#admitted(everySlot(this.length), admitted);
    const distances = this.#signs.distances(query);
    const limit = limitOf(Uint16Array.from(allowed, (slot) => distances[slot]!), wanted / allowed.length);
    return allowed.filter((slot) => distances[slot]! <= limit);
  }

  #admitted(slots: Uint32Array, admitted: (rid: number) => boolean): Uint32Array {
    const kept = new Uint32Array(slots.length);
    let count = 0;
    for (let index = 0; index < slots.length; index += 1) {
      if (!admitted(this.#rids.at(slots[index]!))) continue;
      kept[count] = slots[index]!;
      count += 1;
    }
    return kept.subarray(0, count);
  }

  #cosinesOf(query: Float32Array, slots: Uint32Array): Float64Array {
    if (this.length === 0) return new Float64Array(slots.length);
    // Whole numbers of a range in which no sum leaves 32 bits.
    const range = Math.min(QUERY_RANGE, Math.floor(0x7fff_ffff / (BYTE_RANGE * this.#bytes.stride)));
    const step = query.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / range || 1;
    const products = this.#bytes.products(Int16Array.from(query, (value) => Math.round(value / step)), slots);
    const cosines = new Float64Array(slots.length);
    for (let index = 0; index < slots.length; index += 1) cosines[index] = products[index]! * step * this.#scales[slots[index]!]!;
    return cosines;
  }

  #pushScales(scales: Float32Array): void {
    const length = this.length + scales.length;
    if (length > this.#scales.length) {
      const larger = new Float32Array(Math.ceil(length * GROWTH) + 64);
      larger.set(this.#scales);
      this.#scales = larger;
    }
    this.#scales.set(scales, this.length);
  }
}
