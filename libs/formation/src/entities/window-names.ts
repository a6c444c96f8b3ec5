import type { Turn } from "@memory-cortex/models";
import { answeredKinds, entityKey } from "@memory-cortex/text";

import type { CandidateEntity } from "../capture/candidate.ts";
import { isPerson, speakerName } from "../capture/people.ts";
import { findNames } from "./extract-entities.ts";
import type { FoundNames } from "./extract-entities.ts";

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

/** After so many turns others may go on: some milliseconds of long ones. */
const TURNS_AT_A_TIME = 20;

/**
 * Names in the turns of a window, about a tenth of a millisecond for a long turn. A name that stands at the beginning of a sentence in one turn is
 * believed when it stands inside one in another.
 */
export function namesInTurns(window: WindowTexts): DocumentNames[] {
  const find = finderOf(window);
  return believed(window.turns.map((turn, index) => find(turn, index)));
}

/** The same, a few turns at a time, so that a long window does not hold up answers. */
export async function namesInLongWindow(window: WindowTexts): Promise<DocumentNames[]> {
  const find = finderOf(window);
  const found: NamesOfTurn[] = [];
  for (const [index, turn] of window.turns.entries()) {
    if (index > 0 && index % TURNS_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve));
    found.push(find(turn, index));
  }
  return believed(found);
}

interface NamesOfTurn extends FoundNames {
  documentId: string;
}

function finderOf({ turns, context = [], familiar }: WindowTexts): (turn: WindowTexts["turns"][number], index: number) => NamesOfTurn {
  const speakers = speakersOf([...context, ...turns]);
  const known = familiar === undefined ? {} : { familiar };
  return (turn, index) => ({ documentId: turn.id, ...findNames(turn.text, { speaker: speakerName(turn as Turn), speakers, asked: askedBefore(turn, turns[index - 1]), ...known }) });
}

/** Who answers oneself was not asked. */
function askedBefore(turn: WindowTexts["turns"][number], before: WindowTexts["turns"][number] | undefined): string[] {
  return before === undefined || (before.role === turn.role && before.speaker === turn.speaker) ? [] : answeredKinds(before.text);
}

function believed(found: readonly NamesOfTurn[]): DocumentNames[] {
  const certain = new Set(found.flatMap((one) => one.certain.map(({ name }) => entityKey(name))));
  return found.map(({ documentId, certain: sure, doubtful }) => ({ documentId, entities: [...sure, ...doubtful.filter(({ name }) => certain.has(entityKey(name)))] }));
}
