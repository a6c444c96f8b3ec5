import { summaryMarker } from "../align/index.ts";
import type { IncomingTurn } from "../align/index.ts";
import type { CleanMessage } from "../clean/clean-messages.ts";
import { turnHash } from "./turn-hash.ts";

/** Clean messages as alignment sees them. */
export function incomingTurns(messages: readonly CleanMessage[]): IncomingTurn[] {
  return messages.map((message) => ({
    contentHash: turnHash(message),
    externalId: message.externalId,
    saidAt: message.saidAt,
    length: message.text.length,
    summary: summaryMarker(message.text),
  }));
}
