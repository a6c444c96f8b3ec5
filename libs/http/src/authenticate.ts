import type { IncomingMessage } from "node:http";

import { guardLoopback } from "@memory-cortex/config";

import { LOCAL_ACCESS } from "./access.ts";
import type { Access } from "./access.ts";
import type { TokenTable } from "./token-table.ts";

const BEARER = /^Bearer +(\S{1,4096}) *$/i;

/** Who calls: null when a token is needed and none or a wrong one is given. Without configured tokens the loopback guard decides. */
export function authenticate(request: IncomingMessage, tokens: TokenTable): Access | null {
  if (tokens.size === 0) {
    guardLoopback({ host: request.headers.host, origin: request.headers.origin });
    return LOCAL_ACCESS;
  }
  const token = BEARER.exec(request.headers.authorization ?? "")?.[1];
  return token === undefined ? null : tokens.find(token);
}
