import type { FlushResponse, RecallResponse } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { startService, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";
import { DIMENSION, startSlowOllama } from "./slow-ollama.ts";
import type { SlowOllama } from "./slow-ollama.ts";

const DEADLINE_MS = 300;
/** Where every leg shall answer, however busy the machine. */
const NO_HURRY_MS = 10_000;
/** What a busy machine may add between the deadline and the figure that the answer gives. */
const MARGIN_MS = 200;

const conversation = {
  user_id: "ann",
  session_id: "one",
  messages: [
    { role: "user", content: "The staging server is called otter." },
    { role: "assistant", content: "Noted." },
    { role: "user", content: "The production server is called heron." },
  ],
};

let home: string;
let remove: () => Promise<void>;
let ollama: SlowOllama;
let service: Service | null;

beforeEach(async () => {
  ({ home, remove } = await throwawayHome());
  ollama = await startSlowOllama();
  service = null;
});

afterEach(async () => {
  await service?.stop("SIGKILL");
  await ollama.close();
  await remove();
});

const withOllama = () => ({ CORTEX_EMBEDDERS: JSON.stringify([{ kind: "ollama", url: ollama.url, model: "small", dimension: DIMENSION }]) });
const ask = (query: string, deadline_ms = DEADLINE_MS) => service!.post<RecallResponse>("/v1/recall", { user_id: "ann", query, deadline_ms });

async function readyParts(): Promise<Record<string, { status: string; why: string | null }>> {
  return (await service!.get<{ parts: Record<string, { status: string; why: string | null }> }>("/readyz")).parts;
}

describe("recall while a model fails", () => {
  it.each([["stalled", "late"], ["broken", "embedder_unavailable"]] as const)("answers by words inside the deadline when it is %s", async (mode, reason) => {
    service = await startService(home, withOllama());
    await service.post("/ingest", conversation);
    expect(await service.post<FlushResponse>("/v1/flush", { user_id: "ann" })).toMatchObject({ done: true, pending: { embed: 0 } });
    expect((await ask("How is the staging server called?", NO_HURRY_MS)).degraded).toEqual([]);

    ollama.behave(mode);
    const answer = await ask("What name does the production server have?");
    expect(answer.items[0]?.text).toContain("heron");
    expect(answer.degraded).toEqual([{ part: "meaning:ollama", reason }]);
    expect(answer.timings_ms["total"]).toBeLessThan(DEADLINE_MS + MARGIN_MS);
    const exit = await service.run("recall", "production server", "--deadline", String(DEADLINE_MS));
    expect(exit).toMatchObject({ code: 3, stderr: expect.stringContaining("meaning:ollama") });
  });

  it("starts, keeps and answers while it has never been there", async () => {
    ollama.behave("stalled");
    service = await startService(home, withOllama());
    await service.post("/ingest", conversation);
    const answer = await ask("staging server");
    expect(answer.items[0]?.text).toContain("otter");
    expect(answer.degraded).toEqual([{ part: "meaning:ollama", reason: "no_vectors_yet" }]);
  });

  it("says at start, in each answer and in /readyz that the static model is absent", async () => {
    service = await startService(home);
    expect(service.output.stderr).toMatch(/words only/);
    expect(JSON.parse(service.output.stdout)).toMatchObject({ legs: ["words"] });
    await service.post("/ingest", conversation);
    const answer = await ask("staging server");
    expect(answer.items[0]?.text).toContain("otter");
    expect(answer.degraded).toEqual([{ part: "meaning", reason: "no_model" }]);
    expect(await readyParts()).toMatchObject({ store: { status: "ok" }, "embedder:static": { status: "down", why: expect.stringContaining("words only") } });
  });
});

describe("a model that the configuration replaces", () => {
  const configured = (model: string) => ({ CORTEX_EMBEDDERS: JSON.stringify([{ kind: "ollama", url: ollama.url, model, dimension: DIMENSION }]) });

  const timesAsked = (model: string) => ollama.asked.filter((asked) => asked === model).length;

  it("serves until the vectors of the new one are whole, then never again", async () => {
    service = await startService(home, configured("first"));
    await service.post("/ingest", conversation);
    await service.post("/v1/flush", { user_id: "ann" });
    await service.stop();

    ollama.behave("stalled", "second");
    service = await startService(home, configured("second"));
    const asked = timesAsked("first");
    const before = await ask("staging server", NO_HURRY_MS);
    expect(before.degraded).toEqual([]);
    expect(before.timings_ms).toHaveProperty("embed:ollama");
    expect(timesAsked("first")).toBe(asked + 1);

    // Ends the requests that hang, so that the job is tried again.
    await service.stop("SIGKILL");
    ollama.behave("well");
    service = await startService(home, configured("second"));
    expect(await service.post<FlushResponse>("/v1/flush", { user_id: "ann" })).toMatchObject({ done: true });
    const after = await ask("production server", NO_HURRY_MS);
    expect(after.degraded).toEqual([]);
    expect(timesAsked("first")).toBe(asked + 1);
    expect(timesAsked("second")).toBeGreaterThan(0);
    expect(await readyParts()).toMatchObject({ "embedder:ollama": { status: "ok" } });
  });
});
