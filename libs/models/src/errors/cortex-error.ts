import { ERROR_CATALOGUE } from "./catalogue.ts";
import type { ErrorCode } from "./catalogue.ts";

const marker = Symbol.for("memory-cortex.error");

/** One field that is not valid: JSON path, stable code, and what it takes. */
export interface FieldError {
  path: string;
  code: string;
  message: string;
}

export interface CortexErrorOptions {
  /** One sentence for this occurrence. Never secrets, memory text or paths of the host. */
  detail?: string;
  /** What to do in this occurrence, where the catalogue's sentence would not help. */
  fix?: string;
  errors?: readonly FieldError[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The only error that libraries throw: a code of the catalogue, with status, fix and whether a retry may help. */
export class CortexError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly title: string;
  readonly fix: string;
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: CortexErrorOptions = {}) {
    const entry = ERROR_CATALOGUE[code];
    const detail = options.detail ?? entry.title;
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "CortexError";
    this.code = code;
    this.status = entry.status;
    this.retryable = entry.retryable;
    this.title = entry.title;
    this.fix = options.fix ?? entry.fix;
    this.detail = detail;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    Object.defineProperty(this, marker, { value: true });
  }

  /** Works across duplicate installs of this package, where `instanceof` does not. */
  static isInstance(value: unknown): value is CortexError {
    return typeof value === "object" && value !== null && marker in value;
  }
}
