import { expect, it } from "vitest";

import { kindEntities, kindRelations } from "./kind-relations.ts";

const toby = { name: "Toby", type: "concept" as const, aliases: [], kinds: ["dog", "pet"] };
const idOf = new Map([["toby", "T"], ["kind: dog", "D"], ["kind: pet", "P"]]);

it("makes one entity of each kind", () => {
  expect(kindEntities([toby, { ...toby, name: "Rex" }, { name: "Ann", type: "person", aliases: [] }]).map(({ name }) => name)).toEqual(["kind: dog", "kind: pet"]);
});

it("says once what something is, however many turns say it, and for each memory that rests on none", () => {
  const named = ["t1", "t2", "m1"].map((documentId) => ({ documentId, entities: [toby] }));
  const relations = kindRelations(named, { memories: new Set(["m1"]), idOf, at: 5 });
  expect(relations.map(({ subjectId, predicate, objectId, turnId, memoryId }) => [subjectId, predicate, objectId, turnId, memoryId])).toEqual([
    ["T", "IS_A", "D", "t1", null], ["T", "IS_A", "P", "t1", null], ["T", "IS_A", "D", null, "m1"], ["T", "IS_A", "P", null, "m1"],
  ]);
  const [later] = kindRelations([{ documentId: "t9", entities: [toby] }], { memories: new Set(), idOf, at: 9 });
  expect(later!.id).toBe(relations[0]!.id);
});

it("leaves out what is no entity", () => {
  expect(kindRelations([{ documentId: "t1", entities: [{ ...toby, name: "Rex" }] }], { memories: new Set(), idOf, at: 5 })).toEqual([]);
});
