import { CortexError } from "@memory-cortex/models";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MAX_JSON_DEPTH, parseJson } from "./json-body.ts";
import { exceedsDepth } from "./json-depth.ts";

const depthOf = (value: unknown): number => (typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0);

const codeOf = (bytes: Buffer): string => {
  try {
    parseJson(bytes);
    return "none";
  } catch (error) {
    return CortexError.isInstance(error) ? error.code : "plain";
  }
};

describe("exceedsDepth", () => {
  it("agrees with the depth of the parsed value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 9 }), (value, limit) => {
        expect(exceedsDepth(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
      }),
    );
  });

  it("does not count brackets inside strings", () => {
    expect(exceedsDepth(JSON.stringify({ text: `${"[".repeat(99)}\\"{{{` }), 1)).toBe(false);
  });
});

describe("parseJson", () => {
  it("takes the deepest nesting that is allowed and no more", () => {
    const nested = (depth: number) => Buffer.from("[".repeat(depth) + "]".repeat(depth));
    expect(codeOf(nested(MAX_JSON_DEPTH))).toBe("none");
    expect(codeOf(nested(MAX_JSON_DEPTH + 1))).toBe("too_deep");
    expect(codeOf(nested(500_000))).toBe("too_deep");
  });

  it.each([
    ["empty", Buffer.alloc(0)],
    ["not JSON", Buffer.from("{name: 1}")],
    ["cut off", Buffer.from('{"a": [1, 2')],
    ["not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ["an encoded surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["two values", Buffer.from("{}{}")],
  ])("refuses %s", (_name, bytes) => {
    expect(codeOf(bytes)).toBe("malformed_json");
  });

  it("does not quote the body in its message", () => {
    expect(() => parseJson(Buffer.from('{"secret-word" 1}'))).toThrow(expect.not.objectContaining({ message: expect.stringContaining("secret") }));
  });
});
