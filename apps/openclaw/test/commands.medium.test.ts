import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import type { Receipt } from "../src/receipts/receipt.ts";
import { assistant, registerWith, throwawayFolder, user } from "./test-host.ts";
import { startTestService } from "./test-service.ts";
import type { TestService } from "./test-service.ts";
import { GROUP, NOBODY, openSurface, OWNER, STRANGER } from "./test-surface.ts";
import type { SurfaceOptions, TestSurface } from "./test-surface.ts";

const CONNECTED = { plugins: { slots: { memory: "memory-cortex" }, entries: { "memory-cortex": { enabled: true, hooks: { allowConversationAccess: true } } } } };
const KEY = OWNER.sessionKey!;

let service: TestService;
let folder: string;
let remove: () => Promise<void>;

const open = (more: Partial<SurfaceOptions> = {}): TestSurface => openSurface({ stateFolder: join(folder, "state"), pluginConfig: { url: service.url, userId: "ann" }, hostConfig: CONNECTED, ...more });
const away = (): TestSurface => open({ stateFolder: join(folder, "away"), pluginConfig: { url: NOBODY, userId: "ann" } });

const recalled = (more: Partial<Receipt> = {}): Receipt =>
  ({ kind: "recall", at: Date.now(), sessionKey: KEY, sessionId: "s-owner", userId: "ann", trigger: "user", skipped: null, receiptId: null, items: [], leftOut: [], chars: 0, tookMs: 5, degraded: [], ...more }) as Receipt;
const captured = (externalIds: string[], more: Partial<Receipt> = {}): Receipt =>
  ({ kind: "capture", at: Date.now(), sessionKey: KEY, sessionId: "s-owner", userId: "ann", skipped: null, entryId: "e1", externalIds, ignored: [], sent: true, ...more }) as Receipt;

beforeAll(async () => {
  ({ folder, remove } = await throwawayFolder());
  service = await startTestService();
});

afterAll(async () => {
  await service.remove();
  await remove();
});

describe("openclaw cortex", () => {
  it("finds, counts and tells the state", async () => {
    const surface = open();
    expect((await surface.cortex("stats")).output).toBe("Nothing is remembered yet.");
    await surface.call("memory_store", { text: "The ferry to Gotland leaves at eight" });
    expect((await surface.cortex("search", "when", "does", "the", "ferry", "leave")).output).toMatch(/^1\. \[fact\] The ferry to Gotland/);
    expect((await surface.cortex("search", "nothing like it at all")).output).toBe("Nothing found.");
    const json = JSON.parse((await surface.cortex("search", "ferry", "--json", "--limit", "1")).output) as { items: unknown[] };
    expect(json.items).toHaveLength(1);
    expect((await surface.cortex("stats")).output).toMatch(/^1 memories \(fact 1\)/);
    const status = await surface.cortex("status");
    expect(status.output).toMatch(/^Memory Cortex works/);
    expect(status.exitCode).toBe(0);
  });

  it("names each thing that is wrong with its fix", async () => {
    const broken = await open({ hostConfig: { plugins: { slots: { memory: "memory-core" }, entries: { "memory-cortex": { hooks: { allowPromptInjection: false } } } } } }).cortex("doctor");
    expect(broken.exitCode).toBe(1);
    for (const fix of ["plugins.slots.memory memory-cortex", "allowConversationAccess true", "allowPromptInjection true"]) expect(broken.output).toContain(fix);
    const off = await away().cortex("doctor", "--json");
    expect(off.exitCode).toBe(1);
    expect((JSON.parse(off.output) as { checks: object[] }).checks).toContainEqual(expect.objectContaining({ name: "service", status: "failed", fix: expect.stringContaining("cortex up") }));
    const fine = await open().cortex("doctor");
    expect(fine.exitCode).toBe(0);
    expect(fine.output).not.toContain("✗");
  });

  it("fails with a sentence and a fix when the service is away", async () => {
    for (const command of [["search", "ferry"], ["stats"]]) {
      const { output, exitCode } = await away().cortex(...command);
      expect(exitCode).toBe(1);
      expect(output).toMatch(/No Memory Cortex service answers .*cortex up/);
    }
    expect((await away().cortex("status")).output).toMatch(/^Memory Cortex does not work/);
  });

  it("tells why, with the beginnings of memories for the owner at the machine", async () => {
    const surface = open();
    const { details } = await surface.call("memory_store", { text: "The bakery closes on Mondays" });
    surface.plugin.state.receipts.add(recalled({ items: [{ id: details["id"] as string, score: 0.5, tier: "nice" }], chars: 90 }));
    const { output } = await surface.cortex("why");
    expect(output).toContain("The bakery closes on Mondays · nice, score 0.50");
    expect(JSON.parse((await surface.cortex("why", "--json", "--session", KEY)).output)).toMatchObject({ recall: { chars: 90 } });
  });
});

