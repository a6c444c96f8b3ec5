import type { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";
import { createFakeLlm } from "../fake/fake-llm.ts";
import type { CompletionRequest } from "../llm.ts";
import { callSlots, withConcurrency } from "./with-concurrency.ts";

const request = (content: string, signal?: AbortSignal): CompletionRequest<null> => ({ purpose: "capture", system: [], messages: [{ role: "user", content }], schema: null, maxTokens: 10, signal });
const code = (error: unknown): string => (error as CortexError).code;
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("withConcurrency", () => {
  it("makes so many calls at once, of all models that share the places, in the order of arrival", async () => {
    const slots = callSlots(4);
    const [first, second] = [createFakeLlm({ answer: ({ messages }) => `to ${messages[0]!.content}` }), createFakeLlm()];
    first.stall();
    second.stall();
    const work = Array.from({ length: 10 }, (_, index) => withConcurrency(index % 2 === 0 ? first : second, slots).complete(request(`${index}`)));
    await settle();
    expect([...first.calls, ...second.calls].map(({ messages }) => messages[0]!.content).sort()).toEqual(["0", "1", "2", "3"]);
    first.recover();
    second.recover();
    expect((await Promise.all(work)).filter((_, index) => index % 2 === 0).map(({ value }) => value)).toEqual(["to 0", "to 2", "to 4", "to 6", "to 8"]);
  });

  it("frees the place of a call that failed or was left, and lets a caller leave the queue", async () => {
    const llm = createFakeLlm();
    const limited = withConcurrency(llm, callSlots(1));
    llm.stall();
    const holds = new AbortController();
    const waits = new AbortController();
    const held = limited.complete(request("held", holds.signal)).catch(code);
    const waiting = limited.complete(request("waiting", waits.signal)).catch(code);
    const last = limited.complete(request("last")).catch(code);
    waits.abort();
    expect(await waiting).toBe("aborted");
    holds.abort();
    expect(await held).toBe("aborted");
    await settle();
    llm.failWith("llm_rejected");
    llm.recover();
    expect(await last).toMatchObject({ value: "An answer." });
    expect(llm.calls.map(({ messages }) => messages[0]!.content)).toEqual(["held", "last"]);
    llm.failWith("llm_rejected");
    expect(await limited.complete(request("fails")).catch(code)).toBe("llm_rejected");
    llm.recover();
    expect(await limited.complete(request("works"))).toMatchObject({ value: "An answer." });
  });

  it("refuses what would wait behind a thousand others", async () => {
    const llm = createFakeLlm();
    llm.stall();
    const limited = withConcurrency(llm, callSlots(1));
    const work = Array.from({ length: 1_001 }, () => limited.complete(request("one")));
    expect(await limited.complete(request("too many")).catch(code)).toBe("llm_unavailable");
    llm.recover();
    await Promise.all(work);
  });
});
