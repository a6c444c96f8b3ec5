import type { EmbedderIdentity } from "@memory-cortex/embedding";
import type { Space, SpaceProgress } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";

import { needsEmbedding, planSpaces } from "./plan-spaces.ts";

const identity = (more: Partial<EmbedderIdentity> = {}): EmbedderIdentity => ({ name: "static", model: "m1", dimension: 8, queryPrefix: "", documentPrefix: "", weighted: false, ...more });
const space = (id: number, more: Partial<Space> = {}, counts: { embedded?: number; missing?: number } = {}): SpaceProgress => ({
  space: { id, embedder: "static", model: "m1", dimension: 8, state: "active", weighted: false, documentsAtStart: 10, createdAt: 0, ...more },
  embedded: counts.embedded ?? 10,
  missing: counts.missing ?? 0,
});
const ids = (spaces: readonly Space[]): number[] => spaces.map(({ id }) => id);
const plan = (progress: SpaceProgress[], identities: EmbedderIdentity[]) => {
  const { drop, create, fill } = planSpaces(progress, { identities });
  return { drop: ids(drop), create: create.map(({ name }) => name), fill: ids(fill) };
};

describe("planSpaces", () => {
  it("makes a first space", () => {
    expect(plan([], [identity()])).toEqual({ drop: [], create: ["static"], fill: [] });
    expect(needsEmbedding([], { identities: [identity()] })).toBe(true);
  });

  it("leaves a whole space alone", () => {
    expect(plan([space(1)], [identity()])).toEqual({ drop: [], create: [], fill: [1] });
    expect(needsEmbedding([space(1)], { identities: [identity()] })).toBe(false);
    expect(needsEmbedding([space(1, {}, { missing: 1 })], { identities: [identity()] })).toBe(true);
  });

  it("drops the spaces of an embedder that is no longer configured", () => {
    expect(plan([space(1), space(2, { embedder: "ollama" })], [identity()])).toEqual({ drop: [2], create: [], fill: [1] });
    expect(plan([space(1)], [])).toEqual({ drop: [1], create: [], fill: [] });
  });

  it("builds a space of a new model while the old one serves and is kept whole", () => {
    expect(plan([space(1, { model: "m0" })], [identity()])).toEqual({ drop: [], create: ["static"], fill: [1] });
    expect(plan([space(1, { model: "m0" }), space(2, { state: "building" })], [identity()])).toEqual({ drop: [], create: [], fill: [1, 2] });
  });

  it("drops what was being built for a model that is no longer wanted", () => {
    expect(plan([space(1), space(2, { model: "m2", state: "building" })], [identity()])).toEqual({ drop: [2], create: [], fill: [1] });
  });

  it("weighs anew when documents have doubled, once", () => {
    const weighted = identity({ weighted: true });
    expect(plan([space(1, { weighted: true }, { embedded: 19 })], [weighted])).toEqual({ drop: [], create: [], fill: [1] });
    expect(plan([space(1, { weighted: true }, { embedded: 15, missing: 5 })], [weighted])).toEqual({ drop: [], create: ["static"], fill: [1] });
    expect(plan([space(1, { weighted: true }, { embedded: 20 }), space(2, { weighted: true, state: "building" })], [weighted])).toEqual({ drop: [], create: [], fill: [1, 2] });
  });

  it("keeps the spaces of an embedder that cannot be had now, and finds nothing to do for them", () => {
    const progress = [space(1), space(2, { embedder: "minilm" }, { missing: 5 }), space(3, { embedder: "gone" })];
    expect(planSpaces(progress, { identities: [identity()], absent: ["minilm"] })).toMatchObject({ drop: [{ id: 3 }], create: [], fill: [{ id: 1 }] });
    expect(needsEmbedding(progress.slice(0, 2), { identities: [identity()], absent: ["minilm"] })).toBe(false);
  });

  it("fills weighted spaces first, also one that is being built", () => {
    const two = [identity({ name: "minilm" }), identity({ weighted: true })];
    const progress = [space(1, { embedder: "minilm" }), space(2, { weighted: true, state: "building" }), space(3, { weighted: true })];
    expect(plan(progress, two).fill).toEqual([3, 2, 1]);
  });

  it("fills what serves first, whichever embedder it belongs to", () => {
    const two = [identity(), identity({ name: "ollama" })];
    expect(plan([space(1, { state: "building" }), space(2, { embedder: "ollama" })], two).fill).toEqual([2, 1]);
  });
});
