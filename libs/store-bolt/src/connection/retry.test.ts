import { CortexError } from "@memory-cortex/models";
import { expect, it } from "vitest";

import { memgraphDialect } from "../dialects/memgraph.ts";
import { neo4jDialect } from "../dialects/neo4j.ts";
import { withRetry } from "./retry.ts";

const serverError = (code: string, message = ""): Error => Object.assign(new Error(message), { code });

/** Work that fails so many times and then gives 7; tells how often it was tried. */
function failing(times: number, error: Error): { work: () => Promise<number>; tries: () => number } {
  let tries = 0;
  const work = async (): Promise<number> => {
    tries += 1;
    if (tries <= times) throw error;
    return 7;
  };
  return { work, tries: () => tries };
}

const limits = { dialect: neo4jDialect, patience: 1_000 };

it.each([
  ["a deadlock", neo4jDialect, serverError("Neo.TransientError.Transaction.DeadlockDetected")],
  ["a broken connection", neo4jDialect, serverError("ServiceUnavailable")],
  ["a key that another one made first", neo4jDialect, serverError("Neo.ClientError.Schema.ConstraintValidationFailed")],
  ["a node that another one has deleted", neo4jDialect, serverError("Neo.ClientError.Statement.EntityNotFound")],
  ["a conflict on Memgraph", memgraphDialect, serverError("Memgraph.TransientError.MemgraphError.MemgraphError", "Cannot resolve conflicting transactions. Retry this transaction when the conflicting transaction is finished.")],
  ["a key that another one made first on Memgraph", memgraphDialect, serverError("Memgraph.ClientError.MemgraphError.MemgraphError", "Unable to commit due to unique constraint violation on :CortexUser(id).")],
])("does the work again after %s", async (_, dialect, error) => {
  const { work, tries } = failing(3, error);
  await expect(withRetry(work, { dialect, patience: 1_000 })).resolves.toBe(7);
  expect(tries()).toBe(4);
});

it.each([
  ["a wrong statement", serverError("Neo.ClientError.Statement.SyntaxError"), "internal"],
  ["a refused password", serverError("Neo.ClientError.Security.Unauthorized"), "store_unavailable"],
  ["a time limit", serverError("Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration"), "timeout"],
  ["a finding of our own", new CortexError("not_found"), "not_found"],
  ["something without a code", new Error("?"), "internal"],
])("does not try again after %s", async (_, error, code) => {
  const { work, tries } = failing(1, error);
  await expect(withRetry(work, limits)).rejects.toMatchObject({ code });
  expect(tries()).toBe(1);
});

it("gives up when its patience is over, and when nobody waits any more", async () => {
  const conflict = serverError("Neo.TransientError.Transaction.DeadlockDetected");
  const short = failing(1_000, conflict);
  await expect(withRetry(short.work, { ...limits, patience: 40 })).rejects.toMatchObject({ code: "store_unavailable", detail: expect.stringContaining("DeadlockDetected") });
  expect(short.tries()).toBeGreaterThan(1);
  const alone = failing(1_000, conflict);
  await expect(withRetry(alone.work, { ...limits, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "store_unavailable" });
  expect(alone.tries()).toBe(1);
});

it("tells nothing of what a server's message quotes", async () => {
  const error = serverError("Neo.ClientError.Statement.TypeError", "Expected a number, got 'secret'");
  await expect(withRetry(failing(1, error).work, limits)).rejects.toSatisfy((problem: CortexError) => !problem.detail.includes("secret") && !problem.message.includes("secret"));
});
