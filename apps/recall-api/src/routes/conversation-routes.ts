import { userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { CortexError } from "@memory-cortex/models";
import { listSessionsQuery, listSessionsResponse, listTurnsParams, listTurnsQuery, listTurnsResponse, toIso, toIsoOrNull } from "@memory-cortex/models/wire";
import type { Session, Turn } from "@memory-cortex/models";

import type { RecallApiServices } from "../services.ts";

const TAG = "Conversations";

/** What was said, word for word. */
export function conversationRoutes({ store }: Pick<RecallApiServices, "store">): Route[] {
  return [
    userRoute({
      method: "GET", path: "/v1/sessions", summary: "Sessions of a user", tag: TAG, role: "read", user: "known",
      query: listSessionsQuery,
      answers: { 200: { description: "One page", schema: listSessionsResponse } },
      handle: async ({ query, realm }) => {
        const { items, next } = await store.listSessions(realm, { limit: query.limit, ...(query.cursor === undefined ? {} : { cursor: query.cursor }) });
        return { body: { sessions: items.map(sessionView), next_cursor: next } };
      },
    }),
    userRoute({
      method: "GET", path: "/v1/sessions/{session_id}/turns", summary: "Turns of a session, in order", tag: TAG, role: "read", user: "known",
      params: listTurnsParams, query: listTurnsQuery,
      answers: { 200: { description: "Turns after the position `after`", schema: listTurnsResponse } },
      handle: async ({ params, query, realm }) => {
        const page = await store.listTurns(realm, { sessionId: params.session_id, after: query.after, limit: query.limit });
        if (page === null) throw new CortexError("not_found");
        const last = page.turns.at(-1);
        return { body: { turns: page.turns.map(turnView), next_cursor: page.more && last !== undefined ? String(last.position) : null } };
      },
    }),
  ];
}

const sessionView = (session: Session) => ({
  session_id: session.sessionId,
  namespace: session.namespace,
  channel: session.channel,
  turns: session.turns,
  captured: session.captured,
  first_at: toIsoOrNull(session.firstAt),
  last_at: toIsoOrNull(session.lastAt),
});

const turnView = (turn: Turn) => ({
  id: turn.id,
  external_id: turn.externalId,
  position: turn.position,
  role: turn.role,
  speaker: turn.speaker,
  text: turn.text,
  observed_at: toIso(turn.observedAt),
});
