import { mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { jsonFile } from "./json-file.ts";

let folder: string;
const said: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-cortex-json-"));
  said.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const counter = () => jsonFile<{ count: number }>({
  path: join(folder, "deep", "counter.json"), empty: () => ({ count: 0 }), log: (line) => void said.push(line),
  parse: (json) => (typeof (json as { count?: unknown } | null)?.count === "number" ? (json as { count: number }) : null),
});
const add = ({ count }: { count: number }) => ({ value: { count: count + 1 }, result: count + 1 });

describe("jsonFile", () => {
  it("loses no change of several that write at once", async () => {
    const files = [counter(), counter(), counter(), counter()];
    const results = await Promise.all(Array.from({ length: 40 }, (_, index) => files[index % files.length]!.change(add)));
    expect((await counter().read()).count).toBe(40);
    expect(new Set(results).size).toBe(40);
  });

  it("goes on after a holder of the lock died", async () => {
    await counter().change(add);
    const lock = join(folder, "deep", "counter.json.lock");
    await writeFile(lock, "");
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    expect(await counter().change(add)).toBe(2);
  });

  it("keeps a file that it cannot read, and begins a new one", async () => {
    await counter().change(add);
    await writeFile(join(folder, "deep", "counter.json"), '{"count": 1');
    expect(await counter().read()).toEqual({ count: 0 });
    expect(await counter().change(add)).toBe(1);
    expect(await readFile(join(folder, "deep", "counter.json.unreadable"), "utf8")).toBe('{"count": 1');
    expect(said).toHaveLength(1);
  });

  it("writes nothing when nothing changes, and nothing of a change that fails", async () => {
    await counter().change((value) => ({ value, result: null }));
    await expect(readFile(join(folder, "deep", "counter.json"), "utf8")).rejects.toThrow();
    await expect(counter().change(() => { throw new Error("no"); })).rejects.toThrow("no");
    expect(await counter().change(add)).toBe(1);
  });
});
