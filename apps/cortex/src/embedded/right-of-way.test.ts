import { beforeEach, describe, expect, it } from "vitest";

import { RightOfWay } from "./right-of-way.ts";

const still = new AbortController().signal;

describe("RightOfWay", () => {
  let now: number;
  let way: RightOfWay;
  /** What happens while somebody waits, by the moment of it. */
  let events: Map<number, () => void>;

  beforeEach(() => {
    now = 0;
    events = new Map();
    const wait = async (milliseconds: number): Promise<void> => {
      now += milliseconds;
      events.get(now)?.();
    };
    way = new RightOfWay({ monotonic: () => now, wait });
  });

  it("lets pass at once while nobody asks", async () => {
    await way.giveWay(still);
    expect(now).toBe(0);
  });

  it("waits until a recall is answered, and a moment longer", async () => {
    const answered = Promise.withResolvers<string>();
    const recall = way.during(() => answered.promise);
    events.set(50, () => answered.resolve("an answer"));
    await way.giveWay(still);
    await expect(recall).resolves.toBe("an answer");
    expect(now).toBeGreaterThanOrEqual(75);
    expect(now).toBeLessThan(100);
  });

  it("waits half a second for recalls that never cease, and not for a job that is called off", async () => {
    void way.during(() => new Promise(() => undefined));
    await way.giveWay(still);
    expect(now).toBe(500);
    await way.giveWay(AbortSignal.abort());
    expect(now).toBe(500);
  });

  it("lets new turns in a few milliseconds after the last recall, or after a twentieth of a second", async () => {
    const answered = Promise.withResolvers<string>();
    void way.during(() => answered.promise);
    events.set(10, () => answered.resolve("an answer"));
    await way.letPass();
    expect(now).toBeGreaterThanOrEqual(15);
    expect(now).toBeLessThan(20);
    const since = now;
    void way.during(() => new Promise(() => undefined));
    await way.letPass();
    expect(now - since).toBe(50);
  });

  it("counts a recall that fails as answered", async () => {
    await expect(way.during(() => Promise.reject(new RangeError("broken")))).rejects.toThrow("broken");
    now += 25;
    await way.giveWay(still);
    expect(now).toBe(25);
  });
});
