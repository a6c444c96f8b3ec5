import type { Document, SearchRequest } from "@memory-cortex/models";
import { sessionKeyOf } from "@memory-cortex/store";

import { namespacesOf } from "./run.ts";

/** What a request leaves out by name: turns and memories that whoever asks has before him already. */
export interface Exclusion {
  has(item: { id: string; sessionKey: string | null }): boolean;
  hasDocument(document: Document): boolean;
}

/** Null when nothing is left out by name. */
export function exclusionOf(request: SearchRequest): Exclusion | null {
  const { exclude_ids, exclude_session_ids } = request;
  if (exclude_ids.length === 0 && exclude_session_ids.length === 0) return null;
  const ids = new Set(exclude_ids);
  const sessions = new Set(namespacesOf(request).flatMap((namespace) => exclude_session_ids.map((sessionId) => sessionKeyOf(namespace, sessionId))));
  const has: Exclusion["has"] = ({ id, sessionKey }) => ids.has(id) || (sessionKey !== null && sessions.has(sessionKey));
  return { has, hasDocument: ({ id, namespace, sessionId }) => has({ id, sessionKey: sessionId === null ? null : sessionKeyOf(namespace, sessionId) }) };
}
