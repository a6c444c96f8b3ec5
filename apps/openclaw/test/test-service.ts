import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createCortexClient } from "@memory-cortex/client";
import type { CortexClient } from "@memory-cortex/client";
import { endWithUs, freePort, untilHolds } from "@memory-cortex/testing/servers";

const CORTEX = fileURLToPath(new URL("../../cortex/src/main.ts", import.meta.url));

/** A real embedded service in a process of its own, that searches by words only. */
export interface TestService {
  readonly url: string;
  readonly client: CortexClient;
  start(): Promise<void>;
  /** At once, as a crash ends it. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Nothing of the tester's own settings reaches it. */
export async function startTestService(extra: Record<string, string> = {}): Promise<TestService> {
  const home = await mkdtemp(join(tmpdir(), "memory-cortex-openclaw-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment: Record<string, string> = { PATH: process.env["PATH"] ?? "", HOME: home, CORTEX_HOME: home, CORTEX_PORT: String(port), CORTEX_MODEL_DOWNLOAD: "false", CORTEX_EMBEDDERS: "[]", ...extra };
  let child: ChildProcess | null = null;
  let ended: Promise<void> = Promise.resolve();
  const service: TestService = {
    url,
    client: createCortexClient({ url, token: extra["TEST_TOKEN"] ?? null }),
    async start() {
      let said = "";
      const running = spawn(process.execPath, [CORTEX, "up", "--json"], { env: environment, stdio: ["ignore", "ignore", "pipe"] });
      endWithUs(running);
      running.stderr.setEncoding("utf8").on("data", (text: string) => void (said += text));
      child = running;
      ended = new Promise((resolve) => running.once("close", () => {
        child = null;
        resolve();
      }));
      await untilHolds("the service to answer", async () => {
        if (child === null) throw new Error(`The service ended: ${said}`);
        return (await fetch(`${url}/healthz`).then(({ ok }) => ok, () => false));
      });
    },
    async kill() {
      child?.kill("SIGKILL");
      await ended;
    },
    async remove() {
      await service.kill();
      await rm(home, { recursive: true, force: true });
    },
  };
  await service.start();
  return service;
}
