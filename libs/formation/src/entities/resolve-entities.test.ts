import type { Entity, EntityType } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { areClose, formOf } from "./close-names.ts";
import { resolveEntities } from "./resolve-entities.ts";

const known = (id: string, name: string, over: Partial<Entity> = {}): Entity => ({ id, namespace: "global", name, type: "person", aliases: [], createdAt: 0, mergedInto: null, documents: 1, ...over });
const found = (name: string, type: EntityType = "person", aliases: string[] = []) => ({ name, type, aliases });

function resolve(names: ReturnType<typeof found>[], entities: Entity[] = []) {
  let last = 0;
  return resolveEntities({ found: names, known: entities, nextId: () => `new${(last += 1)}` });
}

describe("resolution of names", () => {
  it("takes the entity of exactly that name or alias, whatever its spelling", () => {
    const entities = [known("a", "Zoë Marsh", { aliases: ["Zo"] })];
    expect(resolve([found("ZOE MARSH"), found("Zo")], entities)).toMatchObject({ idOf: new Map([["zoe marsh", "a"], ["zo", "a"]]), writes: [{ id: "a", name: "ZOE MARSH" }, { id: "a", name: "Zo" }], merges: [] });
  });

  it("makes one entity of one name, however often and with whatever title it is said", () => {
    const { writes, idOf } = resolve([found("Weber", "concept"), found("Dr. Weber"), found("weber")]);
    expect(writes).toMatchObject([{ id: "new1", name: "Weber", type: "person" }]);
    expect(idOf.get("weber")).toBe("new1");
  });

  it("what could not be told may be anything", () => {
    expect(resolve([found("Redis", "concept")], [known("r", "Redis", { type: "system" })]).writes).toMatchObject([{ id: "r" }]);
    expect(resolve([found("Redis", "system")], [known("r", "Redis", { type: "concept" })]).writes).toEqual([{ id: "r", name: "Redis", type: "system", aliases: [] }]);
  });

  it("a person and a place of one name are two", () => {
    const { writes } = resolve([found("Jordan", "place")], [known("j", "Jordan")]);
    expect(writes).toMatchObject([{ id: "new1", name: "Jordan", type: "place" }]);
  });

  it("what is said of a merged name stays with it, so that the merge can be undone", () => {
    const merged = [known("melanie", "Melanie", { documents: 9 }), known("m", "Mel", { mergedInto: "melanie" })];
    expect(resolve([found("Mel"), found("Melanie")], merged)).toMatchObject({ idOf: new Map([["mel", "m"], ["melanie", "melanie"]]), writes: [{ id: "m" }, { id: "melanie" }], merges: [], ambiguous: [] });
  });

  it("a merged name may be of the kind of the one that stands for it", () => {
    const merged = [known("j", "Jordan", { type: "place", mergedInto: "b" }), known("b", "Jordan Baker")];
    expect(resolve([found("Jordan")], merged).idOf.get("jordan")).toBe("j");
    expect(resolve([found("Jordan")], [merged[0]!]).idOf.get("jordan")).toBe("new1");
  });

  it("of two with one name takes the one that is called so before the one that is known as that too", () => {
    expect(resolve([found("Mel")], [known("melanie", "Melanie", { aliases: ["Mel"], documents: 9 }), known("m", "Mel")]).idOf.get("mel")).toBe("m");
    expect(resolve([found("Mel")], [known("melanie", "Melanie", { aliases: ["Mel"] }), known("m", "Mel", { type: "project" })]).idOf.get("mel")).toBe("melanie");
  });

  it("merges a new close name into the only one that it can be, and not what is known already", () => {
    expect(resolve([found("Mel")], [known("m", "Melanie")])).toMatchObject({ writes: [{ id: "new1", name: "Mel" }], merges: [{ from: "new1", into: "m" }], ambiguous: [] });
    expect(resolve([found("Mel")], [known("m", "Melanie"), known("l", "Mel")]).merges).toEqual([]);
  });

  it("leaves a name alone that could be one of several", () => {
    const { merges, ambiguous } = resolve([found("Mel")], [known("m", "Melanie"), known("n", "Melvin")]);
    expect(merges).toEqual([]);
    expect(ambiguous).toMatchObject([{ key: "mel", id: "new1", candidates: [{ id: "m" }, { id: "n" }] }]);
  });

  it("never makes one of two people because a third name is close to both", () => {
    expect(resolve([found("Mel"), found("Melanie"), found("Melvin")])).toMatchObject({ merges: [], ambiguous: [{ key: "mel", candidates: [{ name: "Melanie" }, { name: "Melvin" }] }] });
    expect(resolve([found("Ann Weber")], [known("a", "Ann"), known("l", "Ann Lee", { mergedInto: "a" })])).toMatchObject({ merges: [], ambiguous: [] });
    expect(resolve([found("Ann Weber")], [known("a", "Ann"), known("l", "Ann Lee")])).toMatchObject({ merges: [], ambiguous: [] });
    expect(resolve([found("Annie Lee")], [known("a", "Ann", { mergedInto: "l" }), known("l", "Ann Lee")]).merges).toEqual([{ from: "new1", into: "l" }]);
  });

  it("of two new ones that are close, one is merged into the other, not both", () => {
    expect(resolve([found("Ann Lee"), found("Ann")]).merges).toEqual([{ from: "new1", into: "new2" }]);
  });
});

describe("close names", () => {
  it.each([
    ["Ann", "Ann Lee", true], ["Mel", "Melanie", true], ["Dr. Weber", "Weber", true], ["Jo Weber", "Weber", true], ["Chris Stone", "Christopher Stone", true],
    ["Maria", "Mario", false], ["Ann Lee", "Ann Weber", false], ["Al", "Albert", false], ["Anna", "Hanna", false], ["Tom Stone", "Tim Stone", false],
  ])("%s and %s: %s", (one, other, close) => expect(areClose(formOf({ name: one, type: "person" }), formOf({ name: other, type: "person" }))).toBe(close));

  it("an acronym and what it stands for, but no person", () => {
    expect(areClose(formOf({ name: "UWI", type: "concept" }), formOf({ name: "University of the West Indies", type: "organisation" }))).toBe(true);
    expect(areClose(formOf({ name: "UWI", type: "concept" }), formOf({ name: "University of Warwick", type: "organisation" }))).toBe(false);
    expect(areClose(formOf({ name: "Ann", type: "person" }), formOf({ name: "Ann", type: "place" }))).toBe(false);
  });
});
