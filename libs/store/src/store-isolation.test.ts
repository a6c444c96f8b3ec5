import type { Realm } from "@memory-cortex/models";
import { describe, expectTypeOf, it } from "vitest";

import type { Store } from "./store.ts";

/** Upkeep of the whole store; everything else touches memory and needs a realm. */
type WithoutRealm = "users" | "llmSpent" | "unfinishedImports" | "ping" | "close";
type FirstParameters = { [Method in Exclude<keyof Store, WithoutRealm>]: Parameters<Store[Method]>[0] };

describe("isolation by type", () => {
  it("takes a realm first in every method that touches memory (checked by the compiler)", () => {
    expectTypeOf<FirstParameters[keyof FirstParameters]>().toEqualTypeOf<Realm>();
  });

  it("accepts no realm that was not made by realmOf or wholeUser", () => {
    expectTypeOf<string>().not.toExtend<Realm>();
    expectTypeOf<{ userId: string; namespaces: readonly [string] }>().not.toExtend<Realm>();
  });
});
