const marker = Symbol.for("memory-cortex.client-error");

/** One field that is not valid: JSON path, stable code, and what it takes. */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
}

export interface ClientErrorFacts {
  /** The service's code, or one of the client's own (docs/decisions/client.md). */
  code: string;
  /** HTTP status, also of an answer that broke off; 0 when nobody answered. */
  status?: number;
  /** One sentence on what went wrong. */
  detail: string;
  /** What a person should try. */
  fix: string;
  /** Whether the same request may succeed later. */
  retryable?: boolean;
  requestId?: string | null;
  errors?: readonly FieldProblem[];
  retryAfterSeconds?: number | null;
  /** The whole body of the answer: beside an error may stand the fields of an empty answer. */
  body?: unknown;
  cause?: unknown;
}

/** The only error that the client's methods reject with. Its message holds no token and nothing of the request. */
export class CortexClientError extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly fix: string;
  readonly retryable: boolean;
  readonly requestId: string | null;
  readonly errors: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;
  readonly body: unknown;

  constructor(facts: ClientErrorFacts) {
    const fields = (facts.errors ?? []).map(({ path, message }) => `${path}: ${message}`).join("; ");
    super(`${facts.code}: ${facts.detail}${fields === "" ? "" : ` (${fields})`}`, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "CortexClientError";
    this.code = facts.code;
    this.status = facts.status ?? 0;
    this.detail = facts.detail;
    this.fix = facts.fix;
    this.retryable = facts.retryable ?? false;
    this.requestId = facts.requestId ?? null;
    this.errors = facts.errors ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.body = facts.body;
    Object.defineProperty(this, marker, { value: true });
  }

  /** Works across duplicate installs of this package and across bundles, where `instanceof` does not. */
  static isInstance(value: unknown): value is CortexClientError {
    return typeof value === "object" && value !== null && marker in value;
  }
}
