import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { CortexError, realmOf, wholeUser } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";
import { everyAnswer, live, say, T0 } from "@memory-cortex/store/conformance";
import { openSqliteStore } from "@memory-cortex/store-sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Problem } from "../problem.ts";
import type { BackupHeader } from "./backup-lines.ts";
import { checkBackup } from "./check-backup.ts";
import { digestUser } from "./digest-user.ts";
import { importUser, requireRoom } from "./import-user.ts";
import { RestoreSources, restoreStream } from "./restore-source.ts";
import { writeBackup } from "./write-backup.ts";

const folder = mkdtempSync(join(tmpdir(), "cortex-backup-"));
const clock = { now: () => T0 };
const header: BackupHeader = { format: "memory-cortex-backup", version: 1, id: "this-file", made_at: "2026-01-01T00:00:00.000Z", program: "0.1.0", from: "embedded" };
const nothing = (): void => undefined;

let files = 0;
const newFile = (): string => join(folder, `${(files += 1)}.jsonl.gz`);

let source: Store;
let users: string[];
let lived: Awaited<ReturnType<typeof live>>;
let whole: string;
let lines: string[];

beforeAll(async () => {
  source = createMemoryStore({ clock });
  lived = await live(source);
  await say(source, realmOf("b – Zoë"), ["Grüße\u2028line", "x"]);
  users = (await source.users()).sort();
  whole = newFile();
  await writeBackup({ store: source, path: whole, header, users, onRecords: nothing });
  lines = gunzipSync(await readFile(whole)).toString().trimEnd().split("\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

async function restore(path: string, target: Store): Promise<string[]> {
  const backup = await checkBackup(path);
  const sources = new RestoreSources(path, backup);
  await requireRoom(target, backup.users.map(({ userId }) => ({ userId, stream: restoreStream(backup) })), false);
  const outcomes: string[] = [];
  for (const user of backup.users) outcomes.push((await importUser(target, sources.of(user), nothing)).outcome);
  await sources.close();
  return outcomes;
}

/** A file with other lines. */
async function fileOf(changed: readonly string[]): Promise<string> {
  const path = newFile();
  await writeFile(path, gzipSync(`${changed.join("\n")}\n`));
  return path;
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(() => null, (thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
}

describe("a backup", () => {
  it("brings every user back as he was, and again changes nothing", async () => {
    const target = await openSqliteStore({ home: join(folder, "home"), clock });
    expect(await restore(whole, target)).toEqual(["imported", "imported"]);
    for (const userId of users) expect(await digestUser(target, userId)).toEqual(await digestUser(source, userId));
    for (const namespaces of [["home"], ["work", "home"]]) {
      expect(await everyAnswer(target, realmOf(lived.userId, namespaces), lived)).toEqual(await everyAnswer(source, realmOf(lived.userId, namespaces), lived));
    }
    expect((await target.listTurns(realmOf("b – Zoë"), { sessionId: (await source.listSessions(realmOf("b – Zoë"), { limit: 1 })).items[0]!.sessionId, after: -1, limit: 1 }))?.turns[0]?.text).toBe("Grüße\u2028line");
    expect(await restore(whole, target)).toEqual(["known", "known"]);
    await target.close();
  });

  it("is readable for its owner alone, and takes no other file's place", async () => {
    if (process.platform !== "win32") expect((await stat(whole)).mode & 0o077).toBe(0);
    expect(await problemOf(writeBackup({ store: source, path: whole, header, users, onRecords: nothing }))).toMatchObject({ code: "file_exists" });
    expect(await problemOf(writeBackup({ store: source, path: join(folder, "none", "x"), header, users, onRecords: nothing }))).toMatchObject({ code: "file_unwritable" });
  });

  it("leaves no file behind when a user cannot be read", async () => {
    const path = newFile();
    const broken = { exportPage: () => Promise.reject(new CortexError("store_corrupt")) };
    await expect(writeBackup({ store: broken, path, header, users, onRecords: nothing })).rejects.toMatchObject({ code: "store_corrupt" });
    expect(await problemOf(writeBackup({ store: source, path, header, users: [...users, "nobody"], onRecords: nothing }))).toMatchObject({ code: "unknown_user" });
    expect((await readdir(folder)).filter((name) => name.startsWith(path.slice(folder.length + 1)))).toEqual([]);
  });

  it("takes a user up anew who changed meanwhile", async () => {
    const path = newFile();
    let calls = 0;
    const restless: Pick<Store, "exportPage"> = {
      exportPage: async (realm, request) => {
        calls += 1;
        const page = await source.exportPage(realm, { ...request, limit: 5 });
        if (calls === 2 || calls === 4) throw new CortexError("export_changed");
        return page;
      },
    };
    await writeBackup({ store: restless, path, header, users, onRecords: nothing });
    expect(await checkBackup(path)).toEqual(await checkBackup(whole));
    const never: Pick<Store, "exportPage"> = { exportPage: () => Promise.reject(new CortexError("export_changed")) };
    await expect(writeBackup({ store: never, path: newFile(), header, users, onRecords: nothing })).rejects.toMatchObject({ code: "export_changed" });
  });
});

describe("a damaged backup", () => {
  it("is refused wherever it was cut off", async () => {
    const { size } = await stat(whole);
    for (let bytes = 1; bytes < size; bytes += Math.ceil(size / 40)) {
      const path = newFile();
      await writeFile(path, await readFile(whole));
      await truncate(path, bytes);
      expect(await problemOf(checkBackup(path)), `${bytes} of ${size}`).toMatchObject({ code: "backup_invalid" });
    }
    for (let count = 1; count < lines.length; count += 1) expect((await problemOf(checkBackup(await fileOf(lines.slice(0, count))))).message).toContain(`line ${count + 1}`);
  });

  it("is refused with the number of the line that was changed", async () => {
    for (const [place, line] of lines.entries()) {
      for (const changed of ["{", "{}", `{"kind":"other"}`, line.replace(/}$/, `,"more":1}`)]) {
        const { code, message } = await problemOf(checkBackup(await fileOf(lines.with(place, changed))));
        expect(code).toBe("backup_invalid");
        if (place > 0) expect(message).toContain(`line ${place + 1}`);
      }
    }
  });

  it("is refused when a record is missing, doubled or another one", async () => {
    const records = lines.flatMap((line, place) => (/^\{"kind":"(header|user|user_end|trailer)"/.test(line) || place === 0 ? [] : [place]));
    for (const place of records) {
      expect(await problemOf(checkBackup(await fileOf(lines.toSpliced(place, 1)))), lines[place]).toMatchObject({ code: "backup_invalid" });
      expect(await problemOf(checkBackup(await fileOf(lines.toSpliced(place, 0, lines[place]!)))), lines[place]).toMatchObject({ code: "backup_invalid" });
    }
    const text = lines.findIndex((line) => line.includes("x Berlin"));
    expect((await problemOf(checkBackup(await fileOf(lines.with(text, lines[text]!.replace("x Berlin", "x Dublin")))))).message).toContain("memory");
    expect((await problemOf(checkBackup(await fileOf([...lines, lines[1]!])))).message).toContain(`line ${lines.length + 1}`);
  });

  it("is refused in another version, and when it is something else", async () => {
    const other = await fileOf(lines.with(0, JSON.stringify({ ...header, version: 2, new: true })));
    expect(await problemOf(checkBackup(other))).toMatchObject({ code: "backup_version", message: expect.stringContaining("2") });
    const plain = newFile();
    await writeFile(plain, lines.join("\n"));
    for (const path of [plain, await fileOf(["[1]"]), await fileOf(["hello"])]) expect(await problemOf(checkBackup(path))).toMatchObject({ code: "backup_invalid", message: "The file is no backup of Memory Cortex" });
    expect(await problemOf(checkBackup(join(folder, "none")))).toMatchObject({ code: "file_missing" });
  });
});

/** A store that dies with the given write. */
function dyingAt(store: Store, write: number): Store {
  let writes = 0;
  return {
    ...store,
    importRecords: (realm, page) => {
      writes += 1;
      return writes >= write ? Promise.reject(new CortexError("store_unavailable")) : store.importRecords(realm, page);
    },
  };
}

describe("a restore that is cut off", () => {
  it("goes on at any place, and shows nobody before he is whole", async () => {
    for (let write = 1; write <= 4; write += 1) {
      const target = createMemoryStore({ clock });
      await expect(restore(whole, dyingAt(target, write))).rejects.toMatchObject({ code: "store_unavailable" });
      for (const userId of await target.users()) expect(await digestUser(target, userId)).toEqual(await digestUser(source, userId));
      await restore(whole, target);
      expect((await target.users()).sort()).toEqual(users);
      for (const userId of users) expect(await digestUser(target, userId)).toEqual(await digestUser(source, userId));
    }
  });

  it("hides a user of whom something else was written than was read", async () => {
    const target = createMemoryStore({ clock });
    const careless: Store = {
      ...target,
      importRecords: (realm, page) => target.importRecords(realm, { ...page, records: page.records.filter(({ kind }) => kind !== "receipt") }),
    };
    const problem = await problemOf(restore(whole, careless));
    expect(problem).toMatchObject({ code: "transfer_differs", message: expect.stringContaining("receipt") });
    await expect(target.userExists(wholeUser(lived.userId))).resolves.toBe(false);
    await expect(target.unfinishedImports()).resolves.toHaveLength(1);
  });

  it("takes no place that somebody has", async () => {
    const target = createMemoryStore({ clock });
    await say(target, realmOf(users[1]!), ["already here"]);
    expect(await problemOf(restore(whole, target))).toMatchObject({ code: "target_not_empty", message: expect.stringContaining(users[1]!) });
    await expect(target.users()).resolves.toEqual([users[1]]);
    await expect(target.importState(wholeUser(users[0]!))).resolves.toBeNull();
  });
});
