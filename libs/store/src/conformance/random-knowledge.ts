import { CortexError, realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import fc from "fast-check";
import { expect, it } from "vitest";

import { createMemoryStore } from "../memory-store/create-memory-store.ts";
import type { GraphWrites, RelationWrite } from "../graph.ts";
import type { MemoryWrite } from "../memories.ts";
import type { DocumentFilter } from "../search.ts";
import type { Store } from "../store.ts";
import type { Bench } from "./factories.ts";
import { append, everything, memory, T0, turn, uniqueId } from "./factories.ts";

const NAMESPACES = ["a", "b"];
const NAMES = ["Ann", "Bob", "Zoë", "the Lab", "Ann's"];
const KEYS = ["ann", "bob", "zoe", "lab", "none"];

const place = fc.nat({ max: 7 });
const moment = fc.nat({ max: 12 }).map((hours) => T0 + hours);
const realmNames = fc.constantFrom(["a"], ["b"], ["a", "b"], ["b", "a"]);

/** Places stand for what was written so far, in order, beginning anew after the last; or for what is not there. */
const graphParts = fc.record({
  entities: fc.array(fc.record({ entity: place, name: fc.constantFrom(...NAMES), type: fc.constantFrom("person" as const, "place" as const, "concept" as const), aliases: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }) }), { maxLength: 3 }),
  mentions: fc.array(fc.record({ entity: place, document: place }), { maxLength: 4 }),
  relations: fc.array(
    fc.record({ entity: place, object: fc.option(place), relation: place, predicate: fc.constantFrom("P", "Q"), memory: fc.option(place), from: fc.option(moment), to: fc.option(moment), end: fc.boolean(), at: moment }),
    { maxLength: 3 },
  ),
});

const write = fc.record({
  action: fc.constantFrom("create" as const, "addProvenance" as const, "reinforce" as const, "supersede" as const, "world" as const, "end" as const, "conflict" as const),
  target: place,
  others: fc.array(place, { maxLength: 2 }),
  text: fc.constantFrom("x one", "x Ann two", "x Zoë, three"),
  from: fc.option(moment),
  to: fc.option(moment),
  at: moment,
});

export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("commit" as const), namespaces: realmNames, writes: fc.array(write, { maxLength: 2 }), graph: graphParts }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("capture" as const), namespaces: realmNames, turn: place, writes: fc.array(write, { maxLength: 2 }), graph: graphParts, improvable: fc.boolean(), improves: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("say" as const), namespaces: realmNames, at: moment }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("retire" as const, "erase" as const, "unsay" as const, "resolve" as const, "merge" as const, "unmerge" as const), namespaces: realmNames, target: place, other: place, at: moment }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Written = Extract<Step, { kind: "commit" }>;

/** Ids of what was written, so that later steps can name it. */
export class Ids {
  readonly memories: string[] = [];
  readonly turns: { id: string; sessionId: string }[] = [];
  readonly entities: string[] = [];
  readonly relations: string[] = [];
  readonly groups = ["g0", "g1"];

  at<Item>(items: readonly Item[], where: number): Item | undefined {
    return items.length === 0 ? undefined : items[where % (items.length + 1)];
  }
  memory(where: number): string {
    return this.at(this.memories, where) ?? "no memory";
  }
  entity(where: number): string {
    return this.at(this.entities, where) ?? uniqueId("entity");
  }
}

function memoryWrite(ids: Ids, { action, target, others, text, from, to, at }: Written["writes"][number]): MemoryWrite {
  const created = memory(text, { createdAt: at, observedAt: at, validFrom: from, validTo: to });
  const memoryId = ids.memory(target);
  if (action === "addProvenance" || action === "reinforce") return { action, memoryId, turnIds: others.map((other) => `turn ${other}`) };
  if (action === "end") return { action, memoryId, endsAt: from ?? at, at, turnIds: [] };
  ids.memories.push(created.id);
  if (action === "create") return { action, memory: created };
  if (action === "conflict") return { action, memory: created, with: others.map((other) => ids.memory(other)), group: ids.groups[target % 2]!, at };
  return { action: "supersede", memoryId, memory: created, at, change: action === "world" ? "world" : "correction", ...(to !== null && { endsAt: to }) };
}

function graphWrites(ids: Ids, { entities, mentions, relations }: Written["graph"]): GraphWrites {
  const known = entities.map(({ entity, ...fields }) => ({ id: ids.entity(entity), ...fields }));
  for (const { id } of known) if (!ids.entities.includes(id)) ids.entities.push(id);
  const documents = [...ids.memories, ...ids.turns.map(({ id }) => id)];
  return {
    entities: known,
    mentions: mentions.map(({ entity, document }) => ({ entityId: ids.entity(entity), documentId: ids.at(documents, document) ?? "none" })),
    relations: relations.map(({ entity, object, relation, predicate, memory: source, from, to, end, at }): RelationWrite => {
      const id = ids.at(ids.relations, relation) ?? uniqueId("relation");
      if (end) return { action: "end", id, validTo: to ?? at, at };
      ids.relations.push(id);
      const memoryId = source === null ? null : ids.memory(source);
      const said = { id, subjectId: ids.entity(entity), predicate, objectId: object === null ? null : ids.entity(object), object: "said" };
      return { action: "create", relation: { ...said, validFrom: from, validTo: to, createdAt: at, memoryId, turnId: null, confidence: 0.5 } };
    }),
  };
}

