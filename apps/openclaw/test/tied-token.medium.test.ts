import { afterAll, beforeAll, expect, it } from "vitest";

import { assistant, registerWith, throwawayFolder, user } from "./test-host.ts";
import { startTestService } from "./test-service.ts";
import type { TestService } from "./test-service.ts";

const TOKENS = [{ token: "for-ann-alone-token", roles: ["read", "write"], users: ["ann"] }, { token: "for-one-drawer-token", roles: ["read", "write"], namespaces: ["global"] }];

let service: TestService;
beforeAll(async () => void (service = await startTestService({ CORTEX_TOKENS: JSON.stringify(TOKENS), TEST_TOKEN: "for-ann-alone-token" })));
afterAll(() => service.remove());

it.each(TOKENS)("lets nobody wait behind those for whom the token is not, and keeps what they said: $token", async ({ token }) => {
  const { folder, remove } = await throwawayFolder();
  const host = registerWith(folder, { url: service.url, userId: "ann", token, captureTimeoutMs: 2_000 });
  await host.end([user("I am Bob."), assistant("Hello.")], { agentId: "main", sessionKey: "agent:main:bob", sessionId: "bob", runId: "a", trigger: "user", channel: "telegram", senderId: "7", chatId: "7" });
  await host.end([user("I am Ann."), assistant("Hello.")], { agentId: "main", sessionKey: "agent:main:own", sessionId: token, runId: "b", trigger: "user" });
  expect((await service.client.listTurns({ user_id: "ann", session_id: token })).turns.map(({ text }) => text)).toEqual(["I am Ann.", "Hello."]);
  expect(await host.plugin.state.spool()).toMatchObject({ waiting: 1, dropped: 0 });
  expect(host.warnings).toEqual([expect.stringMatching(/token.*not tied to other users/)]);
  await remove();
});
