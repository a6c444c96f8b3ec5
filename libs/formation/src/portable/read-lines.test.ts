import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { MAX_LINE_BYTES, readLines } from "./read-lines.ts";

const options = { userId: "ann", namespace: "global", allows: (namespace: string) => namespace !== "closed" };
const bytesOf = (...lines: (object | string)[]) => Buffer.from(lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
const read = (...lines: (object | string)[]) => readLines(bytesOf(...lines), options);

const header = { kind: "header", format: "memory-cortex.export", version: 1, user_id: "ann" };
const memory = { kind: "memory", content: "likes tea" };
const turn = { kind: "turn", session_id: "s", role: "user", text: "hello" };

/** The errors of lines that are refused. */
async function faults(bytes: Uint8Array): Promise<(readonly [string, string])[]> {
  try {
    await readLines(bytes, options);
  } catch (error) {
    if (CortexError.isInstance(error) && error.code === "import_invalid") return error.errors!.map(({ path, code }) => [path, code] as const);
    throw error;
  }
  return [];
}

describe("lines that are right", () => {
  it("need little, and go to the namespace of the request unless they name one", async () => {
    const { lines, memories, turns } = await read(memory, "", { ...turn, namespace: "work", unknown: 1 }, "  ");
    expect(lines).toBe(2);
    expect(memories).toMatchObject([{ number: 1, namespace: "global", line: { content: "likes tea", type: "fact", lifetime: "permanent", tags: [], importance: 0.5, confidence: 1 } }]);
    expect(turns).toMatchObject([{ number: 3, namespace: "work", line: { text: "hello", captured: false } }]);
    expect(turns[0]!.line).not.toHaveProperty("unknown");
  });

  it("may call their text by the other name, and end in CR LF", async () => {
    const { memories, turns } = await readLines(Buffer.from(`${JSON.stringify({ kind: "memory", text: "a" })}\r\n${JSON.stringify({ ...turn, text: undefined, content: "b" })}\r\n`), options);
    expect([memories[0]!.line.content, turns[0]!.line.text]).toEqual(["a", "b"]);
  });

  it("may be a whole export", async () => {
    await expect(read(header, memory, turn, { kind: "end", memories: 1, turns: 1 })).resolves.toMatchObject({ lines: 4, memories: [{ number: 2 }], turns: [{ number: 3 }] });
  });

  it("may be none", async () => {
    await expect(read()).resolves.toEqual({ lines: 0, memories: [], turns: [] });
  });
});

describe("lines that are wrong", () => {
  it.each<[string, (object | string)[], [string, string][]]>([
    ["not JSON", [memory, "{kind: memory}"], [["line 2", "malformed_json"]]],
    ["no object", [memory, "[]", "5", "null"], [["line 2", "invalid_type"], ["line 3", "invalid_type"], ["line 4", "invalid_type"]]],
    ["of no kind", [{ content: "x" }], [["line 1.kind", "invalid_union"]]],
    ["fields out of range", [memory, { ...memory, importance: 7, type: "guess" }], [["line 2.type", "invalid_value"], ["line 2.importance", "too_big"]]],
    ["without text", [{ kind: "memory" }, { ...turn, text: " " }], [["line 1.content", "invalid_type"], ["line 2.text", "custom"]]],
    ["times that are none", [{ ...memory, observed_at: "yesterday" }], [["line 1.observed_at", "invalid_format"]]],
    ["an end before the beginning", [{ ...memory, valid_from: 2_000, valid_to: 1_000 }], [["line 1.valid_to", "before_valid_from"]]],
    ["another user's", [memory, { ...memory, user_id: "bert" }, { ...header, user_id: "bert" }], [["line 2.user_id", "foreign_user"], ["line 3.user_id", "foreign_user"]]],
    ["a namespace that is closed to the caller", [{ ...turn, namespace: "closed" }], [["line 1.namespace", "forbidden"]]],
    ["a header in the middle", [memory, header], [["line 2", "misplaced"]]],
    ["an export of another version", [{ ...header, version: 2 }], [["line 1.version", "invalid_value"]]],
    ["an export without its end", [header, memory], [["line 3", "cut_off"]]],
    ["an export with other counts", [header, memory, { kind: "end", memories: 2, turns: 0 }], [["line 3", "missing_lines"]]],
    ["lines behind the end", [header, { kind: "end", memories: 0, turns: 0 }, memory], [["line 3", "behind_end"]]],
  ])("%s", async (_what, lines, expected) => {
    expect(await faults(bytesOf(...lines))).toEqual(expected);
  });

  it("are named though they are no UTF-8, or too long", async () => {
    expect(await faults(Buffer.concat([bytesOf(memory, ""), Buffer.from([0x7b, 0xff, 0x7d])]))).toEqual([["line 2", "not_utf8"]]);
    expect(await faults(bytesOf({ ...memory, content: "x".repeat(MAX_LINE_BYTES) }))).toEqual([["line 1", "too_long"]]);
  });

  it("never show what they held", async () => {
    await expect(read('{"kind":"memory","content":"my secret')).rejects.toThrow(expect.objectContaining({ message: expect.not.stringContaining("secret") }));
  });

  it("are counted up to fifty", async () => {
    expect(await faults(bytesOf(...Array.from({ length: 80 }, () => "x")))).toHaveLength(50);
  });
});
