import type { DocumentKind, Realm } from "@memory-cortex/models";
import { DOCUMENT_KINDS } from "@memory-cortex/models";

import { kindToken, namespaceToken } from "./encode-terms.ts";

/** One of these words must be there; it adds nothing to the score. */
const oneOf = (words: readonly string[]): string => `+(${words.join(" ")})^0 `;

/** Realm and kinds as the part of a text query that every match must fulfil. Terms are the user's own already. */
export function scopeOf(realm: Realm, { kinds }: { kinds: readonly DocumentKind[] }): string {
  const namespaces = realm.namespaces === "all" ? "" : oneOf(realm.namespaces.map((namespace) => namespaceToken(realm.userId, namespace)));
  const isEveryKind = DOCUMENT_KINDS.every((kind) => kinds.includes(kind) || kind === "chunk");
  return namespaces + (isEveryKind ? "" : oneOf(kinds.map((kind) => kindToken(realm.userId, kind))));
}
