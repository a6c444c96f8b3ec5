import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { memoryPath, originOf } from "./workspace-files.ts";

describe("memoryPath", () => {
  it.each(["MEMORY.md", "USER.md", "memory/2026-03-01.md", "memory/projects/berlin.md", "users/ann/USER.md", "DREAMS.md"])("takes %s", (path) => {
    expect(memoryPath(path)).toBe(path);
  });

  it("takes other ways to write the same path", () => {
    expect(memoryPath("./MEMORY.md")).toBe("MEMORY.md");
    expect(memoryPath("memory\\2026-03-01.md")).toBe("memory/2026-03-01.md");
    expect(memoryPath(" MEMORY.md ")).toBe("MEMORY.md");
  });

  it.each([
    "", "../MEMORY.md", "memory/../../etc/passwd", "memory/../MEMORY.md", "/etc/passwd", "/MEMORY.md", "C:\\MEMORY.md", "c:MEMORY.md", "\\\\server\\share\\MEMORY.md", "SOUL.md", "memory", "memory/",
    "memory/notes.txt", "memory/.env", "notes.md", "MEMORY.md\0.png", "memory//a.md", "memory/./a.md", "users/../USER.md", "users/a/b/USER.md", "~/MEMORY.md",
  ])("refuses %j", (path) => {
    expect(memoryPath(path)).toBeNull();
  });

  it("never lets a path out of the workspace, whatever it is made of", () => {
    const piece = fc.constantFrom("..", ".", "memory", "MEMORY.md", "a.md", "", "users", "\\", "/", "C:", "%2e%2e", "\u2024\u2024");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom("/", "\\", ""), (pieces, between) => {
        const path = memoryPath(pieces.join(between));
        expect(path === null || (!path.startsWith("/") && !path.split("/").includes("..") && originOf(path) !== null)).toBe(true);
      }),
    );
  });
});

describe("originOf", () => {
  it.each([
    ["MEMORY.md", "owner"], ["USER.md", "owner"], ["users/ann/USER.md", "owner"], ["memory/2026-03-01.md", "agent"], ["memory/imports/a.md", "agent"],
    ["DREAMS.md", "system"], ["memory/dreaming/a.md", "system"], ["memory/.dreams/a.md", "system"], ["AGENTS.md", null], ["memory.txt", null], ["sub/MEMORY.md", null],
  ])("says %s is %s", (path, origin) => {
    expect(originOf(path)).toBe(origin);
  });
});
