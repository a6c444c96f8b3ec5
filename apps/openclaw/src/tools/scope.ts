import type { Realm } from "../isolation/realm.ts";

const MAX_LENGTH = 64;
const VALID = /^[a-z0-9][a-z0-9._:/-]*$/;
/** Drawers that isolation itself hands out: naming one must not open it. */
const RESERVED = /^(agent|workspace|channel|sender|group|untrusted|own)([.:/_-]|$)/;

export interface Drawer {
  namespace: string;
  /** Why the scope that was asked for was not used; null when it was, or none was asked for. */
  warning: string | null;
}

/**
 * The namespace that a `scope` of a tool means. Scopes lie inside what the realm may see: with a drawer per agent, workspace or sender they are
 * drawers in that drawer. A scope that cannot be one counts as left out, and the answer says so.
 */
export function drawerOf(realm: Realm, scope: string | undefined): Drawer {
  const asked = scope?.toLowerCase();
  if (scope === undefined || asked === undefined || asked === realm.namespace) return { namespace: realm.namespace, warning: null };
  const isolated = realm.namespace.includes("/") || !realm.trusted;
  const namespace = isolated ? `${realm.namespace}/${asked}` : asked;
  if (VALID.test(asked) && namespace.length <= MAX_LENGTH && !RESERVED.test(asked)) return { namespace, warning: null };
  return {
    namespace: realm.namespace,
    warning: `The scope ${JSON.stringify(scope.slice(0, MAX_LENGTH))} cannot be used (lower-case letters, digits and . _ : / -, at most ${String(MAX_LENGTH)} characters, no reserved name): the default scope was used.`,
  };
}
