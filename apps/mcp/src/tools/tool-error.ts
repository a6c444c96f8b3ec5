import { CortexClientError } from "@memory-cortex/client";
import { CortexError } from "@memory-cortex/models";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";

/** What went wrong, for the model and the person: what, what to do, and whether to try again. */
export interface Failure {
  code: string;
  message: string;
  fix: string;
  retryable: boolean;
  requestId: string | null;
}

/** Under this key of `_meta` hosts find code and fix without reading prose. */
export const ERROR_META = "memory-cortex/error";

/** Any thrown value as a failure. Of what is not ours the message may quote memory, so that nothing of it is told. */
export function failureOf(error: unknown): Failure {
  if (CortexClientError.isInstance(error)) {
    const fields = error.errors.map(({ path, message }) => `${path} ${message}`).join("; ");
    return { code: error.code, message: fields === "" ? error.detail : `${error.detail} (${fields})`, fix: error.fix, retryable: error.retryable, requestId: error.requestId };
  }
  if (CortexError.isInstance(error)) return { code: error.code, message: error.detail, fix: error.fix, retryable: error.retryable, requestId: null };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const fix = "Install the same version of service and MCP server; `cortex doctor` says what runs.";
    return { code: "not_understood", message: `The service's answer lacks what this version expects (${issue?.path.join(".") ?? ""}).`, fix, retryable: false, requestId: null };
  }
  return { code: "internal", message: "Something broke inside the MCP server.", fix: "Try again; if it happens again, run `cortex doctor`.", retryable: false, requestId: null };
}

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** "No service answers at http://127.0.0.1:8300. To fix it: Start it with `cortex up`. (not_running, request 0198…)" */
export function sentenceOf({ code, message, fix, requestId }: Failure): string {
  return `${ended(message)} To fix it: ${ended(fix)} (${code}${requestId === null ? "" : `, request ${requestId}`})`;
}

/** A failure as the result of a tool: models read it and go on, hosts do not break off. */
export function toolError(error: unknown): CallToolResult {
  const failure = failureOf(error);
  const { code, fix, retryable, requestId } = failure;
  return { isError: true, content: [{ type: "text", text: sentenceOf(failure) }], _meta: { [ERROR_META]: { code, fix, retryable, request_id: requestId } } };
}
