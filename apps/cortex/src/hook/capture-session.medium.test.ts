import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { serviceClient } from "../client/service-client.ts";
import { captureSession } from "./capture-session.ts";
import { HookState } from "./hook-state.ts";

interface Sent {
  session_id: string;
  project: string;
  messages: { role: string; content: string; id: string; timestamp?: string }[];
}

let folder: string;
let transcript: string;
let server: Server;
let sent: Sent[];
let isBroken: boolean;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "memory-cortex-hook-"));
  transcript = join(folder, "session.jsonl");
  [sent, isBroken] = [[], false];
  // What is tested here is what leaves this machine; the service itself is in the end-to-end test.
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => void parts.push(part));
    request.on("end", () => {
      if (!isBroken) sent.push(JSON.parse(Buffer.concat(parts).toString()) as Sent);
      response.writeHead(isBroken ? 503 : 202, { "content-type": "application/json" }).end(JSON.stringify(isBroken ? { code: "store_unavailable", detail: "The store is away." } : { accepted: sent.at(-1)!.messages.length, duplicate: 0, ignored: [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
const line = (type: "user" | "assistant", text: string, over: object = {}): string =>
  `${JSON.stringify({ type, uuid: `u${(count += 1)}`, timestamp: "2026-08-10T12:00:00Z", message: { role: type, id: `m${count}`, content: [{ type: "text", text }] }, ...over })}\n`;

function capture(lastAnswer = "", path = transcript): Promise<number> {
  const client = serviceClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: null });
  const destination = { client, userId: "ann", namespace: undefined, project: "path:/kite", sessionId: "s1", timeLeft: () => 5_000 };
  return captureSession({ state: new HookState({ home: folder, url: "http://here", userId: "ann", namespace: undefined }), destination, now: "2026-08-10T12:00:09Z" }, { path, lastAnswer });
}

const said = (): string[] => sent.flatMap(({ messages }) => messages.map(({ content }) => content));

describe("captureSession", () => {
  it("sends what is new, once, with the ids of the lines", async () => {
    await writeFile(transcript, line("user", "Use port 8300.") + line("assistant", "Done."));
    expect(await capture("Done.")).toBe(2);
    expect(sent).toMatchObject([{ session_id: "claude-code:s1", project: "path:/kite", user_id: "ann", channel: "claude-code", messages: [{ role: "user", timestamp: "2026-08-10T12:00:00Z" }, { role: "assistant" }] }]);
    expect(await capture("Done.")).toBe(0);
    await appendFile(transcript, line("user", "And 8301 for tests.") + line("assistant", "Fine."));
    await capture("Fine.");
    expect(said()).toEqual(["Use port 8300.", "Done.", "And 8301 for tests.", "Fine."]);
  });

  it("waits for a line that is being written, and never sends half of one", async () => {
    const whole = line("user", "Use port 8300.");
    await writeFile(transcript, whole.slice(0, 40));
    expect(await capture()).toBe(0);
    await writeFile(transcript, whole);
    expect(await capture()).toBe(1);
  });

  it("sends the last answer ahead of the transcript, and not again when it is written", async () => {
    await writeFile(transcript, line("user", "Fix it.") + line("assistant", "I read the file."));
    await capture("It was a typo.");
    expect(said()).toEqual(["Fix it.", "It was a typo."]);
    await appendFile(transcript, line("assistant", "It was\na typo.") + line("user", "Thanks.") + line("assistant", "It was a typo."));
    await capture("It was a typo.");
    expect(said()).toEqual(["Fix it.", "It was a typo.", "Thanks.", "It was a typo."]);
  });

  it("takes the answer that is written while it waits", async () => {
    await writeFile(transcript, line("user", "Fix it."));
    const capturing = capture("Fixed.");
    await appendFile(transcript, line("assistant", "Fixed."));
    await capturing;
    expect(sent.flatMap(({ messages }) => messages.map(({ id }) => id))).toEqual([expect.stringMatching(/^u/), expect.stringMatching(/^u/)]);
  });

  it("keeps its place when the service fails", async () => {
    await writeFile(transcript, line("user", "Use port 8300."));
    isBroken = true;
    await expect(capture()).rejects.toMatchObject({ code: "store_unavailable" });
    isBroken = false;
    expect(await capture()).toBe(1);
  });

  it("begins anew when the transcript was written anew, and when its own state is damaged", async () => {
    await writeFile(transcript, line("user", "A long first prompt, which is replaced."));
    await capture();
    await writeFile(transcript, line("user", "Anew."));
    await capture();
    expect(said()).toEqual(["A long first prompt, which is replaced.", "Anew."]);
  });

  it("sends a long history in several requests, in order", async () => {
    await writeFile(transcript, Array.from({ length: 250 }, (_, index) => line("user", `Prompt ${index}. ${"x".repeat(2_000)}`)).join(""));
    expect(await capture()).toBe(250);
    expect(sent.length).toBeGreaterThan(2);
    expect(said().map((text) => Number(/\d+/.exec(text)![0]))).toEqual(Array.from({ length: 250 }, (_, index) => index));
  });

  it("is content when there is no transcript yet", async () => {
    expect(await capture("Hello.", join(folder, "none.jsonl"))).toBe(0);
  });
});
