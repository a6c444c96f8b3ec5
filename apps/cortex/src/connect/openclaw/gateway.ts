import { valueAt } from "../edits.ts";
import type { JsonValue } from "../edits.ts";

/** The running gateway of an OpenClaw, as far as it can be asked from outside. */
export interface Gateway {
  /** "http://127.0.0.1:18789" */
  url: string;
  isRunning(): Promise<boolean>;
  /** Calls one of the agent's tools, without a model. */
  call(tool: string, parameters: Record<string, JsonValue>): Promise<ToolAnswer>;
}

export type ToolAnswer =
  | { outcome: "answered"; text: string }
  /** No such tool in the agent's hands, or the tool failed. */
  | { outcome: "missing" | "failed" | "unauthorized" | "unreachable"; reason: string };

const DEFAULT_PORT = 18_789;
const LOOK_MS = 2_000;
const CALL_MS = 30_000;

/** Text where it stands in the configuration; a reference to a secret elsewhere is not followed. */
function plainSecret(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value !== "" && !value.includes("${") ? value : null;
}

/**
 * The gateway that a configuration describes, on this machine.
 * @param token of the environment, for where the configuration holds none in plain text
 */
export function gatewayOf(config: JsonValue, token: string | null): Gateway {
  const port = valueAt(config, ["gateway", "port"]);
  const isSecure = valueAt(config, ["gateway", "tls", "enabled"]) === true;
  const url = `${isSecure ? "https" : "http"}://127.0.0.1:${typeof port === "number" ? port : DEFAULT_PORT}`;
  const secret = plainSecret(valueAt(config, ["gateway", "auth", "token"])) ?? plainSecret(valueAt(config, ["gateway", "auth", "password"])) ?? token;
  const headers = { "content-type": "application/json", ...(secret === null ? {} : { authorization: `Bearer ${secret}` }) };
  return {
    url,
    isRunning: () => fetch(`${url}/healthz`, { signal: AbortSignal.timeout(LOOK_MS) }).then(({ ok }) => ok, () => false),
    async call(tool, parameters) {
      try {
        const response = await fetch(`${url}/tools/invoke`, { method: "POST", headers, body: JSON.stringify({ tool, args: parameters }), signal: AbortSignal.timeout(CALL_MS) });
        return toolAnswer(response.status, (await response.json().catch(() => null)) as JsonValue);
      } catch (error) {
        return { outcome: "unreachable", reason: error instanceof Error ? error.name : "no answer" };
      }
    },
  };
}

function toolAnswer(status: number, body: JsonValue): ToolAnswer {
  const message = valueAt(body, ["error", "message"]);
  const reason = typeof message === "string" ? message : `status ${status}`;
  if (status === 401 || status === 403) return { outcome: "unauthorized", reason };
  if (status === 404) return { outcome: "missing", reason };
  const content = valueAt(body, ["result", "content"]);
  if (status !== 200 || valueAt(body, ["ok"]) !== true) return { outcome: "failed", reason };
  const texts = Array.isArray(content) ? content.map((part) => valueAt(part, ["text"])).filter((text) => typeof text === "string") : [];
  return { outcome: "answered", text: texts.join("\n") };
}