describe("/cortex in a chat", () => {
  it("explains itself", async () => {
    expect(await open().chat("", OWNER)).toContain("/cortex forget-last");
    expect(await open().chat("dance", OWNER)).toContain("/cortex why");
  });

  it("tells why of this conversation and this person only", async () => {
    const surface = open({ stateFolder: join(folder, "why") });
    surface.plugin.state.receipts.add(recalled({ skipped: "trivial_prompt" }));
    expect(await surface.chat("why", OWNER)).toContain("a greeting or an acknowledgement");
    expect(await surface.chat("why", GROUP)).toBe("No recall was made here yet.");
    expect(await surface.chat("why", { ...STRANGER, sessionKey: KEY })).toBe("No recall was made here yet.");
  });

  it("pauses and resumes one conversation, and everywhere for the owner alone", async () => {
    const surface = open({ stateFolder: join(folder, "pause") });
    const { state } = surface.plugin;
    expect(await surface.chat("pause", GROUP)).toContain("paused in this conversation");
    expect([await state.isPaused(GROUP.sessionKey), await state.isPaused(KEY)]).toEqual([true, false]);
    expect(await surface.chat("resume", GROUP)).toContain("goes on");
    expect(await state.isPaused(GROUP.sessionKey)).toBe(false);
    for (const context of [GROUP, STRANGER]) expect(await surface.chat("pause all", context)).toContain("Only the owner");
    expect(await state.isPaused(KEY)).toBe(false);
    await surface.chat("pause all", OWNER);
    expect(await state.isPaused("agent:main:anything")).toBe(true);
    expect(await surface.chat("resume", OWNER)).toContain("still paused");
    await surface.chat("resume all", OWNER);
    expect(await state.isPaused(KEY)).toBe(false);
  });

  it("erases the last turn that was kept, with what was drawn from it, and nothing of others", async () => {
    const surface = open({ stateFolder: join(folder, "forget") });
    const say = (user_id: string, id: string, content: string): Promise<unknown> => service.client.ingest({ user_id, session_id: "s-owner", messages: [{ role: "user", content, id }], debounce: false });
    await say("ann", "x1", "I prefer the window seat on trains.");
    await say("ann", "x2", "My alarm code is 9182.");
    await say("sender:telegram:7", "x2", "My alarm code is 5555.");
    await service.client.flush({ user_id: "ann" });
    surface.plugin.state.receipts.add(captured(["x1"], { at: Date.now() - 60_000 }));
    surface.plugin.state.receipts.add(captured(["x2"]));
    expect(await surface.chat("forget-last", STRANGER)).toBe("Nothing was kept from this conversation yet.");
    expect(await surface.chat("forget-last", OWNER)).toMatch(/^Forgotten: 1 message of the last turn/);
    expect((await service.client.search({ user_id: "ann", query: "alarm code" })).items.filter(({ text }) => text.includes("9182"))).toEqual([]);
    expect((await service.client.search({ user_id: "ann", query: "window seat" })).items).not.toEqual([]);
    expect((await service.client.search({ user_id: "sender:telegram:7", query: "alarm code" })).items).toHaveLength(1);
    expect(await surface.chat("forget-last", OWNER)).toBe("The last turn is not in memory any more.");
  });

  it("erases what the hooks kept of the turn before, and nothing brings it back", async () => {
    const stateFolder = join(folder, "hooks");
    const pluginConfig = { url: service.url, userId: "dora", captureTimeoutMs: 10_000 };
    const host = registerWith(stateFolder, pluginConfig, CONNECTED);
    const surface = open({ stateFolder, pluginConfig });
    const turn = { ...OWNER, trigger: "user" };
    const first = [user("The blue kayak lies in the boathouse."), assistant("Noted.")];
    await host.end(first, turn);
    const whole = [...first, user("My bank card ends with 4242."), assistant("I see.")];
    await host.end(whole, turn);
    const remembers = async (query: string): Promise<string> => JSON.stringify((await service.client.search({ user_id: "dora", query }).catch(() => ({ items: [] }))).items);
    await vi.waitUntil(async () => (await remembers("bank card")).includes("4242"), { timeout: 10_000 });
    expect(await surface.chat("forget-last", OWNER)).toMatch(/^Forgotten: 2 messages of the last turn/);
    await host.end([...whole, user("What did I say about kayaks?"), assistant("It lies in the boathouse.")], turn);
    await vi.waitUntil(async () => (await remembers("kayaks")).includes("about kayaks"), { timeout: 10_000 });
    expect(await remembers("bank card")).not.toContain("ends with 4242");
    expect(await remembers("kayak")).toContain("boathouse");
    await host.service?.stop?.();
  });

  it("says so when the service is away", async () => {
    const surface = away();
    surface.plugin.state.receipts.add(captured(["x1"]));
    expect(await surface.chat("forget-last", OWNER)).toMatch(/That did not work: .*cortex up/);
    expect(await surface.chat("pause", OWNER)).toContain("paused");
  });
});
