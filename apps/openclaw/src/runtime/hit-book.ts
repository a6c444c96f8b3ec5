import type { Realm } from "../isolation/realm.ts";
import { isOwners } from "./session-scope.ts";

const MOST = 4_000;

/** Whose hits were handed out, so that hits that come back to be shown to a session are shown to nobody else. */
export interface HitBook {
  note(hits: readonly { path: string }[], realm: Realm): void;
  /** Those that a session of this realm may see. What was never handed out is a file or nothing of ours, and is the owner's alone. */
  allowed<Hit extends { path?: unknown }>(hits: readonly Hit[], realm: Realm): Hit[];
}

export function createHitBook(): HitBook {
  const realms = new Map<string, string>();
  const keyOf = ({ userId, namespace }: Realm): string => `${userId}\0${namespace}`;
  return {
    note: (hits, realm) => {
      for (const { path } of hits) {
        realms.delete(path);
        realms.set(path, keyOf(realm));
      }
      for (const oldest of [...realms.keys()].slice(0, Math.max(0, realms.size - MOST))) realms.delete(oldest);
    },
    allowed: (hits, realm) =>
      hits.filter(({ path }) => {
        const whose = typeof path === "string" ? realms.get(path) : undefined;
        return whose === undefined ? isOwners(realm) : whose === keyOf(realm);
      }),
  };
}
