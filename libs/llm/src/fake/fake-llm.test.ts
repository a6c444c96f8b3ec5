import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createFakeLlm, rawAnswer } from "./fake-llm.ts";

const schema = z.object({ colour: z.string() });
const ask = { purpose: "capture" as const, system: [{ text: "Name a colour." }], messages: [{ role: "user" as const, content: "Which?" }], maxTokens: 50 };

describe("createFakeLlm", () => {
  it("answers by its responder, and remembers what it was asked", async () => {
    const llm = createFakeLlm({ answer: (request, call) => ({ colour: `${request.purpose} ${call}` }) });
    expect((await llm.complete({ ...ask, schema })).value.colour).toBe("capture 1");
    expect((await llm.complete({ ...ask, schema })).value.colour).toBe("capture 2");
    llm.answerWith(() => "red");
    expect((await llm.complete({ ...ask, schema: null })).value).toBe("red");
    expect(llm.calls.map(({ messages }) => messages[0]!.content)).toEqual(["Which?", "Which?", "Which?"]);
  });

  it("is checked like a real one", async () => {
    const llm = createFakeLlm({ answer: () => ({ colour: 7 }) });
    await expect(llm.complete({ ...ask, schema })).rejects.toMatchObject({ code: "llm_invalid" });
    llm.answerWith(() => rawAnswer({ text: '{"colour": "red"}', stop: "length" }));
    await expect(llm.complete({ ...ask, schema })).rejects.toMatchObject({ code: "llm_invalid" });
  });

  it("fails, stalls and recovers when told to", async () => {
    const llm = createFakeLlm();
    llm.failWith("llm_unavailable");
    await expect(llm.complete({ ...ask, schema: null })).rejects.toMatchObject({ code: "llm_unavailable" });
    llm.recover();
    llm.stall();
    const controller = new AbortController();
    const left = llm.complete({ ...ask, schema: null, signal: controller.signal });
    const stays = llm.complete({ ...ask, schema: null });
    controller.abort();
    await expect(left).rejects.toMatchObject({ code: "aborted" });
    llm.recover();
    expect((await stays).value).toBe("An answer.");
  });
});
