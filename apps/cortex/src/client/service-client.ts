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

export interface ServiceClient {
  readonly url: string;
  get<Answer>(path: string, query?: Record<string, string | number>): Promise<Answer>;
  post<Answer>(path: string, body: unknown, timeoutMs?: number): Promise<Answer>;
  put<Answer>(path: string, body: unknown, query?: Record<string, string | number>): Promise<Answer>;
  delete<Answer>(path: string, query?: Record<string, string | number>): Promise<Answer>;
}

const TIMEOUT_MS = 60_000;

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
  async function call(path: string, init: RequestInit, { timeoutMs = TIMEOUT_MS, asked = userId }: { timeoutMs?: number | undefined; asked?: string | undefined } = {}): Promise<unknown> {
    const headers = { ...(init.headers as Record<string, string> | undefined), ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    let response: Response;
    try {
      response = await fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") throw new Problem(`No answer within ${timeoutMs / 1_000} s.`, { code: "timeout", fix: "Run `cortex doctor`.", cause: error });
      throw notRunning(url, error);
    }
    const answer = await answerOf(response);
    if (response.ok) return answer;
    const after = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new ServiceProblem(response.status, inWordsOfTheCommand(answer as ProblemDocument, asked), Number.isFinite(after) ? after : null);
  }

  return {
    url,
    async get<Answer>(path: string, query: Record<string, string | number> = {}) {
      return (await call(withQuery(path, query), {})) as Answer;
    },
    async put<Answer>(path: string, body: unknown, query: Record<string, string | number> = {}) {
      return (await call(withQuery(path, query), { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })) as Answer;
    },
    async delete<Answer>(path: string, query: Record<string, string | number> = {}) {
      return (await call(withQuery(path, query), { method: "DELETE" })) as Answer;
    },
    async post<Answer>(path: string, body: unknown, timeoutMs?: number) {
      return (await call(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }, { timeoutMs, asked: userOf(body) })) as Answer;
    },
  };
}
