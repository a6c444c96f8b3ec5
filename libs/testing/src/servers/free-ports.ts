import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Systems give outgoing connections ports from 32768 (Linux) or 49152 up, and one that was free a moment ago may be theirs the next. Nobody gets
 * one of these without asking for it.
 */
const PORTS = { least: 10_240, below: 32_768 };
const TRIES = 100;

/** On every address, since some programs listen on all. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  const free = await once(server, "listening").then(() => true, () => false);
  if (free) await once(server.close(), "close");
  return free;
}

/** A port that nobody listens on, and that no outgoing connection takes before a program started now listens there. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORTS.least, PORTS.below);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${TRIES} ports from ${PORTS.least} up is free.`);
}

/** Such ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
