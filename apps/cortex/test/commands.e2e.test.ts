import type { FlushResponse, RecallResponse, RememberResponse } from "@memory-cortex/models";
import type { Explanation } from "@memory-cortex/recall";
import { freePort } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cortex, startService, testModelFolder, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";

const ANSI = "\u001B[";

let remove: () => Promise<void>;
let service: Service;

beforeAll(async () => {
  const made = await throwawayHome();
  const folder = await testModelFolder();
  remove = made.remove;
  service = await startService(made.home, folder === null ? { CORTEX_EMBEDDERS: "[]" } : { CORTEX_MODEL_FOLDER: folder });
  await service.run("remember", "The staging server is called otter.", "--tags", "servers,names");
  await service.run("remember", "Always answer in metric units.", "--type", "rule", "--importance", "0.9");
  await service.run("flush");
});

afterAll(async () => {
  await service.stop();
  await remove();
});

async function json<Answer>(...parameters: string[]): Promise<{ code: number | null; value: Answer }> {
  const { code, stdout } = await service.run(...parameters, "--json");
  return { code, value: JSON.parse(stdout) as Answer };
}

describe("cortex", () => {
  it("recalls, best first", async () => {
    const { value } = await json<RecallResponse>("recall", "How is the staging server called?");
    expect(value.items[0]).toMatchObject({ kind: "memory", text: "The staging server is called otter.", type: "fact" });
    const { stdout } = await service.run("recall", "staging server", "--limit", "1");
    expect(stdout).toMatch(/^ 1\. 0\.\d{3} .*The staging server is called otter\.\n$/);
  });

  it("shows the block that an agent would get", async () => {
    const { stdout } = await service.run("recall", "staging server", "--context");
    expect(stdout).toContain("otter");
    expect(stdout).toMatch(/untrusted/i);
  });

  it("says when nothing fits", async () => {
    const { stdout } = await service.run("recall", "xylophone quartet");
    expect(stdout).toMatch(/Nothing in memory fits\.|^ 1\./);
    expect((await service.run("recall", "ok")).stdout).toMatch(/^Not searched: /);
  });

  it("remembers once", async () => {
    const first = await json<RememberResponse>("remember", "The heron server is for production.");
    expect(first).toMatchObject({ code: 0, value: { stored: true, outcome: "created" } });
    const again = await json<RememberResponse>("remember", "The heron server is for production.");
    expect(again).toMatchObject({ code: 0, value: { outcome: "duplicate", of: first.value.id } });
  });

  it("explains: shares that add up to the score", async () => {
    const { value } = await json<Explanation>("explain", "metric units");
    const [best] = value.items;
    expect(best?.text).toContain("metric");
    expect(Object.values(best!.contributions).reduce((sum, share) => sum + share, 0)).toBeCloseTo(best!.score, 6);
    expect((await service.run("explain", "metric units")).stdout).toMatch(/chance \d+\.\d %, relevance \d\.\d+; score = relevance \d/);
  });

  it("explains stage by stage, and why not this one, within 80 columns", async () => {
    const { value } = await json<RecallResponse>("recall", "How is the staging server called?");
    const { code, stdout } = await service.run("explain", "Which units do I want?", "--why", value.items[0]!.id, "--why", "no-such-id", "--limit", "1");
    expect(code).toBe(0);
    for (const part of [/^Looked for: /m, /^words: \d+$/m, /^Together \d+, ranked \d+, scored \d+, in the answer 1/m, /^Why not \S+\?$/m, /Nothing with the id "no-such-id"/, /^Milliseconds: /m]) expect(stdout).toMatch(part);
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(await service.run("explain", "units", "--asked-at", "some day")).toMatchObject({ code: 2 });
    expect((await json<Explanation>("explain", "staging", "--with", "kinds=turn without=ranker", "--why", value.items[0]!.id)).value.why[0]).toMatchObject({ verdict: "filtered" });
  });

  it("counts and flushes", async () => {
    expect(await json("stats")).toMatchObject({ code: 0, value: { user_id: "ann", total_memories: expect.any(Number) } });
    expect(await json<FlushResponse>("flush")).toMatchObject({ code: 0, value: { done: true } });
  });

  it("is found healthy by the doctor", async () => {
    const { code, value } = await json<{ ok: boolean; checks: { check: string; status: string }[] }>("doctor");
    expect({ code, ok: value.ok }).toEqual({ code: 0, ok: true });
    const checks = value.checks.map(({ check }) => check);
    for (const name of ["node", "configuration", "home", "disk", "port", "databases", "service store", "service queue"]) expect(checks).toContain(name);
  });

  it("writes no colours and no progress into a pipe", async () => {
    for (const parameters of [["recall", "metric"], ["explain", "metric"], ["stats"], ["doctor"]]) {
      const { stdout, stderr } = await service.run(...parameters);
      expect(stdout + stderr).not.toContain(ANSI);
    }
  });

  it("names an error of the service with its fix, and exits with 1", async () => {
    const { code, stderr } = await service.run("stats", "--user", "nobody-at-all");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cortex: Nothing is known of the user "nobody-at-all"\. .*--user/);
    const inJson = await json<{ error: { code: string; fix: string } }>("stats", "--user", "nobody-at-all");
    expect(inJson).toMatchObject({ code: 1, value: { error: { code: "unknown_user" } } });
  });
});

describe("cortex, used wrongly or alone", () => {
  it("exits with 2", async () => {
    expect(await cortex(service.home, ["dance"])).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("dance") });
  });

  it("exits with 4 and says how to start a service", async () => {
    const environment = { CORTEX_PORT: String(await freePort()), CORTEX_USER: "ann" };
    expect(await cortex(service.home, ["recall", "x"], environment)).toMatchObject({ code: 4, stdout: "", stderr: expect.stringContaining("cortex up") });
    const { code, stdout } = await cortex(service.home, ["stats", "--json"], environment);
    expect({ code, value: JSON.parse(stdout) }).toMatchObject({ code: 4, value: { error: { code: "not_running" } } });
  });
});
