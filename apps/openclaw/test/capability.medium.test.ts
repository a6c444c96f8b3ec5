import { link, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { throwawayFolder } from "./test-host.ts";
import { startTestService } from "./test-service.ts";
import type { TestService } from "./test-service.ts";
import { GROUP, NOBODY, openSurface } from "./test-surface.ts";
import type { SurfaceOptions, TestSurface } from "./test-surface.ts";

const WITH_CHANNELS = { channels: { telegram: { botToken: "x" } } };
const MAIN = "agent:main:main";
const GROUP_KEY = GROUP.sessionKey!;

let service: TestService;
let folder: string;
let workspace: string;
let remove: () => Promise<void>;

const open = (hostConfig: Record<string, unknown> = {}, more: Partial<SurfaceOptions> = {}): TestSurface =>
  openSurface({ stateFolder: join(folder, "state"), pluginConfig: { url: service.url, userId: "ann", recallTimeoutMs: 5_000 }, hostConfig, workspace, ...more });
const managerOf = async (surface: TestSurface, hostConfig: object = {}, purpose?: string) => (await surface.capability.runtime.getMemorySearchManager({ cfg: hostConfig, agentId: "main", purpose })).manager;

beforeAll(async () => {
  ({ folder, remove } = await throwawayFolder());
  workspace = join(folder, "workspace");
  await mkdir(join(workspace, "memory", "dreaming"), { recursive: true });
  await writeFile(join(workspace, "MEMORY.md"), "The beacon on the hill is red.\n");
  await writeFile(join(workspace, "USER.md"), "Call her Ann.\n");
  await writeFile(join(workspace, "memory", "2026-03-01.md"), "Visited the beacon.\n");
  await writeFile(join(workspace, "memory", "dreaming", "a.md"), "dream of the beacon\n");
  await writeFile(join(folder, "outside.md"), "beacon outside\n");
  service = await startTestService();
  const surface = open();
  await surface.call("memory_store", { text: "The beacon is lit at nine", category: "fact" });
  await surface.call("memory_store", { text: "Answer in short sentences", category: "rule", importance: 0.9 });
  await surface.call("memory_store", { text: "The group's beacon is blue" }, GROUP);
});

afterAll(async () => {
  await service.remove();
  await remove();
});

describe("the search manager", () => {
  it("searches memories and files, and reads both", async () => {
    const manager = await managerOf(open());
    const hits = (await manager.search("beacon", { maxResults: 10, sessionKey: MAIN })) as { path: string; source: string; score: number; startLine: number; endLine: number; snippet: string }[];
    expect(hits.map(({ path }) => path)).toEqual(expect.arrayContaining(["MEMORY.md", "memory/2026-03-01.md", expect.stringMatching(/^cortex\/memories\//)]));
    for (const hit of hits) {
      expect(hit).toMatchObject({ startLine: 1, snippet: expect.stringContaining("eacon"), citation: expect.any(String) });
      expect(await manager.readFile({ relPath: hit.path })).toMatchObject({ status: "ok", text: expect.stringContaining("eacon") });
    }
    expect(await manager.search("beacon", { sessionKey: MAIN, sources: ["sessions"] })).toEqual([]);
    expect(await manager.search("beacon", { sessionKey: MAIN, maxResults: 1 })).toHaveLength(1);
    expect(await manager.search("   ", { sessionKey: MAIN })).toEqual([]);
  });

  it("reads nothing but memory files", async () => {
    const manager = await managerOf(open());
    for (const relPath of ["../outside.md", "/etc/passwd", "SOUL.md"]) await expect(manager.readFile({ relPath })).rejects.toMatchObject({ code: "MEMORY_PATH_NOT_ALLOWED" });
    expect(await manager.readFile({ relPath: "memory/none.md" })).toEqual({ status: "not_found", text: "", path: "memory/none.md" });
  });

  it("tells its state once it was asked, and probes", async () => {
    const manager = await managerOf(open(), {}, "status");
    expect(manager.status()).toMatchObject({ backend: "builtin", provider: "memory-cortex", files: 3, chunks: 2, workspaceDir: workspace, fts: { available: true }, custom: { state: expect.stringMatching(/ok|degraded/), searchMode: "fts-only" } });
    expect(await manager.probeVectorStoreAvailability()).toBe(true);
    expect(await manager.probeEmbeddingAvailability()).toMatchObject({ ok: false, checked: true, error: expect.stringContaining("by words") });
    expect(await manager.probeVectorAvailability()).toBe(false);
    await manager.close();
  });

  it("says what is wrong when the service is away, and still finds files", async () => {
    const away = open({}, { pluginConfig: { url: NOBODY, userId: "ann" } });
    const manager = await managerOf(away, {}, "cli");
    expect(manager.status()).toMatchObject({ fts: { available: false, error: expect.stringContaining("cortex up") }, custom: { state: "away" } });
    expect(await manager.probeEmbeddingAvailability()).toMatchObject({ ok: false, error: expect.stringContaining(NOBODY.slice(7)) });
    expect((await manager.search("beacon")).map(({ path }: { path: string }) => path)).toContain("MEMORY.md");
    expect(away.warnings).toHaveLength(1);
  });

  it("shows a group only what is the group's", async () => {
    const manager = await managerOf(open(WITH_CHANNELS), WITH_CHANNELS);
    const hits = (await manager.search("beacon", { sessionKey: GROUP_KEY })) as { snippet: string }[];
    expect(hits.map(({ snippet }) => snippet)).toEqual([expect.stringContaining("blue")]);
  });

  it("shows nothing to a session that could be anybody's, and all to the operator", async () => {
    const surface = open(WITH_CHANNELS);
    const anybody = await managerOf(surface, WITH_CHANNELS);
    for (const sessionKey of [undefined, MAIN]) expect(await anybody.search("beacon", { sessionKey })).toEqual([]);
    expect(await anybody.readFile({ relPath: "MEMORY.md" })).toMatchObject({ status: "not_found" });
    const apart = { ...WITH_CHANNELS, session: { dmScope: "per-channel-peer" } };
    const owner = await managerOf(open(apart), apart);
    expect(await owner.search("beacon", { sessionKey: MAIN, maxResults: 10 })).toHaveLength(3);
    expect(await owner.search("beacon", {})).toEqual([]);
    const operator = await managerOf(surface, WITH_CHANNELS, "cli");
    expect(await operator.search("beacon", { maxResults: 10 })).toHaveLength(3);
    expect(await operator.search("beacon", { sessionKey: GROUP_KEY })).toHaveLength(1);
  });

  it("authorises hits only for whom they were found", async () => {
    const surface = open(WITH_CHANNELS);
    const manager = await managerOf(surface, WITH_CHANNELS, "cli");
    const hits = [...(await manager.search("beacon", { maxResults: 10 })), ...(await manager.search("beacon", { sessionKey: GROUP_KEY }))];
    const authorise = (requesterSessionKey: string | undefined, cfg: object): Promise<unknown[]> => surface.capability.runtime.authorizeSearchHits({ cfg, agentId: "main", requesterSessionKey, sandboxed: false, hits });
    expect(await authorise(GROUP_KEY, WITH_CHANNELS)).toHaveLength(1);
    expect(await authorise(MAIN, WITH_CHANNELS)).toHaveLength(0);
    expect(await authorise(MAIN, {})).toHaveLength(3);
  });
});

describe("classification of workspace paths", () => {
  const classes = async (surface: TestSurface, relativePaths: string[], readSources?: object[]): Promise<Record<string, string>> => {
    const answer = (await surface.capability.runtime.classifyWorkspaceMemoryPaths({ cfg: {}, agentId: "main", workspaceDir: workspace, relativePaths, readSources })) as { relativePath: string; originClass: string }[];
    return Object.fromEntries(answer.map(({ relativePath, originClass }) => [relativePath, originClass]));
  };

  it("keeps MEMORY.md and USER.md in the prompt, and nothing that lies elsewhere", async () => {
    const surface = open();
    expect(surface.capability.runtime.supportsWorkspaceMemoryReadSources).toBe(true);
    await symlink(join(folder, "outside.md"), join(workspace, "memory", "outside.md"));
    await symlink(join(workspace, "memory", "dreaming", "a.md"), join(workspace, "memory", "dream.md"));
    await link(join(workspace, "MEMORY.md"), join(folder, "second-name.md"));
    expect(await classes(surface, ["MEMORY.md", "USER.md", "memory/2026-03-01.md", "memory/outside.md", "memory/dream.md", "../outside.md", "memory/none.md", "SOUL.md"])).toEqual({
      "MEMORY.md": "owner", "USER.md": "owner", "memory/2026-03-01.md": "agent", "memory/outside.md": "untrusted", "memory/dream.md": "system", "../outside.md": "untrusted", "memory/none.md": "untrusted", "SOUL.md": "untrusted",
    });
  });

  it("goes by the path that the host read on another machine", async () => {
    const sources = [{ relativePath: "MEMORY.md", canonicalRelativePath: "MEMORY.md" }, { relativePath: "USER.md", canonicalRelativePath: "../../etc/passwd" }];
    expect(await classes(open(), ["MEMORY.md", "USER.md", "memory/2026-03-01.md"], sources)).toEqual({ "MEMORY.md": "owner", "USER.md": "untrusted", "memory/2026-03-01.md": "untrusted" });
  });
});

describe("the prompt", () => {
  const availableTools = new Set(["memory_recall"]);
  const ALLOWED = { plugins: { entries: { "memory-cortex": { hooks: { allowConversationAccess: true } } } } };

  it("carries what matters most where hooks may not, and only there", async () => {
    const question = { availableTools, agentId: "main", agentSessionKey: MAIN };
    const lines = await open().prepare(question);
    expect(lines).toEqual([expect.stringMatching(/untrusted/), expect.stringContaining("[rule]")]);
    expect(await open().prepare(question)).toEqual(lines);
    expect(await open(ALLOWED).prepare(question)).toEqual([]);
    expect(open().capability.promptBuilder(question).join("\n")).toContain("Nothing is recalled by itself");
    expect(open(ALLOWED).capability.promptBuilder(question).join("\n")).toContain("added to it by itself");
  });

  it("carries nothing of the owner into a group, a paused session or one that could be anybody's", async () => {
    expect(await open().prepare({ availableTools, agentId: "main", agentSessionKey: GROUP_KEY })).toEqual([]);
    expect(await open(WITH_CHANNELS).prepare({ availableTools, agentId: "main", agentSessionKey: MAIN })).toEqual([]);
    const paused = open({}, { stateFolder: join(folder, "paused") });
    await paused.plugin.state.pause(MAIN);
    expect(await paused.prepare({ availableTools, agentId: "main", agentSessionKey: MAIN })).toEqual([]);
  });

  it("is carried by the builder alone on a host that cannot wait, from the turn on in which all is known", async () => {
    const older = open({}, { prepares: false });
    const told = (sessionKey: string): string => older.capability.promptBuilder({ availableTools, agentId: "main", agentSessionKey: sessionKey }).join("\n");
    expect(told(MAIN)).not.toContain("[rule]");
    await vi.waitUntil(() => told(MAIN).includes("[rule]"), { timeout: 5_000 });
    await older.plugin.state.pause(MAIN);
    await vi.waitUntil(() => !told(MAIN).includes("[rule]"), { timeout: 5_000 });
    await older.plugin.state.resume(MAIN);
    expect(told(GROUP_KEY)).not.toContain("[rule]");
  });

  it("is not held up by a service that is away", async () => {
    const away = open({}, { pluginConfig: { url: NOBODY, userId: "ann" } });
    expect(await away.prepare({ availableTools, agentId: "main", agentSessionKey: MAIN })).toEqual([]);
  });
});

describe("the rest of the capability", () => {
  it("plans flushes and names its backend", () => {
    const { capability } = open();
    expect(capability.flushPlanResolver({ cfg: {}, nowMs: Date.parse("2026-03-01T12:00:00Z") })).toMatchObject({ relativePath: "memory/2026-03-01.md" });
    expect(capability.runtime.resolveMemoryBackendConfig({ cfg: {}, agentId: "main" })).toEqual({ backend: "builtin" });
    expect(capability).toMatchObject({ deterministicRecallToolName: "memory_search", supportsPrivateTranscriptRecall: false });
  });
});
