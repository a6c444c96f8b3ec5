import type { Entity, EntityType } from "@memory-cortex/models";
import type { EntityWrite } from "@memory-cortex/store";
import { entityKey } from "@memory-cortex/text";

import type { CandidateEntity } from "../capture/candidate.ts";
import { areClose, compatible, formOf, withoutTitle } from "./close-names.ts";
import type { NameForm } from "./close-names.ts";
import type { NameMerge } from "./merge-names.ts";

/** A name that nothing known has, and the entity that it becomes. */
interface NewName {
  key: string;
  entity: CandidateEntity;
  id: string;
}

/** A new entity that may be one that is known. */
export interface CloseName extends NewName {
  /** At least one. */
  candidates: { id: string; name: string; type: EntityType }[];
}

export interface ResolvedEntities {
  /** Entity by key of each name and alias. */
  idOf: ReadonlyMap<string, string>;
  writes: EntityWrite[];
  /** New entities with one close name only: to be merged, which can be undone. */
  merges: NameMerge[];
  /** New entities with several: who it is nobody knows without reading. */
  ambiguous: CloseName[];
}

export interface Resolution {
  found: readonly CandidateEntity[];
  /** Entities of the realm that have one of the names, or a close one, and those that stand for them; each with its own names only. */
  known: readonly Entity[];
  nextId: () => string;
}

/**
 * Which entity each name stands for: one of exactly that name or alias, else a new one. A name that is merely close to exactly one other of
 * a compatible kind becomes a new entity that is merged into that one, so that a person can undo it; close to several, it stays alone, and so
 * does one whose only close name others are close to that it is not.
 */
export function resolveEntities({ found, known, nextId }: Resolution): ResolvedEntities {
  const byKey = namesOf(known);
  const byId = new Map(known.map((entity) => [entity.id, entity]));
  const standing = (entity: Entity): Entity => (entity.mergedInto === null ? entity : (byId.get(entity.mergedInto) ?? entity));
  const idOf = new Map<string, string>();
  const writes: EntityWrite[] = [];
  const fresh: NewName[] = [];
  for (const entity of united(found)) {
    const keys = keysOf(entity);
    const exact = keys.map((key) => bestOf(byKey.get(key) ?? [], { key, type: entity.type, standing })).find((one) => one !== undefined);
    // The one that was named, not the one that stands for it: whoever undoes the merge gets back all that was said of it since.
    const id = exact?.id ?? nextId();
    for (const key of keys) if (!idOf.has(key)) idOf.set(key, id);
    if (exact === undefined) fresh.push({ entity, key: keys[0]!, id });
    // Known ones too: what a document calls somebody is then known to rest on that document, and goes with it alone.
    writes.push({ id, name: entity.name, type: entity.type, aliases: entity.aliases });
  }
  return { idOf, writes, ...(fresh.length === 0 ? { merges: [], ambiguous: [] } : closeOnes(fresh, known)) };
}

/** Of the new ones only: what a person has parted must not be put together again by the next message. */
function closeOnes(fresh: readonly NewName[], known: readonly Entity[]): Pick<ResolvedEntities, "merges" | "ambiguous"> {
  const merges: ResolvedEntities["merges"] = [];
  const ambiguous: CloseName[] = [];
  const gone = new Set<string>();
  const formed = fresh.map((name) => ({ ...name, form: formOf(name.entity) }));
  const all = [
    ...known.map((entity) => ({ ...entity, form: formOf(entity) })),
    ...formed.map(({ id, entity: { name, type }, form }) => ({ id, name, type, mergedInto: null, form })),
  ];
  const others = all.filter(({ mergedInto }) => mergedInto === null);
  // Whoever "Ann Weber" is, "Ann" is no name for her alone where there is "Ann Lee", merged or not.
  const isShared = (form: NameForm, { id, only }: { id: string; only: (typeof all)[number] }): boolean =>
    all.some((rival) => rival.id !== id && rival.id !== only.id && areClose(rival.form, only.form) && !areClose(rival.form, form));
  for (const { entity, key, id, form } of formed) {
    const candidates = others.filter((other) => other.id !== id && !gone.has(other.id) && areClose(form, other.form));
    const only = candidates[0];
    if (only === undefined) continue;
    if (candidates.length > 1) ambiguous.push({ key, entity, id, candidates: candidates.map(({ id: other, name, type }) => ({ id: other, name, type })) });
    else if (!isShared(form, { id, only })) {
      merges.push({ from: id, into: only.id });
      gone.add(id);
    }
  }
  return { merges, ambiguous };
}

function namesOf(known: readonly Entity[]): Map<string, Entity[]> {
  const byKey = new Map<string, Entity[]>();
  for (const entity of known) for (const key of keysOf(entity)) byKey.set(key, [...(byKey.get(key) ?? []), entity]);
  return byKey;
}

/** Keys of the name and aliases, with and without a title; the name's own first. */
function keysOf({ name, aliases }: { name: string; aliases: readonly string[] }): string[] {
  const names = [name, ...aliases];
  return [...new Set([...names, ...names.map(withoutTitle)].map(entityKey))].filter((key) => key !== "");
}

interface Wanted {
  key: string;
  type: EntityType;
  /** The one that stands for an entity. */
  standing: (entity: Entity) => Entity;
}

/**
 * Of several with one name the one of the same kind, else one whose kind is compatible, else the one that is called so and not merely known
 * as that too, else the most mentioned: what kind a name is follows from the words around it, which often say nothing. Only people are never
 * anything else. Of what was merged the kind of either will do.
 */
function bestOf(entities: readonly Entity[], { key, type, standing }: Wanted): Entity | undefined {
  const fits = (one: EntityType): number => (one === type ? 2 : compatible(one, type) ? 1 : 0);
  const rank = (entity: Entity): number => Math.max(fits(entity.type), fits(standing(entity).type));
  const isCalled = ({ name }: Entity): number => Number(entityKey(name) === key);
  const [best] = entities.toSorted((a, b) => rank(b) - rank(a) || isCalled(b) - isCalled(a) || b.documents - a.documents);
  if (best === undefined) return undefined;
  const apart = rank(best) === 0 && [best.type, standing(best).type, type].includes("person");
  return apart ? undefined : best;
}

/** One entry for each name; its kind is the one met most often, "concept" only when nothing else was met. */
function united(found: readonly CandidateEntity[]): CandidateEntity[] {
  const byKey = new Map<string, CandidateEntity[]>();
  for (const entity of found) {
    const key = entityKey(withoutTitle(entity.name)) || entityKey(entity.name);
    if (key !== "") byKey.set(key, [...(byKey.get(key) ?? []), entity]);
  }
  return [...byKey.values()].map((same) => {
    const [first] = same;
    const aliases = [...new Set(same.flatMap(({ name, aliases: others }) => [name, ...others]))].filter((name) => name !== first!.name && entityKey(name) !== entityKey(first!.name));
    return { name: first!.name, type: commonType(same), aliases };
  });
}

function commonType(same: readonly CandidateEntity[]): EntityType {
  const counts = new Map<EntityType, number>();
  for (const { type } of same) if (type !== "concept") counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "concept";
}
