import { CortexError } from "@memory-cortex/models";

import type { NewSpace, Space, SpaceProgress, Unembedded, Weighting } from "../spaces.ts";
import type { Scope, StoredDocument, StoredSpace } from "./user-state.ts";
import { visibleDocuments } from "./user-state.ts";

const UNIT_TOLERANCE = 1e-2;

const isEmbeddable = (document: StoredDocument): boolean => document.kind === "turn" || document.memory.retiredAt === null;

function toUnembedded(document: StoredDocument): Unembedded {
  if (document.kind === "memory") return { id: document.id, text: document.memory.text };
  const { speaker, text } = document.turn;
  return { id: document.id, text: speaker === null ? text : `${speaker}: ${text}` };
}

function findSpace({ user }: Scope, spaceId: number): StoredSpace | undefined {
  return user.spaces.find(({ space }) => space.id === spaceId);
}

export function spaces({ user }: Scope): SpaceProgress[] {
  const embeddable = [...user.documents.values()].filter(isEmbeddable);
  return user.spaces.map(({ space, vectors }) => {
    const missing = embeddable.filter(({ id }) => !vectors.has(id)).length;
    return { space, embedded: embeddable.length - missing, missing };
  });
}

export function activeSpaces({ user }: Scope): Space[] {
  return user.spaces.map(({ space }) => space).filter(({ state }) => state === "active");
}

export function weighting(scope: Scope, spaceId: number): Weighting | null {
  return findSpace(scope, spaceId)?.weighting ?? null;
}

export function createSpace({ user }: Scope, request: NewSpace): Space {
  const { weighting: weights, ...fields } = request;
  user.lastSpaceId += 1;
  const space: Space = { id: user.lastSpaceId, ...fields, state: "building", weighted: weights !== null };
  user.spaces.push({ space, weighting: weights, vectors: new Map() });
  return space;
}

export function unembedded(scope: Scope, request: { spaceId: number; limit: number }): Unembedded[] {
  const vectors = findSpace(scope, request.spaceId)?.vectors;
  if (vectors === undefined) return [];
  const missing = visibleDocuments(scope).filter((document) => isEmbeddable(document) && !vectors.has(document.id));
  return missing.slice(0, request.limit).map(toUnembedded);
}

export function embeddableTexts(scope: Scope, request: { after: string | null; limit: number }): Unembedded[] {
  const last = request.after === null ? 0 : (scope.user.documents.get(request.after)?.serial ?? 0);
  const rest = visibleDocuments(scope).filter((document) => document.serial > last && isEmbeddable(document));
  return rest.slice(0, request.limit).map(toUnembedded);
}

function checkVector(vector: Float32Array, dimension: number): void {
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  if (vector.length !== dimension || !(Math.abs(square - 1) <= UNIT_TOLERANCE)) {
    throw new CortexError("embedder_invalid", { detail: `A vector is not of length 1 in ${dimension} dimensions.` });
  }
}

export function saveVectors(scope: Scope, request: { spaceId: number; vectors: readonly { id: string; vector: Float32Array | null }[] }): void {
  const found = findSpace(scope, request.spaceId);
  if (found === undefined) return;
  for (const { vector } of request.vectors) {
    if (vector !== null) checkVector(vector, found.space.dimension);
  }
  const known = new Set(visibleDocuments(scope).map(({ id }) => id));
  for (const { id, vector } of request.vectors) {
    if (known.has(id)) found.vectors.set(id, vector);
  }
}

export function activateSpace(scope: Scope, spaceId: number): boolean {
  const progress = spaces(scope).find(({ space }) => space.id === spaceId);
  if (progress === undefined || progress.missing > 0) return false;
  const { space } = progress;
  space.state = "active";
  scope.user.spaces = scope.user.spaces.filter((other) => other.space.embedder !== space.embedder || other.space.id >= spaceId);
  return true;
}

export function dropSpace({ user }: Scope, spaceId: number): void {
  user.spaces = user.spaces.filter(({ space }) => space.id !== spaceId);
}
