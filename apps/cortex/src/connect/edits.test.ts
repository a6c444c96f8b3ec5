import { describe, expect, it } from "vitest";

import { resolveEdits, valueAt } from "./edits.ts";
import type { Edit, JsonValue } from "./edits.ts";
import { undoEdits } from "./undo-edits.ts";

const SLOT: Edit = { set: ["plugins", "slots", "memory"], value: "memory-cortex" };
const SERVER: Edit = { set: ["mcpServers", "memory-cortex"], value: { command: "node", args: ["a"] }, owned: true };
const HOOK: Edit = { append: ["hooks", "Stop"], value: { hooks: [{ command: "cortex hook post", timeout: 20 }] }, identifiedBy: ["hooks", 0, "command"] };

function connected(before: JsonValue, ...edits: Edit[]) {
  const { result, undo } = resolveEdits(before, edits);
  return { after: result, undo };
}

describe("resolveEdits", () => {
  it("makes the parents that are missing, in one operation", () => {
    const { operations, result } = resolveEdits({ theme: "dark" }, [SLOT]);
    expect(operations).toEqual([{ set: ["plugins"], value: { slots: { memory: "memory-cortex" } } }]);
    expect(result).toEqual({ theme: "dark", plugins: { slots: { memory: "memory-cortex" } } });
  });

  it("asks for nothing that holds already", () => {
    const { after } = connected({}, SLOT, SERVER, HOOK);
    expect(resolveEdits(after, [SLOT, SERVER, HOOK])).toMatchObject({ operations: [], undo: [] });
    expect(resolveEdits({}, [{ remove: ["a", "b"] }])).toMatchObject({ operations: [], undo: [] });
  });

  it("appends to a list, and does not touch what was given to it", () => {
    const before = { hooks: { Stop: [{ hooks: [] }] } };
    expect(resolveEdits(before, [HOOK]).operations).toEqual([{ set: ["hooks", "Stop", 1], value: "value" in HOOK ? HOOK.value : null }]);
    expect(before).toEqual({ hooks: { Stop: [{ hooks: [] }] } });
  });

  it("keeps the kind of a date", () => {
    class LocalDate extends Date {}
    const day = new LocalDate(0);
    const { result } = resolveEdits({ day } as unknown as JsonValue, [SLOT]);
    expect(valueAt(result, ["day"])).toBe(day);
  });

  it.each<[JsonValue, Edit]>([
    [{ plugins: "none" }, SLOT],
    [{ plugins: ["x"] }, SLOT],
    [{ hooks: { Stop: {} } }, HOOK],
  ])("refuses %j", (before, edit) => {
    expect(() => resolveEdits(before, [edit])).toThrow(/is no (object|list) there/);
  });

  it("knows own keys alone", () => {
    expect(valueAt({}, ["constructor"])).toBeUndefined();
    expect(resolveEdits({}, [{ set: ["constructor", "name"], value: 1 }]).result).toEqual({ constructor: { name: 1 } });
  });
});

describe("undoEdits", () => {
  it.each<[string, JsonValue, Edit[]]>([
    ["what was absent", { theme: "dark" }, [SLOT, SERVER, HOOK]],
    ["an empty parent that was there", { mcpServers: {}, hooks: { Stop: [] } }, [SERVER, HOOK]],
    ["a value that was replaced", { plugins: { slots: { memory: "memory-core" } }, mcpServers: { "memory-cortex": { command: "old" } } }, [SLOT, SERVER]],
    ["what was removed", { a: { b: 1, c: 2 } }, [{ remove: ["a", "b"] }]],
    ["nothing", {}, [SLOT, { set: ["plugins", "enabled"], value: true }, HOOK]],
  ])("brings back %s", (_, before, edits) => {
    const { after, undo } = connected(before, ...edits);
    expect(undoEdits(after, undo)).toMatchObject({ result: before, kept: [] });
  });

  it("keeps what others added since, and goes on removing what is ours", () => {
    const { after, undo } = connected({}, SLOT, SERVER, HOOK);
    const changed = structuredClone(after) as Record<string, Record<string, never>>;
    Object.assign(changed["mcpServers"]!, { other: { command: "x" } });
    Object.assign(changed["plugins"]!, { load: { paths: [] } });
    Object.assign(changed, { theme: "light" });
    expect(undoEdits(changed, undo).result).toEqual({ mcpServers: { other: { command: "x" } }, plugins: { load: { paths: [] } }, theme: "light" });
  });

  it("leaves a key that somebody set to something else, and says so", () => {
    const { after, undo } = connected({}, SLOT);
    (after as { plugins: { slots: { memory: string } } }).plugins.slots.memory = "another";
    expect(undoEdits(after, undo)).toEqual({ result: after, operations: [], kept: [{ path: "plugins.slots.memory", reason: "somebody changed it since" }] });
  });

  it("takes out an entry of ours that somebody edited inside", () => {
    const { after, undo } = connected({}, SERVER, HOOK);
    (after as { mcpServers: { "memory-cortex": { args: string[] } } }).mcpServers["memory-cortex"].args.push("--read-only");
    (after as { hooks: { Stop: { hooks: { timeout: number }[] }[] } }).hooks.Stop[0]!.hooks[0]!.timeout = 60;
    expect(undoEdits(after, undo)).toMatchObject({ result: {}, kept: [] });
  });

  it("is content when somebody took it out already", () => {
    const { undo } = connected({}, SLOT, SERVER, HOOK);
    expect(undoEdits({ theme: "dark" }, undo)).toEqual({ result: { theme: "dark" }, operations: [], kept: [] });
    expect(undoEdits({ hooks: { Stop: [] } }, undo)).toMatchObject({ operations: [], kept: [] });
  });
});
