import { CortexError } from "@memory-cortex/models";
import { ingestRequest, recallRequest } from "@memory-cortex/models/wire";
import type { FieldError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";
import type { z } from "zod";

import { parseFields } from "./parse-fields.ts";

const errorsOf = (schema: z.ZodType, value: unknown): readonly FieldError[] => {
  try {
    parseFields(schema, value);
    return [];
  } catch (error) {
    return CortexError.isInstance(error) ? (error.errors ?? []) : [];
  }
};

describe("parseFields", () => {
  it("names each field by its path, with a code and what it takes", () => {
    const errors = errorsOf(ingestRequest, { user_id: "", session_id: 5, messages: [{ role: "robot" }] });
    expect(errors.map(({ path, code }) => [path, code])).toEqual([["messages.0.role", "invalid_value"], ["session_id", "invalid_type"], ["user_id", "too_small"]]);
    expect(errors.every(({ message }) => message.length > 0)).toBe(true);
  });

  it("says what the branches of a union take", () => {
    const message = (fields: object) => ({ user_id: "u", session_id: "s", messages: [{ role: "user", ...fields }] });
    expect(errorsOf(ingestRequest, message({ content: 5 }))[0]).toMatchObject({ path: "messages.0.content", message: "Invalid input: expected string or array" });
    expect(errorsOf(ingestRequest, message({ content: "\ud800" }))[0]).toMatchObject({ path: "messages.0.content", message: expect.stringContaining("well-formed") });
    expect(errorsOf(ingestRequest, message({ content: [{ type: "text", text: "\0" }] }))[0]).toMatchObject({ path: "messages.0.content.0.text" });
    expect(errorsOf(ingestRequest, message({ timestamp: "yesterday" }))[0]).toMatchObject({ path: "messages.0.timestamp", message: expect.stringContaining("ISO 8601") });
  });

  it("repeats nothing of what a field held", () => {
    expect(JSON.stringify(errorsOf(recallRequest, { user_id: "u", query: "q", preset: "hush-hush", kinds: ["hush-hush"], as_of: "hush-hush" }))).not.toContain("hush");
  });

  it("stops at fifty", () => {
    expect(errorsOf(ingestRequest, { user_id: "u", session_id: "s", messages: Array.from({ length: 500 }, () => ({})) })).toHaveLength(50);
  });
});
