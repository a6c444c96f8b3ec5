import type { MemoryType, Turn } from "@memory-cortex/models";

/** Something that a candidate says of a subject; the predicate is UPPER_SNAKE, one of the known ones or a free one. */
export interface CandidateFact {
  subject: string;
  predicate: string;
  /** As it was said. */
  object: string;
  /** The words deny it: "does not work at". */
  negated: boolean;
  /** True in the world from … to …, epoch milliseconds; null: not said. */
  validFrom: number | null;
  validTo: number | null;
}

/** Somebody or something that a candidate names. */
export interface CandidateEntity {
  name: string;
  type: "person" | "project" | "system" | "decision" | "concept" | "place" | "organisation";
  aliases: string[];
  /** What kinds of things it is, as `kindOfNoun` calls them ("dog", "book"); none when nobody says. */
  kinds?: string[];
}

/** When an event takes place, epoch milliseconds; null: not said. */
export interface CandidateEpisode {
  startAt: number | null;
  endAt: number | null;
}

/** What the words say of an earlier state: nothing, that it is over ("no longer"), or that this takes its place ("moved to"). */
export type CandidateChange = "none" | "ends" | "replaces";

/** A memory as a capture proposes it; what becomes of it is decided against what is known already. */
export interface CaptureCandidate {
  /** Who proposes it: the rules, or a language model. */
  origin: "rules" | "llm";
  type: MemoryType;
  /** One clear sentence with the speaker's name and the resolved date. At most {@link MAX_CANDIDATE_LENGTH} characters. */
  text: string;
  topic: string | null;
  /** 0–1 */
  importance: number;
  /** 0–1 */
  confidence: number;
  tags: string[];
  turnIds: string[];
  speaker: string | null;
  observedAt: number;
  validFrom: number | null;
  validTo: number | null;
  lifetime: "permanent";
  facts: CandidateFact[];
  entities: CandidateEntity[];
  episode: CandidateEpisode | null;
  change: CandidateChange;
  /** Known memories that a model names as brought up to date by this one: a hint to look there, never a decision. */
  updates: string[];
}

export interface CaptureInput {
  /** Turns that capture has not seen, in order. */
  turns: readonly Turn[];
  /** A few turns before them. The rules look at one sentence at a time and need none; a model does. */
  context: readonly Turn[];
  /** Epoch milliseconds. */
  now: number;
}

export const MAX_CANDIDATE_LENGTH = 300;
