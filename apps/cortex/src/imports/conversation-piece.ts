import { checkConversation } from "../ingest/conversation.ts";
import type { Defaults, WireMessage } from "../ingest/conversation.ts";
import { flawOf, leftOut } from "./piece.ts";
import type { Piece } from "./piece.ts";

/** A conversation as a reader found it. */
export interface FoundConversation {
  place: string;
  sessionId: string;
  channel: string;
  /** Each with an id, so that the same import again is known. */
  messages: readonly WireMessage[];
  agentId?: string | undefined;
  project?: string | undefined;
  /** Whose memory it belongs to in any case, whoever the command names: another person's, or a group's. */
  belongsTo?: string | undefined;
}

/** Checks a conversation against what the service takes. */
export function conversationPiece(found: FoundConversation, defaults: Defaults): Piece {
  if (found.messages.length === 0) return leftOut("empty conversation");
  const { belongsTo, sessionId, channel, agentId, project, messages } = found;
  const { forcedUserId: _, ...others } = defaults;
  const record = {
    session_id: sessionId, channel, messages,
    ...(agentId === undefined ? {} : { agent_id: agentId }),
    ...(project === undefined ? {} : { project }),
    ...(belongsTo === undefined ? {} : { user_id: belongsTo }),
  };
  const checked = checkConversation(record, found.place, belongsTo === undefined ? defaults : others);
  return "reason" in checked ? flawOf(found.place, checked.reason) : { kind: "conversation", conversation: checked };
}
