import { EXIT } from "../exit-codes.ts";
import { Problem } from "../problem.ts";

export interface ServiceAddress {
  /** "http://127.0.0.1:8300", without a slash at the end. */
  url: string;
  token: string | null;
  /** Whose memory is asked for, to name them when nothing is known of them. */
  userId?: string;
}

/** A problem document of the service, as far as the command uses it. */
interface ProblemDocument {
  code?: string;
  detail?: string;
  title?: string;
  fix?: string;
  errors?: { path: string; message: string }[];
}

/** An answer that is not a success. */
export class ServiceProblem extends Problem {
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, document: ProblemDocument, retryAfterSeconds: number | null) {
    const fields = document.errors?.map((error) => `${error.path}: ${error.message}`).join("; ");
    const message = document.detail ?? document.title ?? `The service answered ${status}.`;
    super(fields ? `${message} (${fields})` : message, { code: document.code ?? `http_${status}`, ...(document.fix ? { fix: document.fix } : {}) });
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface PostOptions {
  timeoutMs?: number;
  /** Makes it safe to send the same again. */
  idempotencyKey?: string;
}

export interface ServiceClient {
  readonly url: string;
  get<Answer>(path: string, query?: Record<string, string | number>): Promise<Answer>;
  /** A number is a time limit in milliseconds. */
  post<Answer>(path: string, body: unknown, options?: number | PostOptions): Promise<Answer>;
  put<Answer>(path: string, body: unknown, query?: Record<string, string | number>): Promise<Answer>;
  delete<Answer>(path: string, query?: Record<string, string | number>): Promise<Answer>;
  /** Sends lines as they are. */
  sendLines<Answer>(path: string, lines: Uint8Array<ArrayBuffer>, query: Record<string, string | number>): Promise<Answer>;
  /** An answer that may be long, piece by piece as it comes. */
  stream(path: string, body: unknown): AsyncIterable<Uint8Array>;
}

const TIMEOUT_MS = 60_000;
/** For all of an export or an import. */
const LONG_TIMEOUT_MS = 600_000;
const JSON_BODY = { "content-type": "application/json" };

function notRunning(url: string, cause: unknown): Problem {
  return new Problem(`No service answers at ${url}.`, {
    code: "not_running", fix: "Start one with `cortex up` (in a checkout: `npm start`), or name another with --url.", exitCode: EXIT.notRunning, cause,
  });
}

async function answerOf(response: Response): Promise<unknown> {
  const body = await response.text();
  try {
    return JSON.parse(body);
  } catch {
    if (!response.ok) return {};
    throw new Problem("The answer is not JSON: some other program listens there.", { code: "not_ours", fix: "Check --url, or run `cortex doctor`." });
  }
}

/** What the service says of fields of a request, the command says of its options. */
function inWordsOfTheCommand(document: ProblemDocument, userId: string | undefined): ProblemDocument {
  if (document.code !== "unknown_user") return document;
  return {
    ...document,
    ...(userId === undefined ? {} : { detail: `Nothing is known of the user ${JSON.stringify(userId)}` }),
    fix: "Name another with --user (or CORTEX_USER); a user exists after the first `cortex ingest` or `cortex remember`.",
  };
}

/** The user that a request names itself, in a golden set for example. */
const userOf = (body: unknown): string | undefined => (typeof body === "object" && body !== null && "user_id" in body && typeof body.user_id === "string" ? body.user_id : undefined);

function withQuery(path: string, query: Record<string, string | number>): string {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/** Talks HTTP to a running service. A refused connection is exit code 4, an error of the service a {@link ServiceProblem}. */
export function serviceClient({ url, token, userId }: ServiceAddress): ServiceClient {
  async function reach(path: string, init: RequestInit, timeoutMs: number): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string> | undefined), ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    try {
      return await fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") throw new Problem(`No answer within ${timeoutMs / 1_000} s.`, { code: "timeout", fix: "Run `cortex doctor`.", cause: error });
      throw notRunning(url, error);
    }
  }

  function refusal(response: Response, answer: unknown, asked: string | undefined): ServiceProblem {
    const after = Number(response.headers.get("retry-after") ?? Number.NaN);
    return new ServiceProblem(response.status, inWordsOfTheCommand(answer as ProblemDocument, asked), Number.isFinite(after) ? after : null);
  }

  async function call(path: string, init: RequestInit, { timeoutMs = TIMEOUT_MS, asked = userId }: { timeoutMs?: number | undefined; asked?: string | undefined } = {}): Promise<unknown> {
    const response = await reach(path, init, timeoutMs);
    const answer = await answerOf(response);
    if (response.ok) return answer;
    throw refusal(response, answer, asked);
  }

  async function* pieces(path: string, body: unknown): AsyncGenerator<Uint8Array> {
    const response = await reach(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) }, LONG_TIMEOUT_MS);
    if (!response.ok || response.body === null) throw refusal(response, await answerOf(response), userOf(body));
    try {
      yield* response.body;
    } catch (error) {
      throw new Problem("The answer was cut off.", { code: "connection_lost", fix: "Run the command again.", cause: error });
    }
  }

  return {
    url,
    stream: pieces,
    async sendLines<Answer>(path: string, lines: Uint8Array<ArrayBuffer>, query: Record<string, string | number>) {
      return (await call(withQuery(path, query), { method: "POST", headers: { "content-type": "application/x-ndjson" }, body: lines }, { timeoutMs: LONG_TIMEOUT_MS })) as Answer;
    },
    async get<Answer>(path: string, query: Record<string, string | number> = {}) {
      return (await call(withQuery(path, query), {})) as Answer;
    },
    async put<Answer>(path: string, body: unknown, query: Record<string, string | number> = {}) {
      return (await call(withQuery(path, query), { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })) as Answer;
    },
    async delete<Answer>(path: string, query: Record<string, string | number> = {}) {
      return (await call(withQuery(path, query), { method: "DELETE" })) as Answer;
    },
    async post<Answer>(path: string, body: unknown, options: number | PostOptions = {}) {
      const { timeoutMs, idempotencyKey } = typeof options === "number" ? { timeoutMs: options } : options;
      const headers = { "content-type": "application/json", ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }) };
      return (await call(path, { method: "POST", headers, body: JSON.stringify(body) }, { timeoutMs, asked: userOf(body) })) as Answer;
    },
  };
}
