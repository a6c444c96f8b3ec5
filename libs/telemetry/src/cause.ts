import { correlation } from "./correlation.ts";
import { isTraceparent } from "./tracing/tracing.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** What caused a job: the request, and the span that it belongs to. */
export interface Cause {
  requestId?: string;
  traceparent?: string;
}

/** Plain enough for a log line, whoever has written to the queue. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/**
 * What a job that is enqueued here is caused by, for `EnqueueOptions.cause`; undefined where no request is the cause: a pass that finds
 * open work must not take the place of the request that made it.
 */
export function causeHere(tracing: Pick<Tracing, "traceparent">): string | undefined {
  const { requestId } = correlation();
  if (requestId === undefined) return undefined;
  const traceparent = tracing.traceparent();
  return JSON.stringify({ requestId, ...(traceparent === undefined ? {} : { traceparent }) } satisfies Cause);
}

/** Reads what {@link causeHere} wrote, in another process and perhaps by another version: what does not fit is left out. */
export function readCause(written: string | undefined): Cause {
  if (written === undefined) return {};
  try {
    const parsed = JSON.parse(written) as Record<string, unknown> | null;
    const cause: Cause = {};
    const { requestId, traceparent } = parsed ?? {};
    if (typeof requestId === "string" && PLAIN_ID.test(requestId)) cause.requestId = requestId;
    if (isTraceparent(traceparent)) cause.traceparent = traceparent;
    return cause;
  } catch {
    return {};
  }
}
