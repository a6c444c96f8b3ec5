import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";
import { createFakeLlm, rawAnswer } from "../fake/fake-llm.ts";
import type { CompletionRequest } from "../llm.ts";
import { DAY_MS } from "../llm-ledger.ts";
import type { LlmCall } from "../llm-ledger.ts";
import { createMemoryLedger } from "../memory-ledger.ts";
import { withLedger } from "./with-ledger.ts";

const SECRET = "the secret text of the caller";
const request: CompletionRequest<null> = { purpose: "judge", system: [], messages: [{ role: "user", content: SECRET }], schema: null, maxTokens: 10 };
const usage = { input: 10, output: 5, cacheRead: 100, cacheWrite: 0 };

function recorded() {
  const clock = { time: 5 * DAY_MS, now: () => (clock.time += 7) };
  const ledger = createMemoryLedger();
  const told: LlmCall[] = [];
  const fake = createFakeLlm({ clock, model: "asked", price: { input: 1, output: 2 }, answer: () => rawAnswer({ text: "An answer.", model: "answered", usage }) });
  return { clock, ledger, fake, told, llm: withLedger(fake, { ledger, clock, onCall: (call) => told.push(call) }) };
}

describe("withLedger", () => {
  it("writes down what a call was for, took and cost", async () => {
    const { ledger, told, llm } = recorded();
    await llm.complete(request);
    expect(ledger.calls).toMatchObject([{ purpose: "judge", name: "fake", model: "answered", outcome: "ok", usage, costUsd: 30e-6, latencyMs: 7 }]);
    expect(told).toEqual(ledger.calls);
    expect(JSON.stringify(ledger.calls)).not.toContain(SECRET);
    expect(await ledger.spent(5 * DAY_MS)).toEqual({ tokens: 115, usd: 30e-6 });
    expect(await ledger.spent(4 * DAY_MS)).toEqual({ tokens: 0, usd: 0 });
  });

  it("writes down failures with what they cost all the same", async () => {
    const { ledger, fake, llm } = recorded();
    fake.answerWith(() => rawAnswer({ text: "", usage }));
    await expect(llm.complete(request)).rejects.toMatchObject({ code: "llm_invalid" });
    fake.failWith("llm_unavailable");
    await expect(llm.complete(request)).rejects.toMatchObject({ code: "llm_unavailable" });
    fake.failWith("timeout");
    await expect(llm.complete(request)).rejects.toMatchObject({ code: "timeout" });
    expect(ledger.calls.map(({ outcome, usage: { output }, costUsd }) => [outcome, output, costUsd! > 0])).toEqual([["llm_invalid", 5, true], ["llm_unavailable", 0, false], ["timeout", 0, true]]);
    expect(ledger.calls[2]!.usage.input).toBeGreaterThan(0);
  });

  it("does not write down a call that was never made", async () => {
    const { ledger, llm } = recorded();
    await expect(llm.complete({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    expect(ledger.calls).toEqual([]);
  });

  it("hands on an answer that is paid for when it cannot be written down, and says so", async () => {
    const lost: unknown[] = [];
    const ledger = { ...createMemoryLedger(), record: () => Promise.reject(new CortexError("store_unavailable")) };
    const llm = withLedger(createFakeLlm(), { ledger, onLost: (error) => lost.push(error) });
    expect((await llm.complete(request)).value).toBe("An answer.");
    expect(lost).toMatchObject([{ code: "store_unavailable" }]);
  });
});

describe("createMemoryLedger", () => {
  it("keeps sums of days, though calls and days are forgotten", async () => {
    const ledger = createMemoryLedger({ keep: 3 });
    for (let day = 0; day < 10; day += 1) {
      for (let call = 0; call < 5; call += 1) await ledger.record({ at: day * DAY_MS + call, purpose: "capture", name: "n", model: "m", outcome: "ok", usage, costUsd: null, latencyMs: 1 });
    }
    expect(ledger.calls).toHaveLength(3);
    expect(await ledger.spent(9 * DAY_MS)).toEqual({ tokens: 575, usd: 0 });
    expect(await ledger.spent(0)).toEqual({ tokens: 0, usd: 0 });
  });
});
