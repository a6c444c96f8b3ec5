import { wholeUser } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import { remember, say, T0 } from "@memory-cortex/store/conformance";
import type { Receipt, Store } from "@memory-cortex/store";
import { beforeEach, describe, expect, it } from "vitest";

import { Afterwards } from "./afterwards.ts";
import type { Answered } from "./afterwards.ts";

const ann = wholeUser("ann");
const receipt = (id: string, at = T0): Receipt => ({ id, at, kind: "recall", body: "{}" });

describe("what is written after an answer", () => {
  let store: Store;
  let failed: unknown[];
  let afterwards: Afterwards;
  beforeEach(async () => {
    store = createMemoryStore({ clock: { now: () => T0 } });
    failed = [];
    await say(store, ann, ["tea"]);
    // Longer than any test: what is written is written by `flush`.
    afterwards = new Afterwards({ store, gatherMs: 3_600_000, failed: (_, error) => failed.push(error) });
  });

  it("is made once the answer is on its way, and once only", async () => {
    const made: string[] = [];
    const answered = (id: string): Answered => ({ userId: "ann", at: T0, touched: [], receipt: (at) => {
      made.push(id);
      return receipt(id, at);
    } });
    for (const id of ["a", "b"]) afterwards.add(answered(id));
    expect(made).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toEqual(["a", "b"]);
    afterwards.add(answered("c"));
    await afterwards.flush();
    await new Promise((resolve) => setImmediate(resolve));
    expect(made).toEqual(["a", "b", "c"]);
    for (const id of made) expect(await store.getReceipt(ann, id)).toMatchObject({ id });
  });

  it("tells of a receipt that cannot be made, and writes the others and what was given", async () => {
    const { id } = await remember(store, ann, "likes tea");
    afterwards.add({ userId: "ann", at: T0 + 1, touched: [id], receipt: () => {
      throw new RangeError("no body");
    } });
    afterwards.add({ userId: "ann", at: T0 + 2, touched: [id], receipt: (at) => receipt("b", at) });
    await afterwards.flush();
    await afterwards.flush();
    expect(failed).toEqual([expect.any(RangeError)]);
    expect(await store.getReceipt(ann, "b")).toMatchObject({ id: "b", at: T0 + 2 });
    expect(await store.getMemory(ann, id)).toMatchObject({ accessCount: 1, lastAccessedAt: T0 + 2 });
  });
});
