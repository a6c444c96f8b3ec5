import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as armenian } from "@orama/stemmers/armenian";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as indonesian } from "@orama/stemmers/indonesian";
import { stemmer as irish } from "@orama/stemmers/irish";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as lithuanian } from "@orama/stemmers/lithuanian";
import { stemmer as nepali } from "@orama/stemmers/nepali";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as tamil } from "@orama/stemmers/tamil";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { stemmer as ukrainian } from "@orama/stemmers/ukrainian";
import porter2 from "wink-porter2-stemmer";
import { fold } from "./fold.ts";
import { baseForm } from "./irregular-forms.ts";
import { isAscii } from "./normalise-unicode.ts";

type Stemmer = (word: string) => string;

const english: Stemmer = (word) => porter2(baseForm(word));

type Script = "latin" | "cyrillic" | "greek" | "arabic" | "armenian" | "devanagari" | "tamil";

const SCRIPT_RANGES: readonly [from: number, to: number, script: Script][] = [
  [0x0000, 0x024f, "latin"],
  [0x0370, 0x03ff, "greek"],
  [0x0400, 0x052f, "cyrillic"],
  [0x0530, 0x058f, "armenian"],
  [0x0600, 0x06ff, "arabic"],
  [0x0900, 0x097f, "devanagari"],
  [0x0b80, 0x0bff, "tamil"],
  [0x1e00, 0x1eff, "latin"],
];

/** A word is stemmed by its own script unless the language says better: a query then meets a document in any mixture. */
const BY_SCRIPT: Readonly<Record<Script, Stemmer>> = {
  latin: english,
  cyrillic: russian,
  greek,
  arabic,
  armenian,
  devanagari: hindi,
  tamil,
};

const BY_LANGUAGE: Readonly<Record<string, readonly [Script, Stemmer]>> = {
  en: ["latin", english],
  da: ["latin", danish],
  de: ["latin", german],
  es: ["latin", spanish],
  fi: ["latin", finnish],
  fr: ["latin", french],
  ga: ["latin", irish],
  hu: ["latin", hungarian],
  id: ["latin", indonesian],
  it: ["latin", italian],
  lt: ["latin", lithuanian],
  nb: ["latin", norwegian],
  nl: ["latin", dutch],
  nn: ["latin", norwegian],
  no: ["latin", norwegian],
  pt: ["latin", portuguese],
  ro: ["latin", romanian],
  sv: ["latin", swedish],
  tr: ["latin", turkish],
  ne: ["devanagari", nepali],
  uk: ["cyrillic", ukrainian],
};

function scriptOf(word: string): Script | undefined {
  const code = word.codePointAt(0) ?? 0;
  return SCRIPT_RANGES.find(([from, to]) => code >= from && code <= to)?.[2];
}

function stemmerFor(word: string, language: string): Stemmer | undefined {
  const script = scriptOf(word);
  if (script === undefined) return undefined;
  const chosen = BY_LANGUAGE[language];
  return chosen?.[0] === script ? chosen[1] : BY_SCRIPT[script];
}

/**
 * The stems of one word (letters only, after `foldCase`), folded: usually one. An accented word of a language
 * whose endings carry accents has two, so that it is found both by its good stem and by what people type without accents.
 * `language` is a lower-case ISO 639-1 code; an unknown one leaves the choice to the script.
 */
export function stems(word: string, language: string): string[] {
  const bare = fold(word);
  if (bare === "") return [];
  const stemmer = stemmerFor(bare, language);
  if (stemmer === undefined) return [bare];
  const plain = fold(stemmer(bare)) || bare;
  if (isAscii(word) || stemmer === english) return [plain];
  const accented = fold(stemmer(word));
  return accented === "" || accented === plain ? [plain] : [accented, plain];
}
