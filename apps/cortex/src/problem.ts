import { CortexClientError } from "@memory-cortex/client";
import { CortexError } from "@memory-cortex/models";

import { EXIT } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";

/** Something the person at the command line has to know: what is wrong, what to do, and the exit code. */
export class Problem extends Error {
  readonly code: string;
  readonly fix: string | null;
  readonly exitCode: ExitCode;

  constructor(message: string, options: { code?: string; fix?: string; exitCode?: ExitCode; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Problem";
    this.code = options.code ?? "failed";
    this.fix = options.fix ?? null;
    this.exitCode = options.exitCode ?? EXIT.failed;
  }
}

/** What the client found out by itself, in the words of a command; the service's errors bring their fix along. */
const OWN: Readonly<Record<string, { fix?: string; exitCode?: ExitCode }>> = {
  not_running: { fix: "Start one with `cortex up` (in a checkout: `npm start`), or name another with --url.", exitCode: EXIT.notRunning },
  connection_lost: { exitCode: EXIT.notRunning },
  not_ours: { fix: "Check --url, or run `cortex doctor`." },
  timeout: { fix: "Run `cortex doctor`." },
  invalid_client: { fix: "Check --url and --token, or CORTEX_URL and CORTEX_TOKEN: an address like http://127.0.0.1:8300, and visible ASCII characters in the token.", exitCode: EXIT.usage },
};

function ofClient(error: CortexClientError): Problem {
  const { code, status, detail, fix, errors } = error;
  const fields = errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  const isOwn = status === 0 || code === "not_ours";
  return new Problem(fields === "" ? detail : `${detail} (${fields})`, { code, fix, cause: error, ...(isOwn ? OWN[code] : {}) });
}

/** Any thrown value as a problem; what is not ours keeps its name only, as its message may quote what it was given. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (CortexClientError.isInstance(error)) return ofClient(error);
  if (CortexError.isInstance(error)) return new Problem(error.detail, { code: error.code, fix: error.fix, cause: error });
  const system = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  const name = error instanceof Error ? error.name : typeof error;
  return new Problem(`Something broke inside (${system ?? name}).`, { code: "internal", fix: "Run `cortex doctor`.", cause: error });
}
