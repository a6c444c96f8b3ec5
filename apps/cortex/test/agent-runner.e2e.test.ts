import { resolveMemoryCortexConfig, runMemoryCortexIngestionIfNeeded, runMemoryCortexRecall } from "@memory-cortex/agent-runner";
import type { MemorySessionEntry, RunnerMessage } from "@memory-cortex/agent-runner";
import { freePort } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startService, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";

let service: Service;
let remove: () => Promise<void>;
let lines: string[];

beforeAll(async () => {
  const home = await throwawayHome();
  remove = home.remove;
  service = await startService(home.home, { CORTEX_DEBOUNCE_SECONDS: "1" });
});
afterAll(async () => {
  await service.stop();
  await remove();
});

/** The runner around a model that repeats: what it is given is what can be looked at. */
function runner(senderName: string, block: object = {}) {
  lines = [];
  const config = resolveMemoryCortexConfig({ middlewareHost: "127.0.0.1", middlewarePort: service.port, recallTimeoutMs: 5_000, ...block });
  const context = { config, log: { debug: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) } };
  return async (entry: MemorySessionEntry, messages: RunnerMessage[], prompt: string) => {
    const run = { prompt, senderName, channelName: "telegram" };
    const { context: memories, synthesis } = await runMemoryCortexRecall(entry, run, context);
    messages.push({ role: "user", content: prompt }, { role: "assistant", content: "Noted." });
    const { accepted } = await runMemoryCortexIngestionIfNeeded(entry, { ...run, messages }, context);
    await synthesis;
    return { memories, accepted };
  };
}

describe("the agent runner over a running service", () => {
  it("finds in one session what was said in another, and only of the same user", async () => {
    const turn = runner("ann");
    const [monday, talk]: [MemorySessionEntry, RunnerMessage[]] = [{ key: "monday" }, []];
    expect(await turn(monday, talk, "I prefer trains to planes, always.")).toEqual({ memories: null, accepted: 2 });
    // The whole session is sent each turn; only what is new is kept.
    expect(await turn(monday, talk, "My sister Eva lives in Lisbon.")).toMatchObject({ accepted: 2 });
    expect(monday.memoryCortexIngestedAt).toBeTypeOf("number");
    await service.post("/v1/flush", { user_id: "ann" });

    const tuesday: MemorySessionEntry = { key: "tuesday" };
    const { memories } = await turn(tuesday, [], "Where does my sister Eva live?");
    expect(memories).toMatch(/^## Long-Term Memories\n\n/);
    expect(memories).toContain("Lisbon");
    expect(tuesday.memoryCortexFactsInjected).toBeGreaterThan(0);
    expect(tuesday.memoryCortexSynthesis?.response).toContain("Lisbon");

    expect(await runner("bob")({ key: "tuesday" }, [], "Where does my sister Eva live?")).toMatchObject({ memories: null });
  });

  it("does not keep the block that it put into the prompt", async () => {
    const turn = runner("ann");
    const { memories } = await turn({ key: "wednesday" }, [], "Where does my sister Eva live?");
    await turn({ key: "thursday" }, [{ role: "user", content: `${memories ?? ""}\n\nWhat is the capital of Peru?` }], "And of Chile?");
    const { turns } = await service.get<{ turns: { text: string }[] }>("/v1/sessions/thursday/turns?user_id=ann");
    expect(turns.map(({ text }) => text)).toEqual(["What is the capital of Peru?", "And of Chile?", "Noted."]);
  });

  it("goes on without the service", async () => {
    const turn = runner("ann", { middlewarePort: await freePort() });
    const entry: MemorySessionEntry = { key: "friday" };
    expect(await turn(entry, [], "Where does my sister Eva live?")).toEqual({ memories: null, accepted: 0 });
    expect(lines.filter((line) => line.includes("not_running"))).toHaveLength(2);
    expect(entry).not.toHaveProperty("memoryCortexIngestedAt");
  });
});
