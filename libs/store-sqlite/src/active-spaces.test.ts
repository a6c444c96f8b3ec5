import { realmOf } from "@memory-cortex/models";
import type { Space } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";

import { ActiveSpaces } from "./active-spaces.ts";

const space = (id: number): Space => ({ id, embedder: "static", model: "m", dimension: 4, state: "active", weighted: true, documentsAtStart: 0, createdAt: 0 });
const ann = realmOf("ann");

/** Spaces of users, and how often they were asked for; an answer can be held back. */
function table(keep = true) {
  const rows = new Map<string, Space[]>();
  const state = { asked: 0, hold: Promise.resolve() };
  const spaces = new ActiveSpaces(async ({ userId }) => {
    state.asked += 1;
    const found = rows.get(userId) ?? [];
    await state.hold;
    return found;
  }, { keep });
  return { rows, state, spaces };
}

describe("ActiveSpaces", () => {
  it("asks once for each user, whatever the namespaces", async () => {
    const { rows, state, spaces } = table();
    rows.set("ann", [space(1)]).set("bob", [space(2)]);
    expect(await spaces.of(ann)).toEqual([space(1)]);
    expect(await spaces.of(realmOf("ann", ["work"]))).toEqual([space(1)]);
    expect(await spaces.of(realmOf("bob"))).toEqual([space(2)]);
    expect(state.asked).toBe(2);
  });

  it("asks anew after a write, also after one that failed", async () => {
    const { rows, state, spaces } = table();
    await spaces.of(ann);
    await spaces.changing(ann, async () => rows.set("ann", [space(1)]));
    expect(await spaces.of(ann)).toEqual([space(1)]);
    await spaces.changing(ann, () => Promise.reject(new Error("disk"))).catch(() => undefined);
    await spaces.of(ann);
    expect(state.asked).toBe(3);
  });

  it("does not keep what was read while a write went on", async () => {
    const { rows, state, spaces } = table();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    state.hold = promise.then(() => undefined);
    const early = spaces.of(ann);
    await spaces.changing(ann, async () => rows.set("ann", [space(7)]));
    resolve(undefined);
    expect(await early).toEqual([]);
    expect(await spaces.of(ann)).toEqual([space(7)]);
  });

  it("keeps nothing beside a running server", async () => {
    const { state, spaces } = table(false);
    await spaces.of(ann);
    await spaces.of(ann);
    expect(state.asked).toBe(2);
  });

  it("gives everybody a list of his own", async () => {
    const { rows, spaces } = table();
    rows.set("ann", [space(1)]);
    (await spaces.of(ann)).pop();
    expect(await spaces.of(ann)).toHaveLength(1);
  });
});
