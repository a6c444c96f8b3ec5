#!/usr/bin/env node
import { parseArgs } from "node:util";

import { loadConfig, terminalPreferences } from "@memory-cortex/config";
import { CortexError, DEFAULT_NAMESPACE } from "@memory-cortex/models";

import { runMcp } from "./run-mcp.ts";
import { VERSION } from "./version.ts";

const HELP = `memory-cortex-mcp: serves the memory of a Memory Cortex service over the Model Context Protocol.

  --user <id>          whose memory (CORTEX_USER; else your login name)
  --url <address>      the service (CORTEX_URL; else http://127.0.0.1:8300); its token is CORTEX_TOKEN or CORTEX_TOKEN_FILE
  --namespace <name>   namespace that is read, the first is written to; again for more (global)
  --project <name>     project that memories belong to and that is preferred
  --read-only          offer nothing that remembers or forgets
  --http               serve over HTTP instead of standard input and output, on this machine only
  --host <address>     loopback address to listen on (127.0.0.1)
  --port <n>           port to listen on, 0 for any (8310)
  --token-file <file>  bearer tokens that callers over HTTP need, one a line; made when it is not there
`;

const DEFAULT_URL = "http://127.0.0.1:8300";

function readArguments() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    options: {
      user: text, url: text, namespace: { type: "string", multiple: true }, project: text, host: { type: "string", default: "127.0.0.1" }, port: { type: "string", default: "8310" },
      "token-file": text, http: flag, "read-only": flag, help: flag, version: flag,
    },
  });
  return values;
}

/** The program of the package, for machines that have the service elsewhere. `cortex mcp` is the same beside the service. */
async function main(): Promise<void> {
  const given = readArguments();
  if (given.help || given.version) {
    process.stdout.write(given.help ? HELP : `${VERSION}\n`);
    return;
  }
  const { config } = loadConfig();
  const userId = given.user ?? config.user ?? terminalPreferences().loginName;
  if (userId === null) throw new CortexError("missing_user", { detail: "No user is named: give --user or set CORTEX_USER." });
  const port = Number(given.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new CortexError("config_invalid", { detail: "--port takes a number from 0 to 65535." });
  const [first = DEFAULT_NAMESPACE, ...others] = given.namespace ?? [];
  await runMcp({
    service: { url: given.url ?? config.url ?? DEFAULT_URL, token: config.token },
    realm: { userId, namespaces: [first, ...others], project: given.project ?? null },
    readOnly: given["read-only"],
    http: given.http ? { host: given.host, port, tokenFile: given["token-file"] ?? null } : null,
    note: (line) => void process.stderr.write(`${line}\n`),
  });
}

try {
  await main();
} catch (error) {
  const known = CortexError.isInstance(error) ? `${error.detail} ${error.fix}` : error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS") ? `${error.message}. --help shows what it takes.` : "Something broke inside.";
  process.stderr.write(`memory-cortex-mcp: ${known}\n`);
  process.exitCode = 1;
}
