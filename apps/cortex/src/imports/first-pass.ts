import type { BadRecord } from "../ingest/conversation.ts";
import type { Piece } from "./piece.ts";

/** What one user gets. */
export interface Share {
  conversations: number;
  messages: number;
  facts: number;
}

/** What a source holds, counted before anything is sent. */
export interface Census extends Share {
  /** By whose memory it goes to. */
  users: Map<string, Share>;
  /** What belongs to the format and is no memory, by why. */
  leftOut: Map<string, number>;
  /** The first of them, in order. */
  flaws: BadRecord[];
  flawCount: number;
}

/** More than a person reads. */
const LISTED = 200;

/** Reads all of a source and keeps none of it. `onPiece` sees every piece on its way. */
export async function firstPass(pieces: AsyncIterable<Piece>, onPiece: (piece: Piece) => Promise<void> | void = () => undefined): Promise<Census> {
  const census: Census = { conversations: 0, messages: 0, facts: 0, users: new Map(), leftOut: new Map(), flaws: [], flawCount: 0 };
  for await (const piece of pieces) {
    count(census, piece);
    await onPiece(piece);
  }
  return census;
}

function count(census: Census, piece: Piece): void {
  switch (piece.kind) {
    case "conversation":
      return share(census, piece.conversation.header.user_id, { conversations: 1, messages: piece.conversation.messages.length, facts: 0 });
    case "fact":
      return share(census, piece.fact.request.user_id, { conversations: 0, messages: 0, facts: 1 });
    case "left_out":
      if (piece.count > 0) census.leftOut.set(piece.reason, (census.leftOut.get(piece.reason) ?? 0) + piece.count);
      return;
    case "flaw":
      census.flawCount += 1;
      if (census.flaws.length < LISTED) census.flaws.push(piece.flaw);
  }
}

function share(census: Census, userId: string, more: Share): void {
  const user = census.users.get(userId) ?? { conversations: 0, messages: 0, facts: 0 };
  census.users.set(userId, user);
  for (const each of [census, user]) {
    each.conversations += more.conversations;
    each.messages += more.messages;
    each.facts += more.facts;
  }
}
