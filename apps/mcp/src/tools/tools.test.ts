import { describe, expect, it } from "vitest";
import { z } from "zod";

import { NOTICE } from "../untrusted.ts";
import { TOOLS } from "./tools.ts";

interface JsonSchema {
  type: string;
  properties: Record<string, { const?: string; description?: string }>;
}

const schemaOf = (schema: z.ZodObject, io: "input" | "output"): JsonSchema => z.toJSONSchema(schema, { io }) as unknown as JsonSchema;
/** Everything that would tell whose memory, or which part of it. */
const OF_A_REALM = ["user_id", "user", "namespace", "namespaces", "project", "agent_id", "tenant"];

it("offers nine tools", () => {
  expect(TOOLS.map(({ name }) => name).toSorted()).toEqual(["entity_get", "entity_search", "explain", "forget", "recall", "remember", "search", "stats", "timeline"]);
});

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (_name, tool) => {
  it("takes nothing that names a realm", () => {
    expect(Object.keys(schemaOf(tool.input, "input").properties).filter((name) => OF_A_REALM.includes(name))).toEqual([]);
  });

  it("says when to use it, and what it does to memory", () => {
    expect(tool.description).toMatch(/\b[Uu]se it|Only when\b/);
    expect(tool.title).not.toBe("");
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
    expect({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }).toEqual({
      readOnlyHint: !["remember", "forget"].includes(tool.name), destructiveHint: tool.name === "forget", idempotentHint: true, openWorldHint: false,
    });
  });

  it("answers with remembered text under the notice only, which stands first", () => {
    const { type, properties } = schemaOf(tool.output, "output");
    expect(type).toBe("object");
    const carriesText = !["remember", "stats"].includes(tool.name);
    expect(Object.keys(properties)[0] === "notice" && properties["notice"]?.const === NOTICE).toBe(carriesText);
  });
});
