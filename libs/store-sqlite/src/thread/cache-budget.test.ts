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
  it("takes from those not asked for the longest, the largest aside, and never from the one asked for last", () => {
    const budget = new CacheBudget(100);
    const [first, second, third, fourth, large] = [new Owner(40), new Owner(40), new Owner(40), new Owner(41), new Owner(500)];
    for (const owner of [first, second, first, third, fourth]) budget.used(owner);
    expect([first, second, third, fourth].map(({ cachedBytes }) => cachedBytes)).toEqual([40, 0, 40, 41]);
    budget.used(large);
    expect([first, third, fourth, large].map(({ cachedBytes }) => cachedBytes)).toEqual([0, 40, 41, 500]);
  });

  it("keeps the largest, however long ago it was asked for, until another one comes that is beyond the limit by itself, and the small ones beside", () => {
    const budget = new CacheBudget(100);
    const [large, small, other] = [new Owner(500), new Owner(60), new Owner(60)];
    for (const owner of [large, small, other]) budget.used(owner);
    expect([large, small, other].map(({ cachedBytes }) => cachedBytes)).toEqual([500, 0, 60]);
    const next = new Owner(300);
    budget.used(next);
    expect([large, other, next].map(({ cachedBytes }) => cachedBytes)).toEqual([0, 60, 300]);
    large.cachedBytes = 500;
    budget.used(large);
    expect([large, other, next].map(({ cachedBytes }) => cachedBytes)).toEqual([500, 60, 0]);
  });

  it("counts what an owner has now, and forgets who is gone", () => {
    const budget = new CacheBudget(100);
    const [growing, gone, other] = [new Owner(10), new Owner(60), new Owner(30)];
    const largest = new Owner(200);
    for (const owner of [largest, gone, growing, other]) budget.used(owner);
    budget.forget(gone);
    growing.cachedBytes = 70;
    budget.used(growing);
    expect([growing, other].map(({ cachedBytes }) => cachedBytes)).toEqual([70, 30]);
    growing.cachedBytes = 71;
    budget.used(growing);
    expect([growing, other, largest].map(({ cachedBytes }) => cachedBytes)).toEqual([71, 0, 200]);
  });
});
