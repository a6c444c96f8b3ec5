import { CortexError, DEFAULT_NAMESPACE } from "@memory-cortex/models";
import type { TokenRole } from "@memory-cortex/config";

/** What a caller may do, and for whom. */
export interface Access {
  /** Tells callers apart without naming their token; "local" where none is asked for. */
  id: string;
  roles: ReadonlySet<TokenRole>;
  /** Null is every user. */
  users: ReadonlySet<string> | null;
  /** Null is every namespace. */
  namespaces: readonly string[] | null;
}

/** Whoever can reach the loopback address of a service without tokens. */
export const LOCAL_ACCESS: Access = { id: "local", roles: new Set(["read", "write", "admin"]), users: null, namespaces: null };

/** Throws `forbidden` without the role. `admin` holds the others. */
export function requireRole(access: Access, role: TokenRole): void {
  if (!access.roles.has(role) && !access.roles.has("admin")) throw new CortexError("forbidden");
}

/** Throws `unknown_user` for a user of somebody else: the same answer as for nobody, so that it tells nothing. */
export function requireUser(access: Access, userId: string): void {
  if (access.users !== null && !access.users.has(userId)) throw new CortexError("unknown_user");
}

/** How a request names the drawers that it means. */
export interface NamedNamespaces {
  namespace?: string | undefined;
  namespaces?: readonly string[] | undefined;
}

/**
 * The namespaces that a call works on, in the caller's order: those it names, else `global`, else (for a token tied to others) the
 * token's own. Throws `not_found` when the token may touch none of them.
 */
export function allowedNamespaces(access: Access, named: NamedNamespaces): readonly [string, ...string[]] {
  const asked = named.namespaces ?? (named.namespace === undefined ? undefined : [named.namespace]);
  const tied = access.namespaces;
  const fallback = tied === null || tied.includes(DEFAULT_NAMESPACE) ? [DEFAULT_NAMESPACE] : tied;
  const [first, ...rest] = asked === undefined ? fallback : [...new Set(asked)].filter((one) => tied === null || tied.includes(one));
  if (first === undefined) throw new CortexError("not_found");
  return [first, ...rest];
}
