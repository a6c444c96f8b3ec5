import { CortexError } from "@memory-cortex/models";
import { pino } from "pino";
import type { DestinationStream, Level, Logger } from "pino";

import { correlation } from "./correlation.ts";

export type { Logger } from "pino";

export interface LoggerOptions {
  level: Level | "silent";
  /** Name of the process, where several write to one place. */
  process?: string;
  /** Where lines go; standard error by default, so that standard output stays for answers. */
  destination?: DestinationStream;
}

/** Fields that could carry a secret or what somebody said; logs hold ids, codes and numbers instead. */
const WITHHELD = [
  "authorization", "token", "tokens", "apiKey", "api_key", "llmApiKey", "password", "secret",
  "text", "content", "query", "messages", "fact", "context", "body", "detail_text",
];
const DEPTHS = ["", "*.", "*.*."];

/** The stack without its first lines, which repeat the message: messages of foreign errors may quote their input. */
function frames(error: Error): string | undefined {
  return error.stack?.split("\n").filter((line) => /^\s+at /.test(line)).map((line) => line.trim()).join(" ← ");
}

/** An error as it may be logged: code and detail of ours, name, code and stack frames of others. */
export function serializeError(error: unknown): Record<string, unknown> {
  if (CortexError.isInstance(error)) {
    return { code: error.code, detail: error.detail, ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }) };
  }
  if (!(error instanceof Error)) return { name: typeof error };
  return { name: error.name, ...("code" in error ? { code: String(error.code) } : {}), stack: frames(error) };
}

/** A logger that writes JSON lines, with the ids of the request and the job that they belong to. It withholds secrets and text of conversations, whatever it is given. */
export function createLogger(options: LoggerOptions): Logger {
  return pino(
    {
      level: options.level,
      base: options.process === undefined ? null : { process: options.process },
      mixin: () => ({ ...correlation() }),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: DEPTHS.flatMap((depth) => WITHHELD.map((field) => `${depth}${field}`)), censor: "[withheld]" },
      serializers: { err: serializeError, error: serializeError },
      hooks: {
        logMethod(parameters, method) {
          const [first, message, ...rest] = parameters as unknown[];
          const fields = first instanceof Error ? { err: first } : first;
          // Without a message of its own, a line with an error would repeat the error's.
          const described = typeof fields === "object" && fields !== null && "err" in fields ? [fields, message ?? "failed", ...rest] : parameters;
          method.apply(this, described as Parameters<typeof method>);
        },
      },
    },
    options.destination ?? pino.destination({ dest: 2, sync: true }),
  );
}
