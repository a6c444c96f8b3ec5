import { describe, expect, it } from "vitest";

import type { TransferRecord } from "../transfer.ts";
import { canonicalRecord } from "./canonical-record.ts";
import { differingKinds, TransferDigest } from "./transfer-digest.ts";

const tombstone = (contentHash: string, at = 1): TransferRecord => ({ kind: "tombstone", namespace: "global", contentHash, at });
const vector = (...values: number[]): TransferRecord => ({ kind: "vector", spaceId: 1, id: "a", vector: Float32Array.from(values) });

function digestOf(records: readonly TransferRecord[]) {
  const digest = new TransferDigest();
  for (const record of records) digest.add(record);
  return digest;
}

describe("digests of records", () => {
  it("are the same whatever the order of records and fields", () => {
    const turned = { at: 1, contentHash: "a", namespace: "global", kind: "tombstone" } as const;
    expect(digestOf([tombstone("a"), tombstone("b")]).value).toEqual(digestOf([tombstone("b"), turned]).value);
    expect(digestOf([tombstone("a"), tombstone("b")]).records).toBe(2);
  });

  it("differ where a record is missing, doubled or other", () => {
    const whole = digestOf([tombstone("a"), tombstone("b"), vector(1, 0)]).value;
    for (const other of [[tombstone("a"), vector(1, 0)], [tombstone("a"), tombstone("a"), vector(1, 0)], [tombstone("a"), tombstone("b", 2), vector(1, 0)]]) {
      expect(differingKinds(whole, digestOf(other).value)).toEqual(["tombstone"]);
    }
    expect(differingKinds(whole, digestOf([tombstone("a"), tombstone("b"), vector(1, 1e-7)]).value)).toEqual(["vector"]);
    expect(differingKinds(whole, digestOf([tombstone("a"), tombstone("b")]).value)).toEqual(["vector"]);
    expect(differingKinds(whole, whole)).toEqual([]);
  });

  it("can be taken up again", () => {
    const resumed = new TransferDigest(digestOf([tombstone("a")]).value);
    resumed.add(tombstone("b"));
    expect(resumed.value).toEqual(digestOf([tombstone("a"), tombstone("b")]).value);
  });

  it("tell a part of a larger array from the array", () => {
    const large = Float32Array.of(9, 1, 0, 9);
    expect(canonicalRecord({ kind: "vector", spaceId: 1, id: "a", vector: large.subarray(1, 3) })).toBe(canonicalRecord(vector(1, 0)));
  });
});
