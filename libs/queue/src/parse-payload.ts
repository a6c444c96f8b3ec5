import { CortexError } from "@memory-cortex/models";

import { JOBS } from "./contract.ts";
import type { JobName, JobPayload } from "./contract.ts";

/**
 * A payload by its contract, and the key of its job. Drivers call it on the way in and on the way out. Throws `payload_invalid`, which
 * names the fields and not their values.
 */
export function parsePayload<Name extends JobName>(name: Name, payload: unknown): { payload: JobPayload<Name>; key: string } {
  const contract = JOBS[name];
  const parsed = contract.payload.safeParse(payload);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, code, message }) => ({ path: path.join("."), code, message }));
    throw new CortexError("payload_invalid", { detail: `A payload of the job ${name} does not fit.`, errors });
  }
  return { payload: parsed.data as JobPayload<Name>, key: (contract.key as (payload: unknown) => string)(parsed.data) };
}
