import { join } from "node:path";

import { ROOT } from "../compose/read-compose.ts";
import { Child } from "./child-process.ts";
import { until } from "./until.ts";

export interface ProxyOptions {
  /** The Caddy program. */
  program: string;
  ports: { proxy: number; health: number };
  /** Addresses of the processes behind it ("127.0.0.1:8301"). */
  recall: readonly string[];
  ingest: readonly string[];
  /** For what it writes. */
  folder: string;
}

const START_LIMIT_MS = 30_000;

/** The proxy of the compose file, with its own file, over these processes. */
export async function startProxy({ program, ports, recall, ingest, folder }: ProxyOptions): Promise<Child> {
  const proxy = new Child({
    name: "proxy",
    program,
    parameters: ["run", "--config", join(ROOT, "deploy", "Caddyfile"), "--adapter", "caddyfile"],
    environment: {
      HOME: folder, PROXY_PORT: String(ports.proxy), PROXY_HEALTH_PORT: String(ports.health),
      // Several addresses with spaces between are several upstreams.
      RECALL_API_UPSTREAM: recall.join(" "), INGEST_UPSTREAM: ingest.join(" "),
    },
    folder,
  });
  proxy.start();
  const answers = async (): Promise<boolean> => !proxy.isRunning || (await fetch(`http://127.0.0.1:${ports.health}`).then(({ ok }) => ok, () => false));
  await until(answers, { limitMs: START_LIMIT_MS, otherwise: () => `The proxy does not answer.\n${proxy.log()}` });
  if (!proxy.isRunning) throw new Error(`The proxy ended by itself.\n${proxy.log()}`);
  return proxy;
}
