import { realmOf } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { keepConflict } from "./known-facts.ts";
import { call } from "./open-service.ts";
import type { Service } from "./open-service.ts";

/** Conflicts, entities and versions over HTTP. Each case has a user of its own. */
export function knowledgeCases(opened: () => Service): void {
  const otter = (userId: string) => keepConflict(opened(), userId, { name: "Otter", texts: ["Otter starts on Monday", "Otter starts on Tuesday"] });
  const get = (line: string, target: string) => call(opened(), `GET ${line}`, target);
  const post = (line: string, target: string, json: object) => call(opened(), `POST ${line}`, target, { json });
  const resolve = (group: string, json: object) => post("/v1/conflicts/{group}/resolve", `/v1/conflicts/${group}/resolve`, json);
  const conflicts = async (userId: string) => (await get("/v1/conflicts", `/v1/conflicts?user_id=${userId}`)).body.conflicts;

  describe("conflicts", () => {
    it("are listed until a person says which memory stands", async () => {
      const { group, memories: [first, second] } = await otter("ann");
      expect(await conflicts("ann")).toMatchObject([{ group, memories: [{ id: first, conflict_status: "active" }, { id: second, conflict_status: "active" }] }]);
      expect((await resolve(group, { user_id: "ann", winner: second })).body).toEqual({ group, winner: second, retired: [first] });
      expect(await conflicts("ann")).toEqual([]);
      const one = async (id: string) => (await get("/v1/memories/{id}", `/v1/memories/${id}?user_id=ann`)).body;
      expect(await one(second)).toMatchObject({ conflict_group: null, conflict_status: null, retired_at: null });
      expect(await one(first)).toMatchObject({ conflict_status: "resolved", superseded_by: second, retired_at: expect.any(String) });
    });

    it("are not settled by a memory that is in none", async () => {
      const { group, memories: [first] } = await otter("bruno");
      expect(await resolve(group, { user_id: "bruno", winner: "nobody" })).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(await resolve("no-such-group", { user_id: "bruno", winner: first })).toMatchObject({ status: 404 });
      expect(await conflicts("bruno")).toHaveLength(1);
    });
  });

  describe("entities", () => {
    it("are found by name and alias, with their facts", async () => {
      const { entity, memories } = await otter("carl");
      for (const query of ["", "&query=otter", "&query=otter%20plan", "&type=project"]) {
        expect((await get("/v1/entities", `/v1/entities?user_id=carl${query}`)).body.entities).toMatchObject([{ id: entity, name: "Otter", type: "project", aliases: ["the Otter plan"], documents: 2 }]);
      }
      expect((await get("/v1/entities", "/v1/entities?user_id=carl&type=person")).body.entities).toEqual([]);
      const { body } = await get("/v1/entities/{id}", `/v1/entities/${entity}?user_id=carl`);
      expect(body).toMatchObject({ entity: { id: entity }, merged: [], relations: [{ predicate: "LOCATED_IN", object: "the cellar", memory_id: memories[0] }], turn_ids: [] });
      expect(new Set(body.memory_ids)).toEqual(new Set(memories));
      expect((await get("/v1/entities/{id}", "/v1/entities/none?user_id=carl")).status).toBe(404);
    });

    it("can be merged, and the merge taken back", async () => {
      const { entity } = await otter("dora");
      const twin = "dora-twin";
      await opened().store.commitMemories(realmOf("dora"), { writes: [], entities: [{ id: twin, name: "Project O", type: "project", aliases: [] }], mentions: [{ entityId: twin, documentId: "dora-1" }], relations: [] });
      const merge = (id: string, into: string) => post("/v1/entities/{id}/merge", `/v1/entities/${id}/merge`, { user_id: "dora", into });
      const unmerge = (id: string) => post("/v1/entities/{id}/unmerge", `/v1/entities/${id}/unmerge`, { user_id: "dora" });
      const details = async (id: string) => (await get("/v1/entities/{id}", `/v1/entities/${id}?user_id=dora`)).body;

      expect((await merge(twin, entity)).body).toEqual({ id: twin, merged_into: entity });
      expect(await details(twin)).toMatchObject({ entity: { id: entity }, merged: [{ id: twin, name: "Project O" }] });
      expect((await merge(twin, entity)).status).toBe(404);
      expect((await unmerge(twin)).body).toEqual({ id: twin, merged_into: null });
      expect(await details(twin)).toMatchObject({ entity: { id: twin, name: "Project O" }, merged: [] });
      expect((await unmerge(twin)).status).toBe(404);
    });
  });

  describe("history", () => {
    it("holds every version, oldest first", async () => {
      const remembered = (await post("/v1/remember", "/v1/remember", { user_id: "emma", content: "The staging server is called otter" })).body.id;
      const next = (await call(opened(), "PUT /v1/memories/{id}", `/v1/memories/${remembered}?user_id=emma`, { json: { content: "The staging server is called heron" } })).body.id;
      for (const id of [remembered, next]) {
        const { versions } = (await get("/v1/memories/{id}/history", `/v1/memories/${id}/history?user_id=emma`)).body;
        expect(versions.map((version: { id: string }) => version.id)).toEqual([remembered, next]);
      }
      expect((await get("/v1/memories/{id}/history", "/v1/memories/none/history?user_id=emma")).status).toBe(404);
    });
  });

  describe("figures", () => {
    it("say what is known, what is open and what language models have cost", async () => {
      await otter("frieda");
      const now = Date.now();
      const call = { purpose: "capture", model: "m", inputTokens: 90, outputTokens: 10, cacheReadTokens: 5, cacheWriteTokens: 0, costUsd: 0.25, latencyMs: 100, outcome: "ok" } as const;
      const old = { ...call, id: "old", at: now - 40 * 86_400_000 };
      await opened().store.recordLlmCalls(realmOf("frieda"), [{ ...call, id: "a", at: now }, { ...call, id: "b", at: now, costUsd: null, latencyMs: 300, outcome: "llm_invalid" }, old]);
      const { body } = await get("/v1/stats", "/v1/stats?user_id=frieda");
      expect(body).toMatchObject({ entities: 1, relations: 1, open_conflicts: 1, improvable_turns: 0 });
      expect(body.language_models).toEqual([{
        purpose: "capture", model: "m", calls: 2, failed: 1, input_tokens: 180, output_tokens: 20, cache_read_tokens: 10, cache_write_tokens: 0, cost_usd: 0.25, unpriced: 1, mean_latency_ms: 200,
      }]);
    });
  });
}
