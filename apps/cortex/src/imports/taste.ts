import { cleanMessages, redactSecrets } from "@memory-cortex/formation";
import { messageSchema } from "@memory-cortex/models/wire";

import { oneLine } from "../terminal/format.ts";
import type { Piece } from "./piece.ts";

/** One thing that would be kept, as the service would keep it. */
export interface TasteItem {
  place: string;
  user_id: string;
  /** A statement's type, or who said it. */
  as: string;
  text: string;
}

export interface Taste {
  /** Messages that the service would keep as turns. */
  kept: number;
  /** Messages that it would leave out, by why. */
  ignored: Record<string, number>;
  sample: TasteItem[];
}

const ITEMS = 8;
/** Of one conversation, so that the sample is not all of one. */
const ITEMS_EACH = 2;
const LENGTH = 160;

/** Looks at pieces as the service would: secrets redacted, machinery left out. Nothing is sent. */
export function taster(): { taste: Taste; look: (piece: Piece) => Promise<void> } {
  const taste: Taste = { kept: 0, ignored: {}, sample: [] };
  return {
    taste,
    async look(piece) {
      if (piece.kind === "fact" && taste.sample.length < ITEMS) {
        const { content, type = "fact", user_id } = piece.fact.request;
        taste.sample.push({ place: piece.fact.place, user_id, as: type, text: oneLine(await redactSecrets(content), LENGTH) });
      }
      if (piece.kind !== "conversation") return;
      const { header, messages, place } = piece.conversation;
      const { kept, ignored } = await cleanMessages(messages.map((message) => messageSchema.parse(message)));
      taste.kept += kept.length;
      for (const { reason } of ignored) taste.ignored[reason] = (taste.ignored[reason] ?? 0) + 1;
      const room = Math.min(ITEMS_EACH, ITEMS - taste.sample.length);
      for (const { role, speaker, text } of kept.slice(0, room)) taste.sample.push({ place, user_id: header.user_id, as: speaker ?? role, text: oneLine(text, LENGTH) });
    },
  };
}
