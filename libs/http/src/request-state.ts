import type { Response } from "express";

import type { Access } from "./access.ts";
import type { Route } from "./route.ts";

/** What the pieces of one request tell each other. */
export interface RequestState {
  requestId: string;
  startedAt: number;
  /** Null until a valid token is seen. */
  access: Access | null;
  /** Set once the route is known. */
  route: Route | null;
  /** Code of the error that was answered. */
  code: string | null;
}

export function setState(response: Response, state: RequestState): void {
  response.locals["cortex"] = state;
}

export function stateOf(response: Response): RequestState {
  return response.locals["cortex"] as RequestState;
}
