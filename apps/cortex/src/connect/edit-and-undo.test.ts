import { parse } from "jsonc-parser";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { editDocument, openDocument } from "./document-text.ts";
import type { Format } from "./document-text.ts";
import { resolveEdits } from "./edits.ts";
import type { Edit, JsonValue } from "./edits.ts";
import { undoEdits } from "./undo-edits.ts";

const key = fc.oneof(fc.constantFrom("mcpServers", "memory-cortex", "hooks", "Stop", "plugins"), fc.string({ maxLength: 6 }).filter((name) => name !== "__proto__"));
const leaf = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean());
const { document } = fc.letrec<{ value: JsonValue; document: JsonValue }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, fc.array(tie("value"), { maxLength: 3 }), tie("document")),
  document: fc.dictionary(key, tie("value"), { maxKeys: 4 }),
}));

const EDITS: Edit[] = [
  { set: ["mcpServers", "memory-cortex"], value: { command: "node", args: ["a", "b"], env: { HOME: "/h" } }, owned: true },
  { set: ["plugins", "slots", "memory"], value: "memory-cortex" },
  { append: ["hooks", "Stop"], value: { hooks: [{ type: "command", command: "cortex hook post" }] }, identifiedBy: ["hooks", 0, "command"] },
  { append: ["plugins", "load", "paths"], value: "/plugin" },
];

/** Every file that can be read is edited so that it says what was meant, and then says again what it said. What nobody meant stands there as it was written. */
function thereAndBack(text: string, format: Format, { edits, untouched = "" }: { edits: readonly Edit[]; untouched?: string }): void {
  const before = openDocument(text, format, "the file");
  let resolved;
  try {
    resolved = resolveEdits(before.value, edits);
  } catch {
    return; // a parent is no object or no list there, and the person is told
  }
  const after = openDocument(editDocument(before, resolved.operations, "the file"), format, "the file");
  expect(after.text).toContain(untouched);
  expect(after.value).toEqual(resolved.result);
  const { operations, kept } = undoEdits(after.value, resolved.undo);
  expect(kept).toEqual([]);
  expect(openDocument(editDocument(after, operations, "the file"), format, "the file").value).toEqual(before.value);
}

const someEdits = fc.subarray(EDITS, { minLength: 1 });

describe("whatever stands in a file", () => {
  it("JSON, with any indent", () => {
    fc.assert(fc.property(document, someEdits, fc.constantFrom("  ", "    ", "\t", ""), (value, edits, indent) => thereAndBack(JSON.stringify(value, null, indent), "json", { edits })), { numRuns: 150 });
  });

  it("JSON with comments and trailing commas", () => {
    fc.assert(
      fc.property(document, someEdits, (value, edits) => {
        const text = `// top\n${JSON.stringify(value, null, 2).replaceAll(/([^{[,\s])\n(\s*[}\]])/g, "$1, // end\n$2").replace("{\n", "{ /* in */\n")}\n`;
        if (JSON.stringify(parse(text, [], { allowTrailingComma: true })) === JSON.stringify(value)) thereAndBack(text, "json", { edits });
      }),
      { numRuns: 150 },
    );
  });

  it("JSON5", () => {
    fc.assert(
      fc.property(document, someEdits, fc.constantFrom(undefined, 2, "\t"), (value, edits, indent) => {
        const untouched = `// mine\n  bare: 'single', /* so */\n  nested: ${JSON.stringify(value, null, indent)},\n`;
        thereAndBack(`{\n  ${untouched}}\n`, "json5", { edits, untouched });
      }),
      { numRuns: 60 },
    );
  });

  it("TOML", () => {
    const table = fc.dictionary(fc.constantFrom("a", "b-c", "two words", "é"), fc.oneof(fc.string({ maxLength: 8 }), fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.boolean()), { maxKeys: 3 });
    fc.assert(
      fc.property(fc.array(table, { maxLength: 3 }), fc.boolean(), (tables, isNested) => {
        const line = ([name, value]: [string, unknown]): string => `${JSON.stringify(name)} = ${JSON.stringify(value)} # note`;
        const text = ["# top", "x = 1", ...tables.flatMap((each, index) => ["", `[${isNested ? `mcp_servers.s${index}` : `t${index}`}]`, "# own", ...Object.entries(each).map(line)])].join("\n");
        const edits: Edit[] = [{ set: ["mcp_servers", "memory-cortex"], value: { command: "node", args: ["a"], env: { HOME: "/h" } }, owned: true }];
        thereAndBack(text, "toml", { edits, untouched: text });
      }),
      { numRuns: 100 },
    );
  });
});
