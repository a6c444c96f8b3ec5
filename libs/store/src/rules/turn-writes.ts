import { allowsNamespace } from "@memory-cortex/models";

import { forgetDocument } from "./graph-writes.ts";
import type { KnowledgeScope } from "./knowledge.ts";

/** Takes a turn out of what is known, and what it alone brought. False when the realm does not hold it. */
export function forgetTurn(scope: KnowledgeScope, id: string): boolean {
  const { documents } = scope.user;
  const document = documents.get(id);
  if (document?.kind !== "turn" || !allowsNamespace(scope.realm, document.namespace)) return false;
  forgetDocument(scope, id);
  documents.delete(id);
  return true;
}
