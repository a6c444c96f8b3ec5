import { describe, expect, it } from "vitest";

import { remoteOf, repositoryKey } from "./project-of.ts";

describe("repositoryKey", () => {
  it.each([
    ["git@github.com:ann/kite.git", "github.com/ann/kite"],
    ["https://github.com/ann/kite", "github.com/ann/kite"],
    ["https://ann:secret@GitHub.com/ann/kite.git/", "github.com/ann/kite"],
    ["ssh://git@git.example.org:2222/team/sub/kite.git", "git.example.org/team/sub/kite"],
    ["/srv/git/kite.git", null],
    ["../kite", null],
    ["", null],
  ])("%s", (remote, key) => {
    expect(repositoryKey(remote)).toBe(key);
  });
});

describe("remoteOf", () => {
  it("prefers origin, whatever comes first", () => {
    const text = '[core]\n\tbare = false\n[remote "fork"]\n\turl = git@a.org:x/y.git\n[remote "origin"]\n\turl = git@b.org:x/y.git\n\tfetch = +refs\n[branch "main"]\n\tremote = origin\n';
    expect(remoteOf(text)).toBe("git@b.org:x/y.git");
    expect(remoteOf(text.replace('"origin"]', '"up"]'))).toBe("git@a.org:x/y.git");
    expect(remoteOf("[core]\n")).toBeNull();
  });
});
