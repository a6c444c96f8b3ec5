import type { ComposeApp } from "./read-compose-apps.ts";

/** What stands on this machine in place of the containers beside an app. */
export interface Place {
  /** Address ("127.0.0.1:7687") by service and port of the compose file ("memgraph:7687"). */
  addresses: Readonly<Record<string, string>>;
  /** Folder with the secrets, in place of `/run/secrets`. */
  secrets: string;
  /** What differs because there is no container: host, port, data folder, model. It wins. */
  instead: Readonly<Record<string, string>>;
}

/**
 * The environment of an app of the compose file for a process on this machine: the same variables with the same values, but for the
 * addresses of other containers, the folder of the secrets, and what `instead` names.
 */
export function environmentHere(app: Pick<ComposeApp, "environment">, { addresses, secrets, instead }: Place): Record<string, string> {
  const moved = Object.entries(app.environment).map(([name, value]) => [name, placed(value, addresses).replaceAll("/run/secrets", secrets)] as const);
  return { ...Object.fromEntries(moved), ...instead };
}

function placed(value: string, addresses: Place["addresses"]): string {
  return Object.entries(addresses).reduce((text, [there, here]) => text.replaceAll(`//${there}`, `//${here}`).replaceAll(`@${there}`, `@${here}`), value);
}
