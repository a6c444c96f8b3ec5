import type { AlignmentView } from "@memory-cortex/store";

import { align, alignmentRequest } from "./align.ts";
import type { IncomingTurn } from "./incoming-turn.ts";

/** One message of a made-up conversation; `said` is its true place in it. */
export interface Message extends IncomingTurn {
  said: number;
}

/** A stored session as a plain list: what a store driver answers and does, in the fewest lines. For tests. */
export interface SessionModel {
  turns: Message[];
  view(turns: readonly IncomingTurn[]): AlignmentView;
  apply(view: AlignmentView, turns: readonly Message[]): { accepted: number; duplicate: number; summaries: number };
  deliver(turns: readonly Message[]): { accepted: number; duplicate: number; summaries: number };
}

/** An empty session. */
export function sessionModel(): SessionModel {
  const model: SessionModel = {
    turns: [],
    view(incoming) {
      const { hashes, times } = alignmentRequest("s", incoming);
      const wanted = new Set(hashes);
      const matches = model.turns.flatMap(({ contentHash, externalId, saidAt }, position) => (wanted.has(contentHash) ? [{ position, contentHash, externalId, saidAt }] : []));
      const after = (moment: number): number => model.turns.findLastIndex(({ saidAt }) => saidAt !== null && saidAt <= moment) + 1;
      const before = (moment: number): number => {
        const found = model.turns.findIndex(({ saidAt }) => saidAt !== null && saidAt > moment);
        return found < 0 ? model.turns.length : found;
      };
      return { revision: 1, length: model.turns.length, matches, placeByTime: times.map(after), laterByTime: times.map(before) };
    },
    apply(view, incoming) {
      const { inserts, duplicates, summaries } = align(view, incoming);
      let moved = 0;
      for (const { at, indexes } of inserts) {
        model.turns.splice(at + moved, 0, ...indexes.map((index) => incoming[index]!));
        moved += indexes.length;
      }
      return { accepted: moved, duplicate: duplicates.length, summaries: summaries.length };
    },
    deliver: (incoming) => model.apply(model.view(incoming), incoming),
  };
  return model;
}
