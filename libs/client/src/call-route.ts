import { answerStream, isStream } from "./answer-stream.ts";
import { buildRequest } from "./build-request.ts";
import type { BuiltRequest } from "./build-request.ts";
import { CortexClientError } from "./client-error.ts";
import { errorOfAnswer, notOurs } from "./error-of-answer.ts";
import type { ReadAnswer } from "./error-of-answer.ts";
import { failureOfFetch } from "./failure-of-fetch.ts";
import { mayRepeat, waitBefore } from "./repetition.ts";
import type { RouteLine } from "./routes.ts";
import { startTimeLimit } from "./time-limit.ts";
import type { TimeLimit } from "./time-limit.ts";
import { LONGEST_MS } from "./transport.ts";
import type { Transport } from "./transport.ts";

/** What one call may ask for beside its fields. */
export interface CallOptions {
  /** Aborts the call; it rejects with `aborted`, or `timeout` for `AbortSignal.timeout`. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for this call, repetitions and waits included. */
  timeoutMs?: number | undefined;
  retries?: number | undefined;
  /** Waits for a service that is busy (429, 503) until the time is up, and counts that as no repetition: for a long import, say. */
  patient?: boolean | undefined;
  /** A key of one's own for a write, kept for 24 hours; null sends none, and then a write is hardly ever repeated. */
  idempotencyKey?: string | null | undefined;
  /** Says that this request, sent twice, does what it does once (turns with ids, say): it is repeated without a key, which would cost the service two writes. */
  repeatable?: boolean | undefined;
  /** Comes back in `x-request-id` and stands in the service's log. */
  requestId?: string | undefined;
}

/** Statuses of a service that is there and will take the request in a while. */
const BUSY = new Set([429, 503]);

/** The service ends somewhat after its own limit, and then the answer is on its way. */
const AFTER_OWN_LIMIT_MS = 5_000;

interface Prepared extends BuiltRequest {
  headers: Record<string, string>;
  /** Whether the service does it once however often it is sent. */
  isKeyed: boolean;
}

interface Wanted {
  route: RouteLine;
  fields: Readonly<Record<string, unknown>>;
}

/** Sends one request, again where that is safe and helps, and gives its answer. Rejects with a {@link CortexClientError} only. */
export async function callRoute(transport: Transport, wanted: Wanted, options: CallOptions = {}): Promise<unknown> {
  const { fields } = wanted;
  const route: RouteLine = options.repeatable === true ? { ...wanted.route, again: "reads" } : wanted.route;
  const request = prepare(transport, { route, fields }, options);
  const milliseconds = options.timeoutMs ?? limitOf(transport, route, fields);
  const limit = startTimeLimit(Math.min(milliseconds, LONGEST_MS), options.signal);
  try {
    const answer = await untilAnswered({ transport, route, request, limit }, { retries: options.retries ?? transport.retries, isPatient: options.patient === true });
    // A stream is read on under the same limit, and lets go of it at its end.
    if (isStream(answer)) return answer;
    limit.end();
    return answer;
  } catch (error) {
    limit.end();
    throw error;
  }
}

interface Attempt {
  transport: Transport;
  route: RouteLine;
  request: Prepared;
  limit: TimeLimit;
}

async function untilAnswered(attempt: Attempt, { retries, isPatient }: { retries: number; isPatient: boolean }): Promise<unknown> {
  const { transport, route, request, limit } = attempt;
  let left = retries;
  for (let sent = 0, last: CortexClientError | null = null; ; sent += 1) {
    try {
      return await send(attempt);
    } catch (error) {
      const failure = error as CortexClientError;
      if (failure.code === "timeout" && last !== null) throw afterFailure(last);
      const isCounted = !isPatient || !BUSY.has(failure.status);
      if ((isCounted && left === 0) || !mayRepeat(failure, { again: route.again, isKeyed: request.isKeyed })) throw failure;
      const wait = waitBefore(sent, failure, transport.random);
      if (wait >= limit.remaining()) throw failure;
      last = failure;
      if (isCounted) left -= 1;
      await limit.hold(transport.wait(wait, limit.signal));
    }
  }
}

function limitOf(transport: Transport, { limit, timeoutMs }: RouteLine, fields: Readonly<Record<string, unknown>>): number {
  if (limit === undefined) return Math.max(transport.timeoutMs, timeoutMs ?? 0);
  const named = fields[limit.field];
  return Math.max(transport.timeoutMs, (typeof named === "number" ? named : limit.default) + AFTER_OWN_LIMIT_MS);
}

function prepare(transport: Transport, { route, fields }: Wanted, options: CallOptions): Prepared {
  const request = buildRequest(route, fields);
  const key = route.again === "keyed" ? (options.idempotencyKey === undefined ? transport.newKey() : options.idempotencyKey) : (options.idempotencyKey ?? null);
  const headers = {
    ...transport.headers,
    ...(request.type === null ? {} : { "content-type": request.type }),
    ...(key === null ? {} : { "idempotency-key": headerValue("idempotencyKey", key) }),
    ...(options.requestId === undefined ? {} : { "x-request-id": headerValue("requestId", options.requestId) }),
  };
  return { ...request, headers, isKeyed: route.method === "POST" && key !== null };
}

/** What no header can hold would look like a lost connection. */
function headerValue(path: string, value: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(value)) return value;
  const message = "must be 1 to 255 visible ASCII characters";
  throw new CortexClientError({ code: "invalid_fields", detail: "Some fields are not valid", fix: "See `errors` for each field and what it takes.", errors: [{ path, code: "invalid_format", message }] });
}

async function send({ transport: { url, fetch }, route, request: { method, target, body, headers }, limit }: Attempt): Promise<unknown> {
  let status = 0;
  try {
    const response = await limit.hold(fetch(url + target, { method, headers, body, signal: limit.signal }));
    ({ status } = response);
    if (route.stream === true && response.ok) return answerStream(response, limit, url);
    return answerOf(route, { status, headers: response.headers, text: await limit.hold(response.text()) });
  } catch (error) {
    throw CortexClientError.isInstance(error) ? error : failureOfFetch(error, url, status);
  }
}

function answerOf(route: RouteLine, answer: ReadAnswer): unknown {
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (!isSuccess && answer.status !== route.alsoAnswers) throw errorOfAnswer(answer);
  if (route.text === true) return answer.text;
  const body = parsed(answer);
  if (!isSuccess && typeof body === "object" && body !== null && "code" in body) throw errorOfAnswer(answer);
  return body;
}

function parsed({ status, text }: ReadAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs(status);
  }
}

/** Time ran out while a request was sent again: what went wrong before says more than that. */
function afterFailure(last: CortexClientError): CortexClientError {
  return new CortexClientError({ code: "timeout", detail: `No answer in time; the request before ended with ${last.code}.`, fix: last.fix, retryable: true, cause: last });
}
