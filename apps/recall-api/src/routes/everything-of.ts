import type { Call } from "@memory-cortex/http";
import { realmOf, wholeUser } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";

/** A whole user, or as much of it as the token may see. */
export function everythingOf(userId: string, access: Call["access"]): Realm {
  return access.namespaces === null ? wholeUser(userId) : realmOf(userId, access.namespaces);
}

interface Named {
  namespace?: string | undefined;
  namespaces?: readonly string[] | undefined;
}

/** The namespaces that a request names, or everything: for what is about a whole user unless it says otherwise. */
export function asNamedOf({ userId, access, realm, body }: { userId: string; access: Call["access"]; realm: Realm; body: Named }): Realm {
  return body.namespace === undefined && body.namespaces === undefined ? everythingOf(userId, access) : realm;
}
