import { runMcp } from "@memory-cortex/mcp";
import { DEFAULT_NAMESPACE } from "@memory-cortex/models";

import { addressOf, findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandContext } from "./command-context.ts";

export interface McpOptions extends ServiceOptions {
  namespace?: string[];
  project?: string;
  readOnly?: boolean;
  http?: boolean;
  host: string;
  port: number;
  tokenFile?: string;
}

/** Serves until the host or a signal ends it. Loaded on demand: it brings the protocol's library. */
export async function runMcpCommand({ terminal, end }: CommandContext, options: McpOptions): Promise<void> {
  const { config, userId } = findService(options);
  const [first = DEFAULT_NAMESPACE, ...others] = options.namespace ?? [];
  await runMcp({
    service: addressOf(options, config),
    realm: { userId, namespaces: [first, ...others], project: options.project ?? null },
    readOnly: options.readOnly ?? false,
    http: options.http === true ? { host: options.host, port: options.port, tokenFile: options.tokenFile ?? null } : null,
    note: terminal.note,
  });
  end(EXIT.ok);
}
