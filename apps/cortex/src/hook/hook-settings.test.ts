import { describe, expect, it } from "vitest";

import { resolveEdits } from "../connect/edits.ts";
import { hookCommandLine, hookEdits, hooksAreOff } from "./hook-settings.ts";

const PROGRAM = { command: "/opt/my node/bin/node", script: "/opt/cortex/main.ts" };

describe("hookCommandLine", () => {
  it("quotes for a shell", () => {
    expect(hookCommandLine("pre", PROGRAM, { home: "/home/ann $x/.memory-cortex", user: "ann" })).toBe('"/opt/my node/bin/node" /opt/cortex/main.ts hook pre --home "/home/ann \\$x/.memory-cortex" --user ann');
    expect(hookCommandLine("post", { command: "C:\\Program Files\\node.exe", script: "C:\\c\\main.ts" }, {})).toBe('"C:/Program Files/node.exe" "C:/c/main.ts" hook post');
  });
});

describe("hookEdits", () => {
  it("adds both beside the hooks that are there", () => {
    const settings = { hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } };
    const { result } = resolveEdits(settings, hookEdits(settings, PROGRAM, {}));
    expect(result).toMatchObject({
      hooks: {
        UserPromptSubmit: [{ hooks: [{ type: "command", command: expect.stringMatching(/ hook pre$/), timeout: 10 }] }],
        Stop: [{ hooks: [{ command: "say done" }] }, { hooks: [{ type: "command", command: expect.stringMatching(/ hook post$/) }] }],
      },
    });
    expect(resolveEdits(result, hookEdits(result, PROGRAM, {})).operations).toEqual([]);
  });

  it("takes the place of hooks of ours that nobody recorded", () => {
    const old = { hooks: [{ type: "command", command: "/old/cortex/main.ts hook pre" }] };
    const settings = { hooks: { UserPromptSubmit: [old, { hooks: [{ type: "command", command: "lint" }] }, old] } };
    const { result } = resolveEdits(settings, hookEdits(settings, PROGRAM, {}));
    expect((result as { hooks: { UserPromptSubmit: { hooks: { command: string }[] }[] } }).hooks.UserPromptSubmit.map(({ hooks }) => hooks[0]!.command)).toEqual(["lint", expect.stringContaining("/opt/cortex/main.ts hook pre")]);
  });

  it("notices that hooks are switched off", () => {
    expect(hooksAreOff({ disableAllHooks: true })).toMatch(/disableAllHooks/);
    expect(hooksAreOff({})).toBeNull();
  });
});
