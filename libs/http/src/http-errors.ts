import { CortexError } from "@memory-cortex/models";
import type { ErrorCode } from "@memory-cortex/models";

/** Types of the body parser that need a code of their own. */
const BY_TYPE: Readonly<Record<string, ErrorCode>> = {
  "entity.too.large": "too_large",
  "encoding.unsupported": "unsupported_media_type",
  "charset.unsupported": "unsupported_media_type",
};

interface RaisedByExpress {
  status: number;
  type: string | undefined;
}

/** Express and its parsers mark what the caller did wrong with a status (and `expose`, or a URIError of the router). */
function raisedByExpress(error: unknown): RaisedByExpress | null {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return null;
  if (!("expose" in error) && !(error instanceof URIError)) return null;
  return { status: error.status, type: "type" in error && typeof error.type === "string" ? error.type : undefined };
}

/** Any thrown value as an error of the catalogue; what nobody foresaw is `internal`, with the cause kept for the log only. */
export function toCortexError(error: unknown): CortexError {
  if (CortexError.isInstance(error)) return error;
  const raised = raisedByExpress(error);
  if (raised === null || raised.status < 400 || raised.status > 499) return new CortexError("internal", { cause: error });
  const code = raised.type === undefined ? undefined : BY_TYPE[raised.type];
  return new CortexError(code ?? "malformed_request", { cause: error });
}
