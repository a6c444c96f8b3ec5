import type { Document } from "@memory-cortex/models";

import type { Run } from "../run.ts";

const PAGE = 500;
/** Turns looked through for an external id, newest sessions first: explaining may take a moment, but not for ever. */
const MOST_TURNS = 200_000;

/** The document of an id, or the turn of an external id, inside the realm; null when there is none. */
export async function findDocument(run: Run, asked: string): Promise<Document | null> {
  const { store } = run.services;
  const [document] = await store.getDocuments(run.realm, [asked]);
  if (document !== undefined) return document;
  let cursor: string | undefined;
  let seen = 0;
  do {
    const page = await store.listSessions(run.realm, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    for (const { sessionId, turns } of page.items) {
      const found = await turnOfSession(run, sessionId, asked);
      if (found !== null) return found;
      seen += turns;
      if (seen > MOST_TURNS) return null;
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return null;
}

async function turnOfSession(run: Run, sessionId: string, externalId: string): Promise<Document | null> {
  for (let after = -1; ; ) {
    const page = await run.services.store.listTurns(run.realm, { sessionId, after, limit: PAGE });
    const found = page?.turns.find((turn) => turn.externalId === externalId);
    if (found !== undefined) return found;
    const last = page?.turns.at(-1);
    if (page === null || !page.more || last === undefined) return null;
    after = last.position;
  }
}
