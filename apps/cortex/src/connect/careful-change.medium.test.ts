import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { applyChange, applyRestore, planChange, planRestore, readConnection } from "./careful-change.ts";
import type { FileEdits } from "./careful-change.ts";

const now = new Date("2026-05-20T10:00:00Z");
const SETTINGS = '{\n  // mine\n  "theme": "dark",\n  "apiKey": "sk-1"\n}\n';

let folder: string;
let home: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-cortex-change-"));
  home = join(folder, "data");
  file = join(folder, "host", "settings.json");
  await mkdir(join(folder, "host"));
  await writeFile(file, SETTINGS, { mode: 0o640 });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const server = (command = "node"): FileEdits => ({ path: file, format: "json", edits: [{ set: ["mcpServers", "memory-cortex"], value: { command }, owned: true }] });

async function connect(...files: FileEdits[]) {
  const change = await planChange({ home, connection: "host", files });
  await applyChange(change, { now });
  return change;
}

async function disconnect() {
  const restore = await planRestore({ home, connection: "host" });
  await applyRestore(restore!);
  return restore!;
}

const text = (path = file): Promise<string> => readFile(path, "utf8");
const json = async (): Promise<Record<string, unknown>> => JSON.parse((await text()).replace(/\s*\/\/.*$/gm, "")) as Record<string, unknown>;

describe("a careful change", () => {
  it("is planned without writing anything", async () => {
    const change = await planChange({ home, connection: "host", files: [server()] });
    expect(change).toMatchObject({ isChange: true, files: [{ path: file, isNew: false, isChange: true }] });
    expect(change.files[0]!.diff.join("\n")).toContain('+  "mcpServers": {');
    expect(change.files[0]!.diff.join("\n")).not.toContain("sk-1");
    expect(await text()).toBe(SETTINGS);
    expect(await readdir(folder)).toEqual(["host"]);
  });

  it("is applied with comments and permissions kept, and leaves nothing else behind", async () => {
    await connect(server());
    expect(await text()).toContain("  // mine\n");
    expect(await json()).toMatchObject({ theme: "dark", mcpServers: { "memory-cortex": { command: "node" } } });
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(join(folder, "host"))).toEqual(["settings.json"]);
    expect((await stat(join(home, "connections", "host"))).mode & 0o777).toBe(0o700);
  });

  it("is taken back byte for byte", async () => {
    await connect(server());
    expect(await disconnect()).toMatchObject({ files: [{ how: "exact", isChange: true, kept: [] }] });
    expect(await text()).toBe(SETTINGS);
    expect(await planRestore({ home, connection: "host" })).toBeNull();
    expect(await readdir(join(home, "connections"))).toEqual([]);
  });

  it.each([
    ["Windows line ends and a byte order mark", `\uFEFF${SETTINGS.replaceAll("\n", "\r\n")}`],
    ["no line end at the end", SETTINGS.trimEnd()],
    ["an empty file", ""],
  ])("brings %s back", async (_, content) => {
    await writeFile(file, content);
    await connect(server());
    const after = await text();
    expect(after.startsWith("\uFEFF")).toBe(content.startsWith("\uFEFF"));
    expect(after.replaceAll("\r\n", "").includes("\n")).toBe(!content.includes("\r\n"));
    await disconnect();
    expect(await text()).toBe(content);
  });

  it("takes out our keys alone when the file was changed since", async () => {
    await connect(server());
    await writeFile(file, (await text()).replace('"dark"', '"light"'));
    expect(await disconnect()).toMatchObject({ files: [{ how: "keys", kept: [] }] });
    expect(await text()).toBe(SETTINGS.replace('"dark"', '"light"'));
  });

  it("makes a file with its folders, and removes both again", async () => {
    file = join(folder, "new", "deeper", "mcp.json");
    await connect(server());
    expect(await json()).toEqual({ mcpServers: { "memory-cortex": { command: "node" } } });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await disconnect();
    expect(await readdir(folder)).not.toContain("new");
  });

  it("keeps a folder that it made once somebody else uses it", async () => {
    file = join(folder, "new", "deeper", "mcp.json");
    await connect(server());
    await writeFile(join(folder, "new", "theirs.txt"), "x");
    await disconnect();
    expect(await readdir(join(folder, "new"))).toEqual(["theirs.txt"]);
  });

  it("writes through a link, which stays one", async () => {
    const link = join(folder, "link.json");
    await symlink(file, link);
    await connect({ ...server(), path: link });
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await text()).toContain("memory-cortex");
    await disconnect();
    expect(await text()).toBe(SETTINGS);
  });

  it("changes what has to change when it is made again, and still leads back to the beginning", async () => {
    await connect(server());
    expect((await planChange({ home, connection: "host", files: [server()] })).isChange).toBe(false);
    await connect(server("bun"));
    expect(await json()).toMatchObject({ mcpServers: { "memory-cortex": { command: "bun" } } });
    await disconnect();
    expect(await text()).toBe(SETTINGS);
  });

  it("is not made anew when the host merely wrote its own things beside it", async () => {
    await connect(server());
    await writeFile(file, (await text()).replace('"dark"', '"light"'));
    expect((await planChange({ home, connection: "host", files: [server()] })).isChange).toBe(false);
    await connect(server("bun"));
    await disconnect();
    expect(await text()).toBe(SETTINGS.replace('"dark"', '"light"'));
  });

  it("takes back a file that is not wanted any more", async () => {
    const other = join(folder, "host", "other.json");
    await connect(server(), { ...server(), path: other });
    await connect(server());
    expect(await readdir(join(folder, "host"))).toEqual(["settings.json"]);
    expect((await readConnection(home, "host"))?.files.map(({ path }) => path)).toEqual([file]);
  });

  it("refuses a file that was changed between showing and making", async () => {
    const change = await planChange({ home, connection: "host", files: [server()] });
    await writeFile(file, "{}");
    await expect(applyChange(change, { now })).rejects.toMatchObject({ code: "config_changed_meanwhile" });
    expect(await text()).toBe("{}");
    expect(await readConnection(home, "host")).toBeNull();
  });

  it("sets the first file back when the second cannot be written", async () => {
    const change = await planChange({ home, connection: "host", files: [server(), { ...server(), path: join(folder, "later", "mcp.json") }] });
    await symlink(join(folder, "gone", "nowhere"), join(folder, "later"));
    await expect(applyChange(change, { now })).rejects.toMatchObject({ code: "config_unwritable" });
    expect(await text()).toBe(SETTINGS);
    expect(await readConnection(home, "host")).toBeNull();
  });

  it("says what is wrong with a file that cannot be read, and leaves it alone", async () => {
    await writeFile(file, '{ "apiKey": "sk-1"');
    const planning = planChange({ home, connection: "host", files: [server()] });
    await expect(planning).rejects.toMatchObject({ code: "config_unreadable", message: expect.not.stringContaining("sk-1") });
    await writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));
    await expect(planChange({ home, connection: "host", files: [server()] })).rejects.toMatchObject({ code: "config_unreadable" });
  });

  it("is content with a file that is gone", async () => {
    await connect(server());
    await rm(file);
    expect(await disconnect()).toMatchObject({ isChange: false, files: [{ how: "gone" }] });
  });

  it("says when the record is damaged", async () => {
    await connect(server());
    await writeFile(join(home, "connections", "host", "record.json"), "{");
    await expect(planRestore({ home, connection: "host" })).rejects.toMatchObject({ code: "connection_damaged" });
    await chmod(file, 0o600);
  });
});
