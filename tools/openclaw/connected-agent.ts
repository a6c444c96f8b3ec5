import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startFakeModel } from "./fake-model.ts";
import type { FakeModel } from "./fake-model.ts";
import { startFakeTelegram } from "./fake-telegram.ts";
import type { FakeTelegram } from "./fake-telegram.ts";
import { memoryService } from "./memory-service.ts";
import type { MemoryService } from "./memory-service.ts";
import { openclawHost } from "./openclaw-host.ts";
import type { ConfigurationParts, OpenclawHost } from "./openclaw-host.ts";
import type { Ended } from "./run-command.ts";

/** An OpenClaw and a memory of their own, with everything around them on loopback. */
export interface Agent {
  model: FakeModel;
  telegram: FakeTelegram;
  service: MemoryService;
  host: OpenclawHost;
  /** One `cortex` command that finds this OpenClaw. */
  cortex(...parameters: string[]): Promise<Ended>;
  /** Ends everything, and leaves nothing behind. */
  close(): Promise<void>;
}

/**
 * Starts the memory and puts OpenClaw beside it; nothing is connected and no gateway runs.
 * @param options `config`: text of OpenClaw's configuration. `environment`: more settings of the service
 */
export async function startAgent(options: { config?: (parts: ConfigurationParts) => string; environment?: Record<string, string> } = {}): Promise<Agent> {
  const folder = await mkdtemp(join(tmpdir(), "cortex-openclaw-"));
  const [model, telegram] = [await startFakeModel(), await startFakeTelegram()];
  const service = await memoryService(folder, options.environment);
  const host = await openclawHost({ folder, modelUrl: model.url, telegramUrl: telegram.url, ...(options.config === undefined ? {} : { config: options.config }) });
  await service.start();
  return {
    model, telegram, service, host,
    cortex: (...parameters) => service.cortex(parameters, host.environment),
    async close() {
      await host.stopGateway();
      await service.stop();
      await telegram.close();
      await model.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Connects by the one command and starts the gateway. Throws what the command said where it fails. */
export async function connect(agent: Agent): Promise<void> {
  const ended = await agent.cortex("connect", "openclaw", "--yes");
  if (ended.code !== 0) throw new Error(`cortex connect openclaw ended with ${String(ended.code)}:\n${ended.stdout}\n${ended.stderr}`);
  await agent.host.startGateway();
}
