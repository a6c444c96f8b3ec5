import { createHash } from "node:crypto";

import type { Batch } from "./batches.ts";

/** A turn is strong evidence of where a request belongs when it is longer than this (docs/paths.md, alignment). */
const TELLING_LENGTH = 20;
/** Longer runs of short messages are known again by their order. */
const SHORT_RUN = 10;

const lengthOf = ({ content }: Batch["messages"][number]): number => (typeof content === "string" ? content.length : JSON.stringify(content).length);

/** Whether the service could take these messages, sent again, for a person who says the same twice. */
function isAmbiguous({ messages }: Batch): boolean {
  if (messages.some(({ id, timestamp }) => id !== undefined || timestamp !== undefined)) return false;
  return messages.length === 1 || (messages.length <= SHORT_RUN && messages.every((message) => lengthOf(message) <= TELLING_LENGTH));
}

/**
 * Gives messages that nothing tells apart an id made of what the file holds, so that the same file sent again adds nothing. Said
 * twice in one file counts as said twice: the id holds how often the same batch came before. All others are sent as they are.
 */
export function knownAgain(): (batch: Batch) => Batch {
  const seen = new Map<string, number>();
  return (batch) => {
    if (!isAmbiguous(batch)) return batch;
    const hash = createHash("sha256").update(JSON.stringify([batch.header.namespace ?? null, batch.header.session_id, batch.messages])).digest("hex").slice(0, 24);
    const times = seen.get(hash) ?? 0;
    seen.set(hash, times + 1);
    return { ...batch, messages: batch.messages.map((message, index) => ({ ...message, id: `import-${hash}-${times}-${index}` })) };
  };
}
