import { userInfo } from "node:os";

import type { Environment } from "./read-environment.ts";

/** What the environment says of the terminal that a command runs in. */
export interface TerminalPreferences {
  /** NO_COLOR (no-color.org) or a terminal that cannot. */
  noColour: boolean;
  /** Login name, or null where there is none. */
  loginName: string | null;
}

/** Reads NO_COLOR, TERM and the login name. */
export function terminalPreferences(environment: Environment = process.env): TerminalPreferences {
  return { noColour: Boolean(environment["NO_COLOR"]) || environment["TERM"] === "dumb", loginName: loginName(environment) };
}

function loginName(environment: Environment): string | null {
  const named = environment["USER"] ?? environment["USERNAME"];
  if (named) return named;
  try {
    return userInfo().username;
  } catch {
    return null; // no entry for this uid, as in some containers
  }
}
