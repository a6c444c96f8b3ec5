import { join } from "node:path";

import { environmentHere } from "../compose/environment-here.ts";
import type { Place } from "../compose/environment-here.ts";
import type { ComposeApp } from "../compose/read-compose-apps.ts";
import { ROOT } from "../compose/read-compose.ts";
import { Child } from "./child-process.ts";
import type { Part } from "./part.ts";
import { until } from "./until.ts";

const START_LIMIT_MS = 60_000;
/** Compiled once for all of them, as in the image. */
const COMPILED = join(ROOT, "node_modules", ".cache", "compiled");

/** One process of an app of the compose file. */
export interface AppProcess extends Part {
  /** "worker" */
  app: string;
  url: string;
  child: Child;
  /** Starts it and waits until it is ready: `/readyz` answers 200, with nothing down that it needs. */
  start(): Promise<void>;
  /** What `/readyz` says, null while it cannot be reached. */
  readiness(): Promise<Readiness | null>;
}

export interface Readiness {
  code: number;
  status: string;
  parts: Record<string, { status: string; why?: string; details?: Record<string, unknown> }>;
}

async function readinessOf(url: string): Promise<Readiness | null> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return { code: response.status, ...((await response.json()) as Omit<Readiness, "code">) };
  } catch {
    return null;
  }
}

/** The command and environment of the compose file, but for the port and what `place` names. */
export function appProcess({ app, number, port, place }: { app: ComposeApp; number: number; port: number; place: Place }): AppProcess {
  const name = `${app.name} ${number}`;
  const url = `http://127.0.0.1:${port}`;
  const environment = environmentHere(app, { ...place, instead: { ...place.instead, CORTEX_PORT: String(port) } });
  const [, ...parameters] = app.command;
  const child = new Child({ name, program: process.execPath, parameters, environment: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILED, ...environment }, folder: ROOT });

  async function start(): Promise<void> {
    child.start();
    let last: Readiness | null = null;
    const isReady = async (): Promise<boolean> => {
      last = await readinessOf(url);
      return last?.code === 200 || !child.isRunning;
    };
    await until(isReady, { limitMs: START_LIMIT_MS, otherwise: () => `${name} is not ready: ${JSON.stringify(last)}\n${child.log()}` });
    if (!child.isRunning) throw new Error(`${name} ended by itself.\n${child.log()}`);
  }

  return { app: app.name, name, url, child, start, readiness: () => readinessOf(url), kill: () => child.kill(), bringBack: start };
}
