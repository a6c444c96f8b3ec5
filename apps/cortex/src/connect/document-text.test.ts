import { describe, expect, it } from "vitest";

import { editDocument, openDocument } from "./document-text.ts";
import type { Format } from "./document-text.ts";
import { resolveEdits } from "./edits.ts";
import type { Edit } from "./edits.ts";
import { maskSecrets, showDiff } from "./show-diff.ts";
import { undoEdits } from "./undo-edits.ts";

const SERVER: Edit = { set: ["mcpServers", "memory-cortex"], value: { command: "node", args: ["a", "b"] }, owned: true };
const TOML_SERVER: Edit = { set: ["mcp_servers", "memory-cortex"], value: { command: "node", args: ["a", "b"], env: { CORTEX_HOME: "/h" } }, owned: true };

function edited(text: string, format: Format, ...edits: Edit[]) {
  const document = openDocument(text, format, "the file");
  const { operations, undo } = resolveEdits(document.value, edits);
  const after = editDocument(document, operations, "the file");
  const again = openDocument(after, format, "the file");
  const back = editDocument(again, undoEdits(again.value, undo).operations, "the file");
  return { after, back };
}

describe("JSON", () => {
  it.each([
    ["an indented file", '{\n    "theme": "dark",\n    "mcpServers": {\n        "other": {}\n    }\n}\n'],
    ["tabs", '{\n\t"theme": "dark"\n}\n'],
    ["comments and a trailing comma", '{\n  // mine\n  "theme": "dark", // dark!\n  /* all of\n   * this */\n  "list": [1, 2,],\n}\n'],
    ["one line", '{"theme":"dark","list":[{"a":1}]}'],
    ["numbers that JavaScript cannot hold", '{\n  "id": 12345678901234567890123,\n  "x": 1.50\n}'],
    ["an entry of the same name", '{\n  "mcpServers": {\n    "memory-cortex": { "command": "old" }\n  }\n}'],
  ])("%s: nothing else changes, there and back", (_, text) => {
    const { after, back } = edited(text, "json", SERVER);
    expect(openDocument(after, "json", "x").value).toMatchObject({ mcpServers: { "memory-cortex": { command: "node" } } });
    for (const line of text.split("\n").filter((each) => /\/\/|\/\*|\*\/|1\.50|12345678901234567890123/.test(each))) expect(after).toContain(line.trim().replace(/,$/, ""));
    expect(openDocument(back, "json", "x").value).toEqual(openDocument(text, "json", "x").value);
    for (const line of text.split("\n").filter((each) => /\/\/|\/\*|\*\/|1\.50|12345678901234567890123/.test(each))) expect(back).toContain(line.trim().replace(/,$/, ""));
  });

  it("is written as a person would", () => {
    expect(edited('{\n  "theme": "dark"\n}\n', "json", SERVER)).toEqual({
      after: '{\n  "theme": "dark",\n  "mcpServers": {\n    "memory-cortex": {\n      "command": "node",\n      "args": [\n        "a",\n        "b"\n      ]\n    }\n  }\n}\n',
      back: '{\n  "theme": "dark"\n}\n',
    });
  });

  it("begins a file that is empty", () => {
    expect(edited("", "json", SERVER).after).toBe('{\n  "mcpServers": {\n    "memory-cortex": {\n      "command": "node",\n      "args": [\n        "a",\n        "b"\n      ]\n    }\n  }\n}\n');
    expect(edited(" \n", "json", SERVER).after).toMatch(/^\{\n/);
  });

  it("adds to a list and takes from it", () => {
    const text = '{\n  "load": { "paths": ["/one", /* two */ "/two"] }\n}\n';
    const { after, back } = edited(text, "json", { append: ["load", "paths"], value: "/three" });
    expect(openDocument(after, "json", "x").value).toEqual({ load: { paths: ["/one", "/two", "/three"] } });
    expect(after).toContain("/* two */");
    expect(openDocument(back, "json", "x").value).toEqual({ load: { paths: ["/one", "/two"] } });
  });

  it.each(["[]", "{", '"text"', "{a: 1}", "// nothing"])("refuses %j", (text) => {
    expect(() => openDocument(text, "json", "settings.json")).toThrow("settings.json is not a JSON object that can be read.");
  });
});

describe("JSON5", () => {
  const TEXT = "// OpenClaw\n{\n  gateway: { port: 18789 }, // mine\n  plugins: {\n    slots: { memory: 'memory-core' },\n  },\n  'models': [ 'a', 'b' ],\n}\n";

  it("keeps keys without quotes, comments and the layout of everything else", () => {
    const { after, back } = edited(TEXT, "json5", { set: ["plugins", "slots", "memory"], value: "memory-cortex" }, { set: ["plugins", "entries"], value: { x: { enabled: true } } });
    for (const line of ["// OpenClaw", "  gateway: { port: 18789 }, // mine", "  'models': [ 'a', 'b' ],"]) {
      expect(after.split("\n")).toContain(line);
      expect(back.split("\n")).toContain(line);
    }
    expect(openDocument(after, "json5", "x").value).toEqual({ gateway: { port: 18789 }, plugins: { slots: { memory: "memory-cortex" }, entries: { x: { enabled: true } } }, models: ["a", "b"] });
    expect(openDocument(back, "json5", "x").value).toEqual(openDocument(TEXT, "json5", "x").value);
  });

  it("adds to a list", () => {
    const { after } = edited(TEXT, "json5", { append: ["models"], value: "c" });
    expect(openDocument(after, "json5", "x").value).toMatchObject({ models: ["a", "b", "c"] });
  });
});

describe("TOML", () => {
  const TEXT = '# my Codex\nmodel = "gpt" # the good one\nsince = 2026-01-15\n\n[mcp_servers.other]\n# left alone\ncommand = "x"\nargs = [ "-y",\n  "pkg" ]\n\n[profiles.fast]\nlimit = 0x10\n';

  it("adds a table and takes it out; all else stays byte for byte", () => {
    const { after, back } = edited(TEXT, "toml", TOML_SERVER);
    expect(after).toBe(`${TEXT}\n[mcp_servers.memory-cortex]\ncommand = "node"\nargs = [ "a", "b" ]\nenv = { CORTEX_HOME = "/h" }\n`);
    expect(back).toBe(TEXT);
  });

  it("begins a file that is empty", () => {
    const { after } = edited("", "toml", TOML_SERVER);
    expect(openDocument(after, "toml", "x").value).toEqual({ mcp_servers: { "memory-cortex": { command: "node", args: ["a", "b"], env: { CORTEX_HOME: "/h" } } } });
  });

  it("refuses what is none, and does not quote it", () => {
    expect(() => openDocument('key = "sk-secret', "toml", "config.toml")).toThrow(/^config.toml is not TOML that can be read\.$/);
  });
});

describe("showDiff", () => {
  it("shows what changes, with a little around it, and no secrets", () => {
    const before = 'a\nb\n"apiKey": "sk-123",\nd\ne\n';
    expect(showDiff(before, before.replace("d\n", 'd\n"token": "t-9"\n'))).toEqual(["@@ line 3 @@", ' "apiKey": "•••",', " d", '+"token": "•••"', " e"]);
    expect(showDiff(before, before)).toEqual([]);
  });

  it.each([
    ['  "OPENAI_API_KEY": "sk-1",', '  "OPENAI_API_KEY": "•••",'],
    ["api_key = 'x y'", "api_key = '•••'"],
    ["CORTEX_TOKEN = abc", "CORTEX_TOKEN = •••"],
    ['"authorization": "Bearer x"', '"authorization": "•••"'],
    ['"command": "node"', '"command": "node"'],
  ])("%s", (line, masked) => {
    expect(maskSecrets(line)).toBe(masked);
  });
});
