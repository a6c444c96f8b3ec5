import { errorsByStatus } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";

import type { BadRequest } from "./bad-requests.ts";

/** Sends a bad request and says what is wrong with its refusal; nothing when all is well. */
export async function refusalFaults(url: string, route: Route, bad: BadRequest): Promise<string[]> {
  const response = await fetch(url + bad.target, { method: bad.method, headers: bad.headers, ...(bad.body === undefined ? {} : { body: bad.body }) });
  const text = await response.text();
  const at = `${bad.method} ${route.path} (${bad.why}) → ${response.status}`;
  const faults: string[] = [];
  if (response.status < 400 || response.status > 499) faults.push(`${at}: not refused: ${text.slice(0, 200)}`);
  if (bad.status !== undefined && response.status !== bad.status && !(isMissingUser(route, bad) && response.status === 400)) faults.push(`${at}: expected ${bad.status}`);
  if (response.headers.get("x-request-id") === null) faults.push(`${at}: no x-request-id`);
  const codes = bad.status === 405 ? ["method_not_allowed"] : (errorsByStatus(route).get(response.status) ?? []);
  const code = codeOf(text);
  if (!codes.some((known) => known === code)) faults.push(`${at}: the documentation does not name ${code} for this status`);
  return faults;
}

/** The older routes answer 400 where others say 422. */
const isMissingUser = (route: Route, bad: BadRequest): boolean => route.errorStyle === "legacy" && bad.status === 422;

function codeOf(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code);
  } catch {
    return `no JSON (${text.slice(0, 80)})`;
  }
}
