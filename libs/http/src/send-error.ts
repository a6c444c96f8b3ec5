import type { CortexError } from "@memory-cortex/models";
import type { Response } from "express";

import { PROBLEM_TYPE, toLegacyError, toProblem } from "./error-body.ts";
import { stateOf } from "./request-state.ts";

/** Answers an error in the style of its route; never a stack, never the cause. */
export function sendError(response: Response, error: CortexError, legacy: boolean): void {
  const state = stateOf(response);
  state.code = error.code;
  if (error.code === "unauthorized") response.setHeader("www-authenticate", 'Bearer realm="memory-cortex"');
  if (error.retryAfterSeconds !== undefined) response.setHeader("retry-after", String(error.retryAfterSeconds));
  const beside = error.code === "unknown_user" ? (state.route?.whenUnknownUser ?? {}) : {};
  const body = legacy ? toLegacyError(error, state.requestId) : toProblem(error, state.requestId);
  response.status(error.status).type(legacy ? "application/json" : PROBLEM_TYPE).send(JSON.stringify({ ...body, ...beside }));
}
