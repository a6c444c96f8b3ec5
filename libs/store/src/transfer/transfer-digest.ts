import { createHash } from "node:crypto";

import type { TransferKind, TransferRecord } from "../transfer.ts";
import { canonicalRecord } from "./canonical-record.ts";

export interface KindDigest {
  count: number;
  /** 64 hexadecimal digits. */
  hash: string;
}

/** By kind, those that occur. */
export type Digest = Partial<Record<TransferKind, KindDigest>>;

const MODULUS = 1n << 256n;

/**
 * Counts and content hashes by kind. The hash is the sum of the SHA-256 of the records: two users with equal digests hold the same records,
 * in whatever order they were read, and a sum can be taken up again where it stopped.
 */
export class TransferDigest {
  readonly #sums = new Map<TransferKind, { count: number; sum: bigint }>();

  constructor(begun: Digest = {}) {
    for (const [kind, { count, hash }] of Object.entries(begun)) this.#sums.set(kind as TransferKind, { count, sum: BigInt(`0x${hash}`) });
  }

  add(record: TransferRecord): void {
    const hash = createHash("sha256").update(canonicalRecord(record)).digest("hex");
    const known = this.#sums.get(record.kind) ?? { count: 0, sum: 0n };
    this.#sums.set(record.kind, { count: known.count + 1, sum: (known.sum + BigInt(`0x${hash}`)) % MODULUS });
  }

  get value(): Digest {
    const entries = [...this.#sums].map(([kind, { count, sum }]) => [kind, { count, hash: sum.toString(16).padStart(64, "0") }]);
    return Object.fromEntries(entries) as Digest;
  }

  get records(): number {
    return [...this.#sums.values()].reduce((sum, { count }) => sum + count, 0);
  }
}

/** Kinds of which the two sides differ. */
export function differingKinds(one: Digest, other: Digest): TransferKind[] {
  const kinds = [...new Set([...Object.keys(one), ...Object.keys(other)])] as TransferKind[];
  return kinds.filter((kind) => one[kind]?.count !== other[kind]?.count || one[kind]?.hash !== other[kind]?.hash);
}
