import { turnHash } from "@memory-cortex/formation";
import type { CaptureCandidate } from "@memory-cortex/formation";
import type { Turn } from "@memory-cortex/models";
import { contentHash } from "@memory-cortex/text";

import { UnusableWish } from "../unusable-wish.ts";

/** Why a memory is not right and useful. */
export const FAULTS = ["wrong_subject", "wrong_type", "misread_date", "not_a_statement", "not_lasting", "unclear", "duplicate"] as const;

export type Fault = (typeof FAULTS)[number];

/** What a reader made of a memory: null is right and useful. */
export type Judgement = Fault | null;

const LINE = /^([0-9a-f]{32})\t(?:1|0\t(\w+))$/;

/**
 * What a judgement is kept under: a hash of all that was judged – the memory's words, type and dates – and of the turn it rests on. A
 * memory that changes in one of them has to be judged anew, and the file holds nothing of the conversations.
 */
export function judgementKey({ text, type, validFrom, episode }: Pick<CaptureCandidate, "text" | "type" | "validFrom" | "episode">, turn: Pick<Turn, "role" | "speaker" | "text">): string {
  return contentHash(JSON.stringify([text, type, validFrom, episode?.startAt ?? null, episode?.endAt ?? null, turnHash(turn)]));
}

/** Reads lines of key, 1 or 0, and for 0 the fault, with tabs between; "#" begins a comment. Throws {@link UnusableWish} with the line that is none of this, or says a key twice. */
export function parseJudgements(file: string): Map<string, Judgement> {
  const judgements = new Map<string, Judgement>();
  for (const [index, line] of file.split("\n").entries()) {
    if (line === "" || line.startsWith("#")) continue;
    const [, key, fault] = LINE.exec(line) ?? [];
    if (key === undefined || (fault !== undefined && !isFault(fault)) || judgements.has(key)) throw new UnusableWish(`Line ${index + 1} of the judgements cannot be used: ${line}`);
    judgements.set(key, fault ?? null);
  }
  return judgements;
}

const isFault = (word: string): word is Fault => (FAULTS as readonly string[]).includes(word);
