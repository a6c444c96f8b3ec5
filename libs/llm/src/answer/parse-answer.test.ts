import { CortexError } from "@memory-cortex/models";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { CompletionRequest } from "../llm.ts";
import { answerFormat } from "./json-schema.ts";
import { parseAnswer } from "./parse-answer.ts";
import type { RawAnswer } from "./raw-answer.ts";

const schema = z.object({ memories: z.array(z.object({ text: z.string().max(200), sureness: z.number().int().min(0).max(100) })).max(5) });
const request: CompletionRequest<typeof schema> = { purpose: "capture", system: [{ text: "List facts." }], messages: [{ role: "user", content: "I live in Lisbon." }], schema, maxTokens: 100 };
const raw = (text: string): RawAnswer => ({ text, stop: "end", model: null, usage: null });

/** Pieces that answers are broken with. */
const debris = fc.constantFrom("{", "}", "[", "]", '"', "\\", "```json\n", "```", "<think>", "</think>", '{"memories":', "null", "-1e999", '{"__proto__":{"a":1}}', "I live in Lisbon.", "\u0000", "\ud800", ",", ":");
const value = fc.record({ memories: fc.array(fc.record({ text: fc.string({ maxLength: 300 }), sureness: fc.oneof({ weight: 12, arbitrary: fc.integer({ min: 0, max: 100 }) }, fc.integer({ min: -10, max: 2_000 }), fc.double(), fc.string()) }), { maxLength: 6 }) });
const broken = fc.tuple(value, fc.array(fc.tuple(fc.nat(), debris), { maxLength: 4 }), fc.nat()).map(([whole, inserts, cut]) => {
  let text = JSON.stringify(whole);
  for (const [at, piece] of inserts) text = text.slice(0, at % (text.length + 1)) + piece + text.slice(at % (text.length + 1));
  return cut % 3 === 0 ? text.slice(0, cut % (text.length + 1)) : text;
});

describe("parseAnswer", () => {
  it("gives what the schema takes, or llm_invalid, whatever is said", () => {
    let usable = 0;
    let refused = 0;
    fc.assert(fc.property(fc.oneof(broken, fc.array(debris).map((parts) => parts.join("")), fc.string()), (text) => {
      try {
        const parsed = parseAnswer(request, raw(text));
        expect(schema.safeParse(parsed).success).toBe(true);
        usable += 1;
      } catch (error) {
        expect(CortexError.isInstance(error) && error.code).toBe("llm_invalid");
        refused += 1;
      }
    }), { numRuns: 3_000 });
    expect(usable).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(500);
  });

  it("does not let an answer reach into objects it has no business with", () => {
    expect(() => parseAnswer(request, raw('{"__proto__": {"polluted": true}, "memories": [{"text": "a", "sureness": 1, "__proto__": {"polluted": true}}]}'))).not.toThrow();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("answerFormat", () => {
  it("closes every object, says whether all is required, and describes what goes in", () => {
    const nested = z.object({ list: z.array(z.object({ a: z.string().transform(Number), b: z.string().optional() })), kind: z.enum(["x", "y"]).nullable() });
    const { schema: made, strict } = answerFormat(nested);
    expect(strict).toBe(false);
    expect(answerFormat(schema).strict).toBe(true);
    expect(made).toEqual({
      type: "object",
      properties: {
        list: { type: "array", items: { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a"], additionalProperties: false } },
        kind: { anyOf: [{ type: "string", enum: ["x", "y"] }, { type: "null" }] },
      },
      required: ["list", "kind"],
      additionalProperties: false,
    });
    expect(answerFormat(nested)).toBe(answerFormat(nested));
  });
});
