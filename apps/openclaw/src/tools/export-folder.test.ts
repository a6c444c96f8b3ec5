import { describe, expect, it } from "vitest";

import { nameInFolder } from "./export-folder.ts";

describe("nameInFolder", () => {
  it.each([["memories.jsonl", "memories.jsonl"], ["./mine.json", "mine.json"], ["/srv/exports/2026 März.jsonl", "2026 März.jsonl"]])("takes %j", (path, name) => {
    expect(nameInFolder("/srv/exports", path)).toBe(name);
  });

  it.each(["../memories.jsonl", "/etc/passwd", "sub/memories.jsonl", ".bashrc", "..", ".", "", "/srv/exports/../x", "/srv/exports", "/srv/exports2/a.jsonl", "a\0.jsonl", "..\\x", "C:\\x.jsonl", "-rf"])("refuses %j", (path) => {
    expect(() => nameInFolder("/srv/exports", path)).toThrow(/Only a file name/);
  });
});
