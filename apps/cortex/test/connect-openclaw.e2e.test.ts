import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { cortex, startService, throwawayHome } from "./cortex-process.ts";
import type { Finished, Service } from "./cortex-process.ts";

const TOKENS = JSON.stringify([
  { token: "reads-only-token", roles: ["read"] },
  { token: "everything-token", roles: ["read", "write", "admin"] },
  { token: "enough-token", roles: ["read", "write"] },
  { token: "enough-for-ann-token", roles: ["read", "write"], users: ["ann"] },
  { token: "enough-for-bob-token", roles: ["read", "write"], users: ["bob"] },
]);
const CONFIG = "// hand-made\n{ plugins: { slots: { memory: 'memory-lancedb' } }, agents: {} }\n";

interface Check {
  check: string;
  status: string;
}

let home: string;
let remove: () => Promise<void>;
let service: Service;
let file: string;
beforeAll(async () => {
  ({ home, remove } = await throwawayHome());
  service = await startService(home, { CORTEX_EMBEDDERS: "[]", CORTEX_TOKENS: TOKENS });
  file = join(home, "claw", "openclaw.json");
  await mkdir(dirname(file), { recursive: true });
});
beforeEach(() => writeFile(file, CONFIG));
afterAll(async () => {
  await service.stop();
  await remove();
});

/** Without an `openclaw` on the PATH: what can be done with its files alone. */
const run = (...parameters: string[]): Promise<Finished> =>
  cortex(home, parameters, { PATH: dirname(process.execPath), OPENCLAW_STATE_DIR: dirname(file), CORTEX_PORT: String(service.port), CORTEX_TOKENS: TOKENS, CORTEX_USER: "ann" });
const text = (): Promise<string> => readFile(file, "utf8");

describe("cortex connect openclaw, with OpenClaw's files alone", () => {
  it("connects with the token of least right, and goes back byte for byte", async () => {
    const { code, stdout } = await run("connect", "openclaw", "--yes", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ memory_before: "memory-lancedb", changed: true, rolled_back: false });
    expect(code).toBe(0);
    const connected = await text();
    expect(connected).toContain("// hand-made");
    expect(connected).toContain('"enough-token"');
    expect(stdout).not.toContain("enough-token");
    expect((await run("disconnect", "openclaw", "--yes")).code).toBe(0);
    expect(await text()).toBe(CONFIG);
  });

  it.each([["reads-only-token", "may not write"], ["no-such-token", "does not know the token"], ["enough-for-bob-token", "not for ann"]])("changes nothing with %s", async (token, why) => {
    const { code, stdout } = await run("connect", "openclaw", "--yes", "--json", "--token", token);
    expect([code, JSON.parse(stdout)]).toMatchObject([4, { error: { code: "unauthorized", detail: expect.stringContaining(why) } }]);
    expect(await text()).toBe(CONFIG);
  });

  it("says what a token for the owner alone leaves out", async () => {
    const { code, stdout } = await run("connect", "openclaw", "--dry-run", "--json", "--token", "enough-for-ann-token");
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { checks: [{ status: "ok" }, { check: "token", status: "warning", message: expect.stringContaining("others") }] }]);
  });

  it("the doctor finds a token that is no longer good, and names no token", async () => {
    await run("connect", "openclaw", "--yes");
    await writeFile(file, (await text()).replace("enough-token", "gone-away-token"));
    const { code, stdout } = await run("doctor", "openclaw", "--json");
    const { checks } = JSON.parse(stdout) as { checks: Check[] };
    expect([code, checks.filter(({ status }) => status === "failed").map(({ check }) => check)]).toEqual([1, ["token"]]);
    expect(stdout).not.toContain("gone-away");
    expect((await run("disconnect", "openclaw", "--yes")).code).toBe(0);
    expect(await text()).toContain("memory-lancedb");
  });

  it("says what is missing where there is no OpenClaw", async () => {
    const { code, stdout } = await cortex(home, ["connect", "openclaw", "--json"], { PATH: dirname(process.execPath), CORTEX_USER: "ann" });
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { error: { code: "openclaw_not_found" } }]);
  });
});
