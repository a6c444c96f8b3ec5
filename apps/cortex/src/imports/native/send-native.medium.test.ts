import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createCortexClient } from "@memory-cortex/client";
import type { ImportResponse } from "@memory-cortex/models";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { linePieces } from "./line-pieces.ts";
import { sendNative } from "./send-native.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "cortex-native-"))));
afterAll(() => rm(folder, { recursive: true }));

const memory = (content: string): string => JSON.stringify({ kind: "memory", content });
const header = (userId: string): string => JSON.stringify({ kind: "header", format: "memory-cortex.export", version: 1, user_id: userId });
const end = (memories: number): string => JSON.stringify({ kind: "end", memories, turns: 0 });

async function file(text: string): Promise<string> {
  const path = join(folder, "lines.jsonl");
  await writeFile(path, text);
  return path;
}

/** A service that takes every line but one. */
let requests: { dryRun: string; text: string }[];
beforeEach(() => void (requests = []));
const client = createCortexClient({
  url: "http://service",
  fetch: async (address, { body } = {}): Promise<Response> => {
    const text = Buffer.from(body as Uint8Array).toString();
    const dryRun = new URL(address).searchParams.get("dry_run")!;
    requests.push({ dryRun, text });
    const all = text.split("\n").filter((line) => line !== "");
    const bad = all.findIndex((line) => line.includes("wrong"));
    if (bad !== -1) return Response.json({ code: "import_invalid", detail: `line ${bad + 1}.content: is wrong`, fix: "Mend it." }, { status: 422 });
    const taken: ImportResponse = { dry_run: dryRun === "true", lines: all.length, memories: { imported: all.length, duplicate: 0, forgotten: 0 }, turns: { imported: 0, duplicate: 0, forgotten: 0, ignored: 0 } };
    return Response.json(taken);
  },
});

async function send(text: string, { dryRun = false, pieceBytes = 100 } = {}): Promise<ImportResponse> {
  const path = await file(text);
  return sendNative({ found: { client, userId: "ann" }, path, size: Buffer.byteLength(text), fields: { dedupe: "id" }, dryRun, onBytes: () => undefined, pieceBytes });
}

describe("pieces of a file", () => {
  it.each([["a\nbb\nccc\n", 4], ["a\nbb\nccc", 4], ["a very long line\nb\n", 4], ["\n\n\n", 2], ["", 4], ["ü\r\nü", 3]])("%j are whole lines that come to the file again", async (text, most) => {
    const pieces: [string, number][] = [];
    for await (const { bytes, before } of linePieces(await file(text), most)) pieces.push([bytes.toString(), before]);
    expect(pieces.map(([piece]) => piece).join("")).toBe(text);
    for (const [piece] of pieces.slice(0, -1)) expect(piece.endsWith("\n")).toBe(true);
    expect(pieces.map(([, before]) => before)).toEqual(pieces.map((_, index) => pieces.slice(0, index).map(([piece]) => piece).join("").split("\n").length - 1));
  });
});

describe("sending", () => {
  const lines = ["one", "two", "three", "four"].map(memory);
  const large = [header("ann"), ...lines, end(4)].join("\n");

  it("is one request for what fits, as it is", async () => {
    await expect(send(large, { pieceBytes: 10_000 })).resolves.toMatchObject({ lines: 6 });
    expect(requests).toEqual([{ dryRun: "false", text: large }]);
  });

  it("checks all pieces of what does not fit before the first is imported", async () => {
    await expect(send(large)).resolves.toMatchObject({ dry_run: false, lines: 4, memories: { imported: 4 } });
    const half = requests.length / 2;
    expect(requests.map(({ dryRun }) => dryRun)).toEqual([...Array<string>(half).fill("true"), ...Array<string>(half).fill("false")]);
    expect(requests.slice(half).map(({ text }) => text).join("")).toBe(`${lines.join("\n")}\n`);
    requests = [];
    await expect(send(large, { dryRun: true })).resolves.toMatchObject({ dry_run: true, lines: 4 });
    expect(requests.every(({ dryRun }) => dryRun === "true")).toBe(true);
  });

  it("names the line of the file, and imports nothing", async () => {
    await expect(send([header("ann"), ...lines, memory("wrong"), end(5)].join("\n"))).rejects.toMatchObject({ code: "import_invalid", message: "line 6.content: is wrong" });
    expect(requests.every(({ dryRun }) => dryRun === "true")).toBe(true);
  });

  it.each([["another user's", [header("bert"), ...lines, end(4)]], ["cut off", [header("ann"), ...lines]], ["with lines missing", [header("ann"), ...lines, end(5)]]])("refuses an export that is %s", async (_what, all) => {
    await expect(send(all.join("\n"))).rejects.toMatchObject({ code: "import_invalid" });
    expect(requests.every(({ dryRun }) => dryRun === "true")).toBe(true);
  });
});
