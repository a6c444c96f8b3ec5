import { CortexError } from "@memory-cortex/models";

import { isLoopback } from "./is-loopback.ts";

const HOST_WITH_PORT = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;

/**
 * Guards a service that asks for no token. A web page may send requests to loopback addresses, and with a name that it points there
 * (DNS rebinding) even read the answers: so the Host must be a loopback name, and an Origin must be that very address.
 * Throws `forbidden_host` or `forbidden_origin`.
 */
export function guardLoopback(headers: { host?: string | undefined; origin?: string | undefined }): void {
  const { host, origin } = headers;
  const name = host === undefined ? undefined : HOST_WITH_PORT.exec(host)?.[1];
  if (host === undefined || name === undefined || !isLoopback(name)) throw new CortexError("forbidden_host");
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) throw new CortexError("forbidden_origin");
}
