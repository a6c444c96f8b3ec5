import type { Document } from "@memory-cortex/models";

import type { Run } from "../run.ts";

const PAGE = 500;
/** Turns looked through for external ids, newest sessions first: explaining may take a moment, but not for ever. */
const MOST_TURNS = 200_000;

/** By what was asked: the documents of ids, or the turns of external ids, inside the realm. One pass through the turns, however many are unknown. */
export async function findDocuments(run: Run, asked: readonly string[]): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  if (asked.length === 0) return found;
  for (const document of await run.services.store.getDocuments(run.realm, [...new Set(asked)])) found.set(document.id, document);
  const wanted = new Set(asked.filter((id) => !found.has(id)));
  if (wanted.size > 0) await findTurns(run, wanted, found);
  return found;
}

/** Takes what is found out of what is wanted. */
async function findTurns(run: Run, wanted: Set<string>, found: Map<string, Document>): Promise<void> {
  let cursor: string | undefined;
  let seen = 0;
  do {
    const page = await run.services.store.listSessions(run.realm, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    for (const { sessionId, turns } of page.items) {
      await lookThrough(run, sessionId, { wanted, found });
      seen += turns;
      if (wanted.size === 0 || seen > MOST_TURNS) return;
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}

async function lookThrough(run: Run, sessionId: string, { wanted, found }: { wanted: Set<string>; found: Map<string, Document> }): Promise<void> {
  for (let after = -1; wanted.size > 0; ) {
    const page = await run.services.store.listTurns(run.realm, { sessionId, after, limit: PAGE });
    for (const turn of page?.turns ?? []) {
      if (turn.externalId !== null && wanted.delete(turn.externalId)) found.set(turn.externalId, turn);
    }
    const last = page?.turns.at(-1);
    if (page === null || !page.more || last === undefined) return;
    after = last.position;
  }
}
