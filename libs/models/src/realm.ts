import { CortexError } from "./errors/cortex-error.ts";

declare const realmBrand: unique symbol;

/**
 * Whose memory a call may touch. Every store method takes one first; it can only be made by {@link realmOf} and
 * {@link wholeUser}, so a call without isolation does not compile.
 */
export interface Realm {
  readonly userId: string;
  /** Allowed namespaces in order of preference; writes go to the first. "all" is for upkeep of a user, never for recall. */
  readonly namespaces: readonly [string, ...string[]] | "all";
  readonly [realmBrand]: true;
}

export const DEFAULT_NAMESPACE = "global";
export const MAX_USER_ID_LENGTH = 128;

/** A realm of one user and an allow-list of namespaces. Throws `invalid_realm` on an empty or over-long user id. */
export function realmOf(userId: string, namespaces: readonly string[] = [DEFAULT_NAMESPACE]): Realm {
  const [first, ...rest] = namespaces;
  if (userId.length === 0 || userId.length > MAX_USER_ID_LENGTH || first === undefined) {
    throw new CortexError("invalid_realm");
  }
  return { userId, namespaces: [first, ...rest] } as unknown as Realm;
}

/** A realm over every namespace of a user: background work, export, statistics. */
export function wholeUser(userId: string): Realm {
  const realm = realmOf(userId);
  return { userId: realm.userId, namespaces: "all" } as unknown as Realm;
}

/** The namespace that writes of this realm go to. */
export function writeNamespace(realm: Realm): string {
  return realm.namespaces === "all" ? DEFAULT_NAMESPACE : realm.namespaces[0];
}

/** Whether a record of this namespace may be seen through the realm. */
export function allowsNamespace(realm: Realm, namespace: string): boolean {
  return realm.namespaces === "all" || realm.namespaces.includes(namespace);
}
