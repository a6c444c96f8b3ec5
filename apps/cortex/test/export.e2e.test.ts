import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { ForgetResponse, ImportResponse } from "@memory-cortex/models";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startService, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";

let remove: () => Promise<void>;
let service: Service;
let home: string;

beforeAll(async () => {
  const made = await throwawayHome();
  ({ home } = made);
  remove = made.remove;
  service = await startService(home, { CORTEX_EMBEDDERS: "[]" });
  const messages = ["The staging server is called otter.", "Its disk is nearly full."].map((content, index) => ({ role: "user", content, id: `m${index}` }));
  await service.post("/ingest", { user_id: "ann", session_id: "servers", channel: "chat", messages });
  await service.post("/v1/remember", { user_id: "ann", content: "Always answer in metric units.", type: "rule", source: "letters" });
});
afterAll(async () => {
  await service.stop();
  await remove();
});

const records = (text: string) => text.trimEnd().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);

describe("cortex export and import", () => {
  it("write a file that another user's memory is whole from, once", async () => {
    const file = join(home, "ann.jsonl");
    const done = await service.run("export", file);
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toContain("Exported");
    expect((await stat(file)).mode & 0o077).toBe(0);
    const text = await readFile(file, "utf8");
    expect(records(text).map(({ kind }) => kind)).toEqual(["header", "turn", "turn", "memory", "end"]);

    const other = join(home, "bob.jsonl");
    await writeFile(other, text.replace('"user_id":"ann"', '"user_id":"bob"'));
    expect(await service.run("import", "native", other)).toMatchObject({ code: 1, stderr: expect.stringContaining("line 1.user_id") as unknown });
    expect((await service.run("import", "auto", other, "--user", "bob", "--dry-run")).stdout).toContain("Would import 1 memory and 2 turns");
    expect((await service.run("import", "native", other, "--user", "bob")).stdout).toContain("Imported 1 memory and 2 turns");
    const again = await service.run("import", "native", other, "--user", "bob", "--json");
    expect(JSON.parse(again.stdout) as ImportResponse).toMatchObject({ memories: { imported: 0, duplicate: 1 }, turns: { imported: 0, duplicate: 2 } });
  });

  it("write what is asked for to standard output", async () => {
    const { stdout } = await service.run("export", "--kinds", "memory", "--types", "rule");
    expect(records(stdout)).toMatchObject([{ kind: "header" }, { content: "Always answer in metric units.", type: "rule" }, { kind: "end", memories: 1, turns: 0 }]);
    expect((await service.run("export", "--format", "csv", "--session", "servers", "--kinds", "turn")).stdout.split("\r\n")).toHaveLength(4);
  });

  it("say what is wrong, and leave no file", async () => {
    const file = join(home, "nobody.jsonl");
    expect(await service.run("export", file, "--user", "nobody")).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing is known of the user") as unknown });
    await expect(stat(file)).rejects.toThrow();
    expect(await service.run("import", "native", file)).toMatchObject({ code: 1, stderr: expect.stringContaining("is not there") as unknown });
    await writeFile(file, '{"kind":"memory","content":"fine"}\n{"kind":"memory"}\n');
    expect(await service.run("import", "native", file)).toMatchObject({ code: 1, stderr: expect.stringContaining("line 2.content") as unknown });
  });
});

describe("cortex forget", () => {
  it("shows what would go, and does it on request; the conversation does not bring it back", async () => {
    const dry = await service.run("forget", "--query", "otter");
    expect(dry.stdout).toMatch(/Would forget 0 memories and 1 turn\.[\s\S]*otter[\s\S]*--yes does it/);
    expect((await service.run("forget", "--session", "servers", "--yes")).stdout).toMatch(/Forgotten: 0 memories and 2 turns \(1 whole session\)/);
    await service.post("/ingest", { user_id: "ann", session_id: "servers", messages: [{ role: "user", content: "The staging server is called otter.", id: "m0" }] });
    const { stdout } = await service.run("export", "--kinds", "turn");
    expect(records(stdout).at(-1)).toEqual({ kind: "end", memories: 0, turns: 0 });
    const source = await service.run("forget", "--source", "letters", "--yes", "--json");
    expect(JSON.parse(source.stdout) as ForgetResponse).toMatchObject({ dry_run: false, memories: 1, turns: 0 });
  });

  it("takes exactly one way to tell", async () => {
    expect((await service.run("forget")).code).toBe(2);
    expect((await service.run("forget", "--session", "a", "--source", "b")).code).toBe(2);
  });
});
