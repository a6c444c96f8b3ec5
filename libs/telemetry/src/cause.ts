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

/** What a job that is enqueued here is caused by, for `EnqueueOptions.cause`; undefined when nothing is known. */
export function causeHere(tracing: Pick<Tracing, "traceparent">): string | undefined {
  const cause: Cause = {};
  const { requestId } = correlation();
  const traceparent = tracing.traceparent();
  if (requestId !== undefined) cause.requestId = requestId;
  if (traceparent !== undefined) cause.traceparent = traceparent;
  return Object.keys(cause).length === 0 ? undefined : JSON.stringify(cause);
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
