import { describe, expect, it } from "vitest";

import { readSessionKey } from "./session-key.ts";

describe("readSessionKey", () => {
  it.each([
    ["agent:main:main", { agentId: "main", kind: "main" }],
    ["agent:work:telegram:group:-1001:topic:42", { agentId: "work", kind: "shared", channel: "telegram", peer: "-1001" }],
    ["agent:main:slack:channel:C012:thread:17.5", { kind: "shared", channel: "slack", peer: "C012" }],
    ["agent:main:matrix:room:!abc:example.org", { kind: "shared", channel: "matrix", peer: "!abc:example.org" }],
    ["agent:main:telegram:direct:123", { kind: "direct", channel: "telegram", peer: "123" }],
    ["agent:main:telegram:mybot:direct:123", { kind: "direct", channel: "telegram", peer: "123" }],
    ["agent:main:direct:ann", { kind: "direct", channel: null, peer: "ann" }],
    ["agent:main:subagent:11-22", { kind: "subagent" }],
    ["agent:main:telegram:direct:123:subagent:7", { kind: "subagent" }],
    ["agent:main:cron:daily:run:5", { kind: "cron" }],
    ["agent:main:hook:mail", { kind: "webhook" }],
    ["agent:main:main:heartbeat", { kind: "main", heartbeat: true }],
    ["agent:main:dashboard:incognito-1", { kind: "main", incognito: true }],
    ["global", { agentId: null, kind: "main" }],
    [undefined, { agentId: null, kind: "main" }],
  ])("reads %s", (key, expected) => {
    expect(readSessionKey(key)).toMatchObject(expected);
  });
});
