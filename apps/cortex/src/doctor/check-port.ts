import { connect } from "node:net";

import { failed, passed } from "./check.ts";
import type { CheckResult } from "./check.ts";

const LIMIT_MS = 2_000;

/** Who answers at the address of the service. */
export type PortHolder = "ours" | "other" | "nobody";

async function somebodyListens(url: URL): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const socket = connect({ host, port: Number(url.port || (url.protocol === "https:" ? 443 : 80)), timeout: LIMIT_MS });
  socket.once("connect", () => resolve(true));
  socket.once("timeout", () => resolve(false));
  socket.once("error", () => resolve(false));
  const listens = await promise;
  socket.destroy();
  return listens;
}

/** Ours answers `/healthz` as JSON with a request id; anything else that takes a connection is another program. */
export async function portHolder(address: string): Promise<PortHolder> {
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) });
    const body = (await response.json()) as { status?: unknown } | null;
    if (response.headers.has("x-request-id") && typeof body?.status === "string") return "ours";
    return "other";
  } catch {
    return (await somebodyListens(new URL(address))) ? "other" : "nobody";
  }
}

/** Whether the port is free or ours. */
export function checkPort(address: string, holder: PortHolder): CheckResult {
  if (holder === "ours") return passed("port", `A service runs at ${address}.`);
  if (holder === "nobody") return passed("port", `${address} is free; no service runs there.`);
  return failed("port", `Another program answers at ${address}.`, "Stop that program, or set CORTEX_PORT to a free port.");
}
