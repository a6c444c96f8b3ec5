import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";
import { createFakeLlm, rawAnswer } from "../fake/fake-llm.ts";
import type { FakeLlm } from "../fake/fake-llm.ts";
import { llmHealth } from "../llm-health.ts";
import type { CompletionRequest, Llm } from "../llm.ts";
import { DAY_MS } from "../llm-ledger.ts";
import { createMemoryLedger } from "../memory-ledger.ts";
import { withBudget } from "./with-budget.ts";
import type { DailyBudget } from "./with-budget.ts";
import { withLedger } from "./with-ledger.ts";

const NOON = 20_000 * DAY_MS + DAY_MS / 2;
const PRICE = { input: 1, output: 10 };
const request: CompletionRequest<null> = { purpose: "capture", system: [], messages: [{ role: "user", content: "Which?" }], schema: null, maxTokens: 100 };
const code = (llm: Llm): Promise<string> => llm.complete(request).then(() => "ok", (error: unknown) => (error as CortexError).code);

function budgeted(budget: DailyBudget) {
  const clock = { time: NOON, now: () => clock.time };
  const ledger = createMemoryLedger();
  const fake: FakeLlm = createFakeLlm({ clock, price: PRICE, answer: () => rawAnswer({ text: "An answer.", usage: { input: 300, output: 100, cacheRead: 0, cacheWrite: 0 } }) });
  const llm = withBudget(withLedger(fake, { ledger, clock }), { budget, ledger, price: PRICE, clock });
  return { clock, ledger, fake, llm };
}

describe("withBudget", () => {
  it("refuses calls once the day's tokens are spent, until midnight UTC, and says so", async () => {
    const { clock, fake, llm } = budgeted({ tokens: 1_000, usd: null });
    expect([await code(llm), await code(llm), await code(llm)]).toEqual(["ok", "ok", "ok"]);
    expect(llmHealth(llm).state).toBe("ok");
    const error: unknown = await llm.complete(request).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "llm_budget_spent", retryable: false, retryAfterSeconds: 43_200 });
    expect(llmHealth(llm)).toEqual({ state: "degraded", why: "llm_budget_spent", since: NOON });
    expect(fake.calls).toHaveLength(3);
    clock.time = NOON + DAY_MS / 2 - 1;
    expect(await code(llm)).toBe("llm_budget_spent");
    clock.time += 1;
    expect(llmHealth(llm).state).toBe("ok");
    expect(await code(llm)).toBe("ok");
  });

  it("refuses calls once the day's dollars are spent", async () => {
    // A call costs 300 × $1 + 100 × $10, by the million.
    const { llm } = budgeted({ tokens: null, usd: 0.002 });
    expect([await code(llm), await code(llm), await code(llm)]).toEqual(["ok", "ok", "llm_budget_spent"]);
  });

  it("counts answers that could not be used", async () => {
    const { fake, llm, ledger } = budgeted({ tokens: 700, usd: null });
    fake.answerWith(() => rawAnswer({ text: "", usage: { input: 300, output: 100, cacheRead: 0, cacheWrite: 0 } }));
    expect([await code(llm), await code(llm), await code(llm)]).toEqual(["llm_invalid", "llm_invalid", "llm_budget_spent"]);
    expect(ledger.calls.map(({ outcome }) => outcome)).toEqual(["llm_invalid", "llm_invalid"]);
  });

  it("counts calls under way with the most they can come to, and no longer than they last", async () => {
    const { fake, llm } = budgeted({ tokens: 900, usd: null });
    fake.stall();
    const works = Array.from({ length: 20 }, () => code(llm));
    await new Promise((resolve) => void setImmediate(resolve));
    fake.recover();
    const results = await Promise.all(works);
    // A call may come to a little over 100 tokens: nine of them fill the room.
    expect(results.filter((result) => result === "ok")).toHaveLength(9);
    expect(results.filter((result) => result === "llm_budget_spent")).toHaveLength(11);
    const fresh = budgeted({ tokens: 900, usd: null });
    fresh.fake.failWith("llm_unavailable");
    for (let count = 0; count < 20; count += 1) expect(await code(fresh.llm)).toBe("llm_unavailable");
  });

  it("allows nothing with a budget of nothing, and everything without one", async () => {
    expect(await code(budgeted({ tokens: 0, usd: null }).llm)).toBe("llm_budget_spent");
    const free = budgeted({ tokens: null, usd: null });
    for (let count = 0; count < 10; count += 1) expect(await code(free.llm)).toBe("ok");
  });

  it("asks nothing when the ledger cannot be read", async () => {
    const fake = createFakeLlm();
    const ledger = { ...createMemoryLedger(), spent: () => Promise.reject(new CortexError("store_unavailable")) };
    expect(await code(withBudget(fake, { budget: { tokens: 1, usd: null }, ledger, price: null }))).toBe("store_unavailable");
    expect(fake.calls).toEqual([]);
  });
});
