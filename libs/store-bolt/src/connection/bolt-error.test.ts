import { describe, expect, it } from "vitest";

import { mapBoltError } from "./bolt-error.ts";

describe("mapBoltError", () => {
  it.each([
    ["ServiceUnavailable", "gone", "store_unavailable"],
    ["Neo.ClientError.Security.Unauthorized", "no", "store_unavailable"],
    ["Neo.ClientError.Transaction.TransactionTimedOut", "long", "timeout"],
    ["Neo.TransientError.Transaction.DeadlockDetected", "again", "store_unavailable"],
    ["Neo.ClientError.Statement.SyntaxError", "wrong", "internal"],
    ["N/A", "Connection acquisition timed out in 10000 ms. Pool status: Active conn count = 3, Idle conn count = 0.", "store_unavailable"],
    ["N/A", "Pool is closed, it is no more able to serve requests.", "store_unavailable"],
    ["N/A", "Something else", "internal"],
  ])("%s, %s: %s", (code, message, wanted) => {
    expect(mapBoltError(Object.assign(new Error(message), { code })).code).toBe(wanted);
  });
});
