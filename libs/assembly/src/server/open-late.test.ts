import { setTimeout as wait } from "node:timers/promises";

import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { openLate } from "./open-late.ts";
import type { Late } from "./open-late.ts";

interface Part {
  answer(question: string): Promise<string>;
  close(): Promise<void>;
}

/** A part whose attempts end as the test says, with waits that end when it says so too. */
function latePart() {
  const attempts: PromiseWithResolvers<Part>[] = [];
  const waits: PromiseWithResolvers<undefined>[] = [];
  const told: string[] = [];
  const resolvers = <Value>(list: PromiseWithResolvers<Value>[]): Promise<Value> => {
    const one = Promise.withResolvers<Value>();
    list.push(one);
    return one.promise;
  };
  const late: Late<Part> = openLate<Part>({
    open: () => resolvers(attempts),
    wait: (_milliseconds, signal) => {
      const waiting = resolvers(waits);
      signal.addEventListener("abort", () => waits.at(-1)?.resolve(undefined), { once: true });
      return waiting;
    },
    onFailure: (error) => told.push((error as CortexError).code),
    onOpen: () => told.push("open"),
  });
  return { late, attempts, waits, told };
}

const part = (closed: string[] = []): Part => ({ answer: async (question) => `${question}!`, close: async () => void closed.push("closed") });

describe("openLate", () => {
  it("lets calls wait for the first attempt, and go on to what it opened", async () => {
    const { late, attempts } = latePart();
    const answer = late.part.answer("tea");
    attempts[0]!.resolve(part());
    expect(await answer).toBe("tea!");
    expect(await late.part.answer("jam")).toBe("jam!");
  });

  it("fails calls at once while it is away, tries again, and tells each reason once", async () => {
    const { late, attempts, waits, told } = latePart();
    for (const code of ["store_unavailable", "store_unavailable", "store_newer"] as const) {
      attempts.at(-1)!.reject(new CortexError(code));
      await wait(0);
      await expect(late.part.answer("tea")).rejects.toMatchObject({ code });
      waits.at(-1)!.resolve(undefined);
      await wait(0);
    }
    attempts.at(-1)!.resolve(part());
    await wait(0);
    expect(await late.part.answer("tea")).toBe("tea!");
    expect(told).toEqual(["store_unavailable", "store_newer", "open"]);
  });

  it("gives up when it is closed, and closes what a running attempt still opens", async () => {
    const closed: string[] = [];
    const { late, attempts } = latePart();
    const closing = late.close();
    attempts[0]!.resolve(part(closed));
    await closing;
    expect(closed).toEqual(["closed"]);
    const other = latePart();
    other.attempts[0]!.reject(new CortexError("store_unavailable"));
    await wait(0);
    await other.late.close();
    expect(other.attempts).toHaveLength(1);
  });
});
