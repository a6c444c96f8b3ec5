import { describe, expect, it } from "vitest";

import { CacheBudget } from "./cache-budget.ts";

class Owner {
  cachedBytes: number;
  constructor(bytes: number) {
    this.cachedBytes = bytes;
  }
  dropCaches(): void {
    this.cachedBytes = 0;
  }
}

describe("CacheBudget", () => {
  it("takes from those not asked for the longest, and never from the one asked for last", () => {
    const budget = new CacheBudget(100);
    const [first, second, third, large] = [new Owner(40), new Owner(40), new Owner(40), new Owner(500)];
    for (const owner of [first, second, first, third]) budget.used(owner);
    expect([first, second, third].map(({ cachedBytes }) => cachedBytes)).toEqual([40, 0, 40]);
    budget.used(large);
    expect([first, third, large].map(({ cachedBytes }) => cachedBytes)).toEqual([0, 0, 500]);
  });

  it("counts what an owner has now, and forgets who is gone", () => {
    const budget = new CacheBudget(100);
    const [growing, gone, other] = [new Owner(10), new Owner(60), new Owner(30)];
    for (const owner of [gone, growing, other]) budget.used(owner);
    budget.forget(gone);
    growing.cachedBytes = 70;
    budget.used(growing);
    expect([growing, other].map(({ cachedBytes }) => cachedBytes)).toEqual([70, 30]);
    growing.cachedBytes = 71;
    budget.used(growing);
    expect([growing, other].map(({ cachedBytes }) => cachedBytes)).toEqual([71, 0]);
  });
});
