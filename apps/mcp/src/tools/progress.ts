import type { ServerContext } from "@modelcontextprotocol/server";

/** Hosts give up on calls that stay silent; those that ask for progress hear from us this often. */
const EVERY_MS = 1_000;

/** Tells how far one call is. */
export interface Progress {
  report(message: string): void;
  /** No word after the answer. */
  end(): void;
}

const SILENT: Progress = { report: () => undefined, end: () => undefined };

/**
 * Progress of one call: seconds since it began, which always grow, with what is done now; again each second while nothing changes.
 * Silent where the host gave no token. `now` in milliseconds.
 */
export function startProgress({ mcpReq }: Pick<ServerContext, "mcpReq">, now: () => number = () => performance.now()): Progress {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return SILENT;
  const beganAt = now();
  let message = "Asking the memory service";
  let last = -1;
  const tell = (): void => {
    // Each has to be above the one before, also of two in the same millisecond.
    last = Math.max(last + 0.001, (now() - beganAt) / 1_000);
    // A host that went away misses nothing.
    void mcpReq.notify({ method: "notifications/progress", params: { progressToken: token, progress: last, message } }).catch(() => undefined);
  };
  tell();
  const timer = setInterval(tell, EVERY_MS);
  return {
    report: (said) => {
      message = said;
      tell();
    },
    end: () => clearInterval(timer),
  };
}
