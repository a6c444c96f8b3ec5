/** The part of a logger that formation uses; pino's fits. Fields hold ids, codes and numbers, never what somebody said. */
export interface FormationLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** For callers that want no lines. */
export const silentLog: FormationLog = { info: () => undefined, warn: () => undefined };
