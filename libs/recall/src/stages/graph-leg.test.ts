import type { GraphHit } from "@memory-cortex/store";
import { expect, it } from "vitest";

import { hitsOfKind } from "./graph-leg.ts";

const hit = (id: string, hop: GraphHit["hop"], weight: number) => ({ ref: { id }, hop, weight, holds: [] }) as unknown as GraphHit;
const hits = [hit("named", 0, 1), hit("of the kind", 1, 0.5), hit("named all over", 1, 0.1), hit("far", 2, 0.25)];
const city = { id: "c", name: "kind: city" };

it("takes what one relation leads to from a kind that the question asks for, and what mentions somebody whom it names besides", () => {
  expect([...hitsOfKind({ entities: [{ ...city, hop: 0 }], hits })]).toEqual(["named", "of the kind"]);
});

it("takes nothing where no kind is asked for", () => {
  expect(hitsOfKind({ entities: [{ id: "a", name: "Ann", hop: 0 }, { ...city, hop: 1 }], hits }).size).toBe(0);
});
