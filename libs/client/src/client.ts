import { callRoute } from "./call-route.ts";
import type { CallOptions } from "./call-route.ts";
import type { Answer, Fields } from "./route-types.ts";
import { ROUTES } from "./routes.ts";
import type { RouteLine, RouteName } from "./routes.ts";
import { openTransport } from "./transport.ts";
import type { CortexClientOptions } from "./transport.ts";

type Method<Name extends RouteName> = (typeof ROUTES)[Name] extends { bare: true }
  ? (options?: CallOptions) => Promise<Answer<Name>>
  : (fields: Fields<Name>, options?: CallOptions) => Promise<Answer<Name>>;

/** A method for every route; each takes the fields of path, query and body in one object and rejects with a `CortexClientError` only. */
export type CortexClient = {
  readonly [Name in keyof typeof ROUTES]: Method<Name>;
} & {
  /** Address of the service, without a slash at the end. */
  readonly url: string;
};

/** A client of one service. Nothing is sent before the first call. Throws `invalid_client` for options that cannot work. */
export function createCortexClient(options: CortexClientOptions): CortexClient {
  const transport = openTransport(options);
  const methods = Object.entries<RouteLine>(ROUTES).map(([name, route]) => [
    name,
    route.bare === true
      ? (callOptions?: CallOptions) => callRoute(transport, { route, fields: {} }, callOptions)
      : (fields: Readonly<Record<string, unknown>>, callOptions?: CallOptions) => callRoute(transport, { route, fields }, callOptions),
  ]);
  return { ...(Object.fromEntries(methods) as Omit<CortexClient, "url">), url: transport.url };
}
