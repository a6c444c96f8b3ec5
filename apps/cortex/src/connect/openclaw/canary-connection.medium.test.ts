import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { planChange } from "../careful-change.ts";
import { makeConnection } from "./connect-openclaw.ts";
import type { MadeConnection, PlannedConnection } from "./connect-openclaw.ts";
import type { Gateway, ToolAnswer } from "./gateway.ts";
import { openclawEdits } from "./openclaw-edits.ts";
import { pluginFolder } from "./plugin-folder.ts";

const CONFIG = "// mine\n{ plugins: { slots: { memory: 'memory-engine' } } }\n";

let folder: string;
let file: string;
let golden: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cortex-canary-"));
  file = join(folder, "openclaw.json");
  golden = join(folder, "golden.jsonl");
  await writeFile(file, CONFIG);
  await writeFile(golden, '{"question": "Where is the key?", "text": ["with the florist"]}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Memories {
  old: string;
  new: string;
  /** Whether the gateway loads what its configuration names. */
  reloads?: boolean;
  isRunning?: boolean;
  refuses?: boolean;
}

/** A gateway whose memory, old or new, has the same tools and says one thing to everything. */
function gatewayWith(memories: Memories): Gateway {
  const call = async (tool: string): Promise<ToolAnswer> => {
    if (memories.refuses === true) return { outcome: "unauthorized", reason: "no" };
    const isNew = memories.reloads !== false && (await readFile(file, "utf8")).includes("memory-cortex");
    const provider = isNew ? "memory-cortex" : "memory-engine";
    const text = isNew ? memories.new : memories.old;
    return { outcome: "answered", text: tool === "memory_search" ? JSON.stringify({ results: [text], provider }, null, 2) : text };
  };
  return { url: "http://127.0.0.1:1", isRunning: () => Promise.resolve(memories.isRunning !== false), call };
}

async function connect(memories: Memories, slotBefore = "memory-engine"): Promise<MadeConnection> {
  const edits = openclawEdits({ config: { plugins: { slots: { memory: slotBefore } } }, folder: pluginFolder(folder), settings: { url: "http://127.0.0.1:8300", userId: "ann" } });
  const change = await planChange({ home: folder, connection: "openclaw-test", files: [{ path: file, format: "json5", edits }] });
  const installation = { stateFolder: folder, configFile: file, hasConfig: true, command: null } as unknown as PlannedConnection["installation"];
  return makeConnection({ installation, gateway: gatewayWith(memories), change, slotBefore, service: [], home: folder }, { canary: golden }, 20);
}

const KNOWS = "The key is with the florist.";
const text = (): Promise<string> => readFile(file, "utf8");

describe("a connection with a canary", () => {
  it("stays when the new memory answers as much", async () => {
    expect(await connect({ old: KNOWS, new: KNOWS })).toMatchObject({ takenBack: null, canary: { asked: 1, isWorse: false, old: { memory: "memory-engine" }, new: { memory: "memory-cortex", answered: ["line 1"] } } });
    expect(await text()).toContain("memory-cortex");
  });

  it("goes back byte for byte when it answers less", async () => {
    expect(await connect({ old: KNOWS, new: "Nothing." })).toMatchObject({ takenBack: "worse", canary: { isWorse: true } });
    expect(await text()).toBe(CONFIG);
  });

  it("goes back when the gateway keeps the old one, whose tools have the same names, rather than asking that one twice", async () => {
    expect(await connect({ old: KNOWS, new: "Nothing.", reloads: false })).toMatchObject({ takenBack: "not_asked", canary: null, checks: [{ check: "gateway", message: expect.stringContaining("another memory answers") }] });
    expect(await text()).toBe(CONFIG);
  });

  it.each([
    ["no gateway runs", { isRunning: false }, "memory-engine", "gateway_not_running"],
    ["the gateway's token is not known", { refuses: true }, "memory-engine", "gateway_unauthorized"],
    ["there is no other memory", {}, "memory-cortex", "already_connected"],
  ])("changes nothing where %s", async (_what, gateway, slot, code) => {
    await expect(connect({ old: KNOWS, new: KNOWS, ...gateway }, slot)).rejects.toMatchObject({ code });
    expect(await text()).toBe(CONFIG);
  });
});
