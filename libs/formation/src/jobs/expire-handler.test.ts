import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { createExpireHandler } from "./expire-handler.ts";

const context = { signal: new AbortController().signal, attempt: 1 };

/** A store that still holds so many expired memories of each user. */
function storeWith(expired: Record<string, number>) {
  return {
    users: async () => Object.keys(expired),
    retireExpired: async ({ userId }: { userId: string }, { limit }: { limit: number }) => {
      if (userId === "damaged") throw new CortexError("store_corrupt");
      const retired = Math.min(limit, expired[userId]!);
      expired[userId]! -= retired;
      return retired;
    },
  };
}

describe("createExpireHandler", () => {
  it("goes on until nothing of anybody is left, whoever's file is damaged", async () => {
    const expired = { damaged: 1, ann: 250, bob: 100, cleo: 0 };
    const run = createExpireHandler({ store: storeWith(expired), clock: { now: () => 0 } });
    expect(await run({}, context)).toEqual({ outcome: "failed", code: "store_corrupt" });
    expect(expired).toEqual({ damaged: 1, ann: 0, bob: 0, cleo: 0 });
  });

  it("keeps to one user who is named, and stops when it is told to", async () => {
    const expired = { ann: 5, bob: 5 };
    const run = createExpireHandler({ store: storeWith(expired), clock: { now: () => 0 } });
    expect(await run({ user_id: "bob" }, context)).toEqual({ outcome: "success" });
    await expect(run({}, { signal: AbortSignal.abort(), attempt: 1 })).rejects.toMatchObject({ code: "aborted" });
    expect(expired).toEqual({ ann: 5, bob: 0 });
  });
});
