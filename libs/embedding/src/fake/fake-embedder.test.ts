import { describe, expect, it } from "vitest";
import { embedderConformance } from "../conformance/embedder-conformance.ts";
import { createFakeEmbedder } from "./fake-embedder.ts";

embedderConformance("the fake embedder", { create: async () => createFakeEmbedder(), hasMeaning: true });
embedderConformance("the weighted fake embedder", { create: async () => createFakeEmbedder({ weighted: true }), hasMeaning: true });

describe("createFakeEmbedder", () => {
  it("fails and recovers", async () => {
    const fake = createFakeEmbedder();
    fake.failWith("embedder_unavailable");
    await expect(fake.embed(["a"], { kind: "query" })).rejects.toMatchObject({ code: "embedder_unavailable" });
    fake.recover();
    expect(await fake.embed(["a"], { kind: "query" })).toHaveLength(1);
    expect(fake.calls).toHaveLength(2);
  });

  it("stalls until it recovers or its caller goes", async () => {
    const fake = createFakeEmbedder();
    fake.stall();
    const controller = new AbortController();
    const gone = fake.embed(["a"], { kind: "query", signal: controller.signal });
    const patient = fake.embed(["a"], { kind: "query" });
    controller.abort();
    await expect(gone).rejects.toMatchObject({ code: "aborted" });
    fake.recover();
    expect(await patient).toHaveLength(1);
  });
});
