import type { CortexError } from "@memory-cortex/models";
import { z } from "zod";

/** RFC 9457, with the code, what to try, and whether a retry may help. */
export const problemBody = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    fix: z.string(),
    retryable: z.boolean(),
    request_id: z.string(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem" });

/** The older middleware's error. */
export const legacyErrorBody = z.object({ error: z.string(), code: z.string(), request_id: z.string() }).meta({ id: "LegacyError" });

export const PROBLEM_TYPE = "application/problem+json";

export function toProblem(error: CortexError, requestId: string): z.infer<typeof problemBody> {
  return {
    type: `/docs#error-${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.detail,
    code: error.code,
    fix: error.fix,
    retryable: error.retryable,
    request_id: requestId,
    ...(error.errors === undefined ? {} : { errors: [...error.errors] }),
  };
}

export function toLegacyError(error: CortexError, requestId: string): z.infer<typeof legacyErrorBody> {
  return { error: error.detail, code: error.code, request_id: requestId };
}
