import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { readExport } from "./read-export.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "cortex-export-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = (content: string, name = "export.json"): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const lines = (...records: unknown[]): string => records.map((record) => (typeof record === "string" ? record : JSON.stringify(record))).join("\n");
const conversation = (session_id: string, ...texts: string[]) => ({ session_id, messages: texts.map((content) => ({ role: "user", content })) });
const message = (content: string) => ({ role: "user", content });
const shapeOf = (found: Awaited<ReturnType<typeof readExport>>) => found.conversations.map(({ header, messages }) => [header.session_id, messages.length]);

describe("readExport", () => {
  it.each([
    ["one object", JSON.stringify(conversation("a", "x", "y")), [["a", 2]]],
    ["a list", JSON.stringify([conversation("a", "x"), conversation("b", "y")]), [["a", 1], ["b", 1]]],
    ["JSON Lines", lines(conversation("a", "x"), "", conversation("b", "y")), [["a", 1], ["b", 1]]],
    ["a list of bare messages", JSON.stringify([message("x"), message("y")]), [["given", 2]]],
    ["JSON Lines of bare messages", `\uFEFF${lines(message("x"), { ...message("y"), session_id: "own" }, message("z"))}\r\n`, [["given", 2], ["own", 1]]],
  ])("reads %s", async (_name, content, expected) => {
    const found = await readExport(file(content), { userId: "ann", sessionId: "given" });
    expect(found.bad).toEqual([]);
    expect(shapeOf(found)).toEqual(expected);
  });

  it("keeps fields of the contract only, and the user of the record unless another is given", async () => {
    const path = file(JSON.stringify({ ...conversation("a", "x"), user_id: "bob", mood: "good", messages: [{ ...message("x"), name: "Bob", id: "m1", timestamp: "2025-11-14T09:30:00Z", stars: 3 }] }));
    const [kept] = (await readExport(path, { userId: "ann" })).conversations;
    expect(kept).toEqual({ place: "record 1", header: { user_id: "bob", session_id: "a" }, messages: [{ ...message("x"), name: "Bob", id: "m1", timestamp: "2025-11-14T09:30:00Z" }] });
    expect((await readExport(path, { userId: "ann", forcedUserId: "eve" })).conversations[0]?.header.user_id).toBe("eve");
  });

  it("reports a bad record by its line and keeps the good ones whole", async () => {
    const path = file(lines(conversation("a", "x"), "{broken", { session_id: "b", messages: [message("x"), { role: "wizard", content: "hunter2" }] }, conversation("c", "y"), 7, { messages: [message("x")] }), "export.jsonl");
    const found = await readExport(path, { userId: "ann" });
    expect(shapeOf(found)).toEqual([["a", 1], ["c", 1]]);
    expect(found.bad.map(({ place }) => place).toSorted()).toEqual(["line 2", "line 3", "line 5", "line 6"]);
    expect(JSON.stringify(found.bad)).not.toContain("hunter2");
    expect(found.bad.find(({ place }) => place === "line 3")?.reason).toMatch(/^messages\.1\.role: /);
    expect(found.bad.find(({ place }) => place === "line 6")?.reason).toContain("--session");
  });

  it.each([["a line that is not JSON", "{broken"], ["a message of no role", { role: "wizard", content: "x" }]])("sends nothing of a session of bare messages with %s", async (_name, bad) => {
    const found = await readExport(file(lines(message("x"), bad, message("y")), "chat.jsonl"), { userId: "ann", sessionId: "s" });
    expect(found.conversations).toEqual([]);
    expect(found.bad.map(({ place }) => place)).toContain("line 2");
  });

  it("says so when there is nothing to read", async () => {
    await expect(readExport(join(folder, "absent.json"), { userId: "ann" })).rejects.toThrow("ENOENT");
    await expect(readExport(folder, { userId: "ann" })).rejects.toThrow("EISDIR");
    await expect(readExport(file("\n"), { userId: "ann" })).rejects.toThrow("nothing");
  });
});
