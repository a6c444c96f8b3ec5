import type { TokenRole } from "@memory-cortex/config";
import type { ErrorCode, Realm } from "@memory-cortex/models";
import type { z } from "zod";

import type { Access } from "./access.ts";

export const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** A successful answer, as the documentation shows it. */
export interface AnswerShape {
  description: string;
  /** JSON of this shape; without it the answer is text of `contentType`. */
  schema?: z.ZodType;
  contentType?: string;
  /** Instead of both: every type in which it may come, with its shape; that of JSON Lines is of one line. */
  contents?: Contents;
}

/** Shapes by content type. */
export type Contents = Readonly<Record<string, z.ZodType>>;

/** A body that is read as it is: the route parses it itself. */
export interface LinesShape {
  /** Types that are taken, with the shape of one line. */
  contents: Contents;
  limitBytes: number;
}

/** What a handler sends back; the body is sent as JSON unless `contentType` says otherwise. */
export interface Reply {
  /** 200 when left out. */
  status?: number;
  body: unknown;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent instead of the body, piece by piece, as fast as the caller reads. What fails after the first piece cuts the answer off. */
  stream?: AsyncIterable<string>;
}

/** A request after parsing: fields are valid, the caller has the role, and the realm is one that it may touch. */
export interface Call<Body = unknown, Query = unknown, Params = unknown> {
  body: Body;
  query: Query;
  params: Params;
  /** The body of a route with `lines`; else empty. */
  bytes: Buffer;
  access: Access;
  requestId: string;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}

/** {@link Call} of a route that names a user: handlers take the realm from here and never make one of raw fields. */
export interface UserCall<Body = unknown, Query = unknown, Params = unknown> extends Call<Body, Query, Params> {
  userId: string;
  realm: Realm;
  /** Namespaces of the realm: allowed to the token, in the order that the caller named. */
  namespaces: readonly [string, ...string[]];
}

interface RouteFacts {
  method: Method;
  /** As OpenAPI writes it: `/v1/memories/{id}`. */
  path: string;
  summary: string;
  /** Heading in the documentation. */
  tag: string;
  /** "public" asks for no token. */
  role: TokenRole | "public";
  /** The older middleware's routes answer errors as `{error, code, request_id}`; default is RFC 9457. */
  errorStyle?: "problem" | "legacy";
  /** Never held back by the rate limit: probes of an operator. */
  unlimited?: boolean;
  answers: Readonly<Record<number, AnswerShape>>;
  /** Codes of this route beyond those that its shape implies. */
  errors?: readonly ErrorCode[];
  /** Answers also while the store is away, and says itself what it could not read: an agent waits for it. Default false: 503. */
  failsOpen?: true;
  /** The body is no JSON object but lines. */
  lines?: LinesShape;
  /** Answers with a stream, which is not kept for an Idempotency-Key: the route must change nothing. */
  streams?: true;
  /** The answer may quote memories though the route writes: what is kept of it for an Idempotency-Key goes when one of them is erased. */
  quotes?: true;
  /** Fields that stand beside the error when nothing is known of the user, so that a client that reads only those finds nothing. */
  whenUnknownUser?: Readonly<Record<string, unknown>>;
}

interface Schemas<Body, Query, Params> {
  body?: Body;
  query?: Query;
  params?: Params;
}

/** A route over no user's memory: probes, documentation, figures of the whole installation. */
export interface ServiceRoute<Body extends z.ZodObject = z.ZodObject, Query extends z.ZodObject = z.ZodObject, Params extends z.ZodObject = z.ZodObject>
  extends RouteFacts, Schemas<Body, Query, Params> {
  user: "none";
  handle(call: Call<z.output<Body>, z.output<Query>, z.output<Params>>): Promise<Reply>;
}

/** A route over one user's memory; body or query holds `user_id`. */
export interface UserRoute<Body extends z.ZodObject = z.ZodObject, Query extends z.ZodObject = z.ZodObject, Params extends z.ZodObject = z.ZodObject>
  extends RouteFacts, Schemas<Body, Query, Params> {
  /** "known": 404 `unknown_user` unless the user is there. "new": a first write makes the user. */
  user: "known" | "new";
  handle(call: UserCall<z.output<Body>, z.output<Query>, z.output<Params>>): Promise<Reply>;
}

/** One line of the route table: what is served, what is documented and what is tested all come from it. */
export interface Route extends RouteFacts, Schemas<z.ZodObject, z.ZodObject, z.ZodObject> {
  user: "none" | "known" | "new";
  handle(call: UserCall): Promise<Reply>;
}

/** What a route takes and answers, without who answers it: enough to document one that another process serves. */
export type RouteShape = Omit<Route, "handle">;

/** Declares a route over one user's memory; the handler's types come from the schemas. */
export function userRoute<Body extends z.ZodObject = z.ZodObject, Query extends z.ZodObject = z.ZodObject, Params extends z.ZodObject = z.ZodObject>(
  route: UserRoute<Body, Query, Params>,
): Route {
  return route;
}

/** Declares a route that names no user. */
export function serviceRoute<Body extends z.ZodObject = z.ZodObject, Query extends z.ZodObject = z.ZodObject, Params extends z.ZodObject = z.ZodObject>(
  route: ServiceRoute<Body, Query, Params>,
): Route {
  return route as unknown as Route;
}
