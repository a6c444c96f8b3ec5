import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { freePort } from "@memory-cortex/testing/servers";

import { Child } from "../server-shape/child-process.ts";
import { until } from "../server-shape/until.ts";
import { OPENCLAW_VARIABLE } from "./prepare-openclaw.ts";
import { runCommand } from "./run-command.ts";
import type { Ended } from "./run-command.ts";

/** People who write to the agent; the first is its owner. */
export const OWNER = { id: 1001, name: "Ann" };
export const FRIEND = { id: 2002, name: "Bert" };
export const GROUP = { id: -3003, type: "group" as const, title: "Choir" };

export const NOTES = { memory: "The boat is called Albatross.", user: "Ann prefers short answers." };

const TOKEN = "gateway-token-of-the-test";
const START_LIMIT_MS = 90_000;

export interface OpenclawHost {
  configFile: string;
  stateFolder: string;
  workspace: string;
  environment: Record<string, string>;
  gatewayUrl: string;
  /** One `openclaw` command, to its end. */
  run(...parameters: string[]): Promise<Ended>;
  startGateway(): Promise<void>;
  stopGateway(): Promise<void>;
  /** A turn of the agent over the gateway, as the operator: what it said. */
  turn(session: string, message: string): Promise<string>;
  /** Calls a tool straight, without a model. */
  invoke(tool: string, parameters: Record<string, unknown>): Promise<{ status: number; body: Record<string, unknown> }>;
  log(): string;
}

interface HostOptions {
  /** An empty folder: home, state, workspace. */
  folder: string;
  modelUrl: string;
  telegramUrl?: string;
  /** Text of the configuration; default: {@link configuration}. */
  config?: (parts: ConfigurationParts) => string;
}

export interface ConfigurationParts {
  modelUrl: string;
  telegramUrl: string | undefined;
  workspace: string;
  port: number;
  logFile: string;
}

/** As a person keeps it: with comments, single quotes and trailing commas, which have to survive. */
export function configuration({ modelUrl, telegramUrl, workspace, port, logFile }: ConfigurationParts): string {
  const telegram = telegramUrl === undefined ? "" : `
  channels: {
    telegram: {
      enabled: true, botToken: '1:bot-token-of-the-test', apiRoot: '${telegramUrl}',
      dmPolicy: 'open', allowFrom: ['*'], groupPolicy: 'open', groups: { '*': { requireMention: false } }, streaming: { mode: 'off' },
    },
  },
  commands: { ownerAllowFrom: ['telegram:${OWNER.id}'] },`;
  return `// Ann's agent. Do not reorder!
{
  gateway: {
    mode: 'local', port: ${port}, bind: 'loopback', auth: { mode: 'token', token: '${TOKEN}' },
    http: { endpoints: { chatCompletions: { enabled: true } } }, controlUi: { enabled: false },
  },
  models: {
    providers: {
      fake: {
        api: 'openai-completions', baseUrl: '${modelUrl}', apiKey: 'none',
        models: [{ id: 'm1', name: 'm1', contextWindow: 128000, maxTokens: 4096 }],
      },
    },
  },
  agents: { defaults: { model: 'fake/m1', workspace: '${workspace}', heartbeat: { every: '0m', target: 'none' } } },
  session: { dmScope: 'per-channel-peer' },${telegram}
  discovery: { mdns: { mode: 'off' } },
  update: { checkOnStart: false },
  logging: { file: '${logFile}' },
  plugins: {
    // The memory that came with it.
    slots: { memory: 'memory-core' },
  },
}
`;
}

/** The same with a memory that may take its time: on a busy machine the usual 200 ms would leave memories out, as they should. */
export const patientConfiguration = (parts: ConfigurationParts): string =>
  configuration(parts).replace("slots: { memory: 'memory-core' },", "slots: { memory: 'memory-core' }, entries: { 'memory-cortex': { config: { recallTimeoutMs: 5000 } } },");

/** A fresh OpenClaw with a workspace, a model on loopback and, where given, a Telegram. */
export async function openclawHost({ folder, modelUrl, telegramUrl, config = configuration }: HostOptions): Promise<OpenclawHost> {
  const program = process.env[OPENCLAW_VARIABLE]!;
  const [home, stateFolder, workspace] = ["home", "state", "workspace"].map((name) => join(folder, name)) as [string, string, string];
  for (const made of [home, stateFolder, workspace]) await mkdir(made, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const configFile = join(stateFolder, "openclaw.json");
  await writeFile(configFile, config({ modelUrl, telegramUrl, workspace, port, logFile: join(folder, "openclaw.log") }), { mode: 0o600 });
  await writeFile(join(workspace, "MEMORY.md"), `# Memory\n\n- ${NOTES.memory}\n`);
  await writeFile(join(workspace, "USER.md"), `# User\n\n- ${NOTES.user}\n`);
  const environment: Record<string, string> = {
    // Its own command stands on the PATH, as on a person's machine.
    PATH: [await folderOfCommand(folder, program), dirname(process.execPath), process.env["PATH"] ?? ""].join(":"),
    HOME: home, OPENCLAW_STATE_DIR: stateFolder, OPENCLAW_NO_RESPAWN: "1", OPENCLAW_NO_AUTO_UPDATE: "1", OPENCLAW_DISABLE_BONJOUR: "1", NO_COLOR: "1",
  };
  const gateway = new Child({ name: "gateway", program: process.execPath, parameters: [program, "gateway", "run"], environment, folder });
  const gatewayUrl = `http://127.0.0.1:${port}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(gatewayUrl + path, { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}`, ...headers }, body: JSON.stringify(body) });
  return {
    configFile, stateFolder, workspace, environment, gatewayUrl,
    run: (...parameters) => runCommand({ program: process.execPath, parameters: [program, ...parameters], environment, folder }),
    async startGateway() {
      gateway.start();
      const isReady = async (): Promise<boolean> => {
        if (!gateway.isRunning) throw new Error(gateway.log(60));
        return fetch(`${gatewayUrl}/startupz`).then(({ ok }) => ok, () => false);
      };
      await until(isReady, { limitMs: START_LIMIT_MS, otherwise: () => gateway.log(60) });
    },
    async stopGateway() {
      await gateway.stop();
    },
    async turn(session, message) {
      const response = await post("/v1/chat/completions", { model: "openclaw", messages: [{ role: "user", content: message }] }, { "x-openclaw-session-key": session });
      const body = await response.text();
      if (!response.ok) throw new Error(`The turn failed with ${response.status}: ${body}\n${gateway.log(40)}`);
      return (JSON.parse(body) as { choices: { message: { content: string } }[] }).choices[0]!.message.content;
    },
    async invoke(tool, parameters) {
      const response = await post("/tools/invoke", { tool, args: parameters });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    log: () => gateway.log(60),
  };
}

async function folderOfCommand(folder: string, program: string): Promise<string> {
  const commands = join(folder, "bin");
  await mkdir(commands, { recursive: true });
  const command = join(commands, "openclaw");
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  await chmod(command, 0o755);
  return commands;
}
