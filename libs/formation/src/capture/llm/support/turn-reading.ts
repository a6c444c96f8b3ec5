import type { Turn } from "@memory-cortex/models";
import { analyse } from "@memory-cortex/text";

import { datesIn } from "../../dates.ts";
import type { NamedDate } from "../../dates.ts";
import { isPerson, speakerName } from "../../people.ts";
import { sentencesOf } from "../../statements.ts";
import { capitalsTell, nameForms } from "./names.ts";
import { numberForms } from "./numbers.ts";
import { ownWords, writtenWords } from "./own-words.ts";
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
  /** What the speaker wrote: pasted text left out. */
  written: string;
  /** Index terms of all, of what the speaker wrote, and of their own words. */
  shownTerms: ReadonlySet<string>;
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
  const written = writtenWords(text);
  const dates = written.split("\n").flatMap(sentencesOf).flatMap((sentence) => datesIn(sentence, turn.observedAt)).filter(({ date }) => live || date.absolute);
  return {
    turn,
    person: isPerson(turn),
    text,
    own,
    written,
    shownTerms: new Set(analyse(text)),
    terms: new Set(analyse(written)),
    ownTerms: new Set(analyse(own)),
    names: new Set([...nameForms(written), ...nameForms(speakerName(turn) ?? "")]),
    capitalsTell: capitalsTell(written),
    numbers: numberForms(written),
    dates,
    clauses: clausesOf(written),
  };
}
