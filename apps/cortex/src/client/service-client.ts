import { createCortexClient, CortexClientError } from "@memory-cortex/client";
import type { CallOptions, CortexClient } from "@memory-cortex/client";

export interface ServiceAddress {
  /** "http://127.0.0.1:8300", without a slash at the end. */
  url: string;
  token: string | null;
}

const TIMEOUT_MS = 60_000;

/** For a long import: whoever runs it would rather wait for a busy service than begin anew. */
export const PATIENTLY: CallOptions = { patient: true, timeoutMs: 120_000 };

const NAME_ANOTHER = "Name another with --user (or CORTEX_USER); a user exists after the first `cortex ingest` or `cortex remember`.";

type Call = (...given: unknown[]) => Promise<unknown>;

/** The service does not repeat whom it was asked for; the person at the command line may not know whom the command asked for. */
function namingTheUser(call: Call): Call {
  return async (...given) => {
    try {
      return await call(...given);
    } catch (error) {
      if (!CortexClientError.isInstance(error) || error.code !== "unknown_user") throw error;
      const [{ user_id: userId }] = given as [{ user_id: string }];
      const { code, status, requestId } = error;
      throw new CortexClientError({ code, status, requestId, detail: `Nothing is known of the user ${JSON.stringify(userId)}`, fix: NAME_ANOTHER, cause: error });
    }
  };
}

/** The client of a command. Its errors become a person's words in `toProblem`. Throws `invalid_client` for an address or a token that cannot work. */
export function serviceClient({ url, token }: ServiceAddress, { retries }: { retries?: number } = {}): CortexClient {
  const client = createCortexClient({ url, token, timeoutMs: TIMEOUT_MS, retries });
  return Object.fromEntries(Object.entries(client).map(([name, member]) => [name, typeof member === "function" ? namingTheUser(member as Call) : member])) as CortexClient;
}