/** What a step does to a store; the same calls for each. */
export function plan(ids: Ids, userId: string, each: Step): (store: Store) => Promise<unknown> {
  const realm = realmOf(userId, each.namespaces);
  switch (each.kind) {
    case "commit": {
      const commit = { writes: each.writes.map((one) => memoryWrite(ids, one)), ...graphWrites(ids, each.graph) };
      return (store) => store.commitMemories(realm, commit);
    }
    case "capture": {
      const said = ids.at(ids.turns, each.turn) ?? { id: "none", sessionId: "none" };
      const { improvable, improves } = each;
      const commit = { sessionId: said.sessionId, turnIds: [said.id], at: T0, improvable, improves };
      const parts = { writes: each.writes.map((one) => memoryWrite(ids, one)), ...graphWrites(ids, each.graph) };
      return (store) => store.commitCapture(realm, { ...commit, ...parts });
    }
    case "say": {
      const [said, sessionId] = [turn("x said Bob", { observedAt: each.at, createdAt: each.at }), uniqueId("session")];
      ids.turns.push({ id: said.id, sessionId });
      return (store) => append(store, realm, { sessionId, inserts: [{ at: 0, turns: [said] }] });
    }
    case "retire":
      return (store) => store.retireMemory(realm, { id: ids.memory(each.target), at: each.at });
    case "erase":
      return (store) => store.eraseMemory(realm, { id: ids.memory(each.target), at: each.at });
    case "unsay": {
      const said = ids.at(ids.turns, each.target)?.id ?? "none";
      return (store) => store.eraseTurns(realm, { ids: [said], at: each.at });
    }
    case "resolve":
      return (store) => store.resolveConflict(realm, { group: ids.groups[each.other % 2]!, winnerId: ids.memory(each.target), at: each.at });
    case "merge":
      return (store) => store.mergeEntities(realm, { from: ids.entity(each.target), into: ids.entity(each.other) });
    case "unmerge":
      return (store) => store.unmergeEntity(realm, ids.entity(each.target));
  }
}

/** The answer, or the code of the error. */
export const outcome = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => (CortexError.isInstance(error) ? error.code : error));

const FILTERS: Partial<DocumentFilter>[] = [{}, { asOf: T0 + 4 }, { knownAt: T0 + 4 }, { asOf: T0 + 8, knownAt: T0 + 4 }, { includeHistory: true }];

/** Everything that can be asked of what is known. */
export async function ask(store: Store, realm: Realm, ids: Ids): Promise<unknown[]> {
  const { storageBytes: _, ...stats } = await store.stats(realm);
  const answers: unknown[] = [stats, await store.findEntities(realm, KEYS), await store.findNamed(realm, KEYS), await store.improvableWindows(realm, { limit: 9 })];
  answers.push(await store.findRelations(realm, { subjectKeys: KEYS, predicates: ["P"], now: T0 + 5 }), (await store.listConflicts(realm, { limit: 9 })).items);
  answers.push((await store.listMemories(realm, { includeHistory: true, now: T0 }, { limit: 99 })).items, (await store.listEntities(realm, { limit: 99 })).items);
  for (const id of ids.memories.slice(0, 4)) answers.push((await store.history(realm, id)).map((version) => version.id));
  for (const id of ids.entities.slice(0, 4)) answers.push(await store.getEntity(realm, id));
  for (const fields of FILTERS) {
    const filter = everything({ now: T0 + 6, ...fields });
    answers.push(await store.expand(realm, { keys: ["ann", "lab"], hops: 2, filter, limit: 5, entityLimit: 2 }));
    answers.push((await store.searchText(realm, { terms: ["x"], filter, limit: 99, window: 0 })).map(({ ref }) => ref.id).sort());
  }
  return answers;
}

export function randomKnowledgeCases(bench: Bench): void {
  it("answers as the measure does after random writes, and is whole", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        bench.clock.time = T0;
        const userId = uniqueId("user");
        const measure = createMemoryStore({ clock: bench.clock });
        const ids = new Ids();
        for (const each of steps) {
          const call = plan(ids, userId, each);
          expect(await outcome(call(bench.store))).toEqual(await outcome(call(measure)));
        }
        for (const namespaces of [["a"], NAMESPACES]) {
          const realm = realmOf(userId, namespaces);
          const [answers, measured] = [await ask(bench.store, realm, ids), await ask(measure, realm, ids)];
          answers.forEach((answer, index) => expect(answer).toEqual(measured[index]));
        }
        await expect(bench.store.checkIntegrity(realmOf(userId))).resolves.toEqual({ ok: true, problems: [] });
      }),
      { numRuns: 40 },
    );
  }, 180_000);
}
