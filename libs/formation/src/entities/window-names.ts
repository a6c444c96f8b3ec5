import type { Turn } from "@memory-cortex/models";
import { entityKey } from "@memory-cortex/text";

import type { CandidateEntity } from "../capture/candidate.ts";
import { isPerson, speakerName } from "../capture/people.ts";
import { findNames } from "./extract-entities.ts";

/** What a document of a window names. */
export interface DocumentNames {
  documentId: string;
  entities: CandidateEntity[];
}

export interface WindowTexts {
  turns: readonly Pick<Turn, "id" | "text" | "role" | "speaker" | "agentId">[];
  /** A few turns before them: their speakers count as known. */
  context?: readonly Pick<Turn, "role" | "speaker" | "agentId">[];
  /** Keys of names that the realm knows. */
  familiar?: ReadonlySet<string>;
}

type Speaking = Pick<Turn, "role" | "speaker" | "agentId">;

/** People who speak in a window, by name. */
export function speakersOf(turns: readonly Speaking[]): string[] {
  return [...new Set(turns.filter((turn) => isPerson(turn as Turn)).map((turn) => speakerName(turn as Turn)))].filter((name) => name !== null);
}

/**
 * Names in the turns of a window, about a tenth of a millisecond for a long turn. A name that stands at the beginning of a sentence in one turn is
 * believed when it stands inside one in another.
 */
export function namesInTurns({ turns, context = [], familiar }: WindowTexts): DocumentNames[] {
  const speakers = speakersOf([...context, ...turns]);
  const found = turns.map((turn) => ({ documentId: turn.id, ...findNames(turn.text, { speaker: speakerName(turn as Turn), speakers, ...(familiar === undefined ? {} : { familiar }) }) }));
  const certain = new Set(found.flatMap((one) => one.certain.map(({ name }) => entityKey(name))));
  return found.map(({ documentId, certain: sure, doubtful }) => ({ documentId, entities: [...sure, ...doubtful.filter(({ name }) => certain.has(entityKey(name)))] }));
}
