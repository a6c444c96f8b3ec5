import type { Turn } from "@memory-cortex/models";
import { analyse } from "@memory-cortex/text";

import { datesIn } from "../../dates.ts";
import type { NamedDate } from "../../dates.ts";
import { isPerson, speakerName } from "../../people.ts";
import { sentencesOf } from "../../statements.ts";
import { capitalsTell, nameForms } from "./names.ts";
import { numberForms } from "./numbers.ts";
import { ownWords } from "./own-words.ts";
import { clausesOf } from "./polarity.ts";
import type { Clause } from "./polarity.ts";

/** Beyond this a message is pasted material; reading it as evidence costs time that no capture is worth. */
const MAX_READ = 20_000;

/** What a turn says, in the forms in which candidates are compared with it. */
export interface TurnReading {
  turn: Turn;
  /** A person speaks, not a program. */
  person: boolean;
  text: string;
  /** The words that its speaker answers for. */
  own: string;
  /** Index terms of all, and of the speaker's own words. */
  terms: ReadonlySet<string>;
  ownTerms: ReadonlySet<string>;
  /** Every word as names are compared, with the speaker's name. */
  names: ReadonlySet<string>;
  /** Whether capitals tell names here. */
  capitalsTell: boolean;
  numbers: ReadonlySet<string>;
  /** Dates that it names, seen from when it was said; of a turn whose time is not known only those with their year. */
  dates: readonly NamedDate[];
  clauses: readonly Clause[];
}

export function readTurn(turn: Turn, { live }: { live: boolean }): TurnReading {
  const text = turn.text.slice(0, MAX_READ);
  const own = ownWords(text);
  const dates = text.split("\n").flatMap(sentencesOf).flatMap((sentence) => datesIn(sentence, turn.observedAt)).filter(({ date }) => live || date.absolute);
  return {
    turn,
    person: isPerson(turn),
    text,
    own,
    terms: new Set(analyse(text)),
    ownTerms: new Set(analyse(own)),
    names: new Set([...nameForms(text), ...nameForms(speakerName(turn) ?? "")]),
    capitalsTell: capitalsTell(text),
    numbers: numberForms(text),
    dates,
    clauses: clausesOf(text),
  };
}
