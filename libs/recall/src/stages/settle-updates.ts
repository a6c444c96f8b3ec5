import type { Document } from "@memory-cortex/models";
import { COMPARED_UPDATES, LONGEST_UPDATE_WORDS, preferUpdates, PRESET_SETTINGS } from "@memory-cortex/scoring";
import type { Updatable } from "@memory-cortex/scoring";
import { analyseQuery, decodeSignals, textSignals } from "@memory-cortex/text";

import { isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import type { RankedCandidate } from "./rank.ts";

/** A candidate whose text was read. */
export interface ReadCandidate {
  candidate: RankedCandidate;
  document: Document;
}

const CHANGED = "(?:moved|rescheduled|changed|postponed|pushed|shifted|switched|cancel+ed|brought forward)";
/** "It changed my life" speaks of what it did, not of what became of it: the change has an object of its own. */
const NO_OBJECT = "(?! (?:my|our|your|his|her|their|its|the|an?|how|me|us|you|him|them)\\b)";
const REFERS_BACK = new RegExp(`\\b(?:it|that|this)\\b.{0,15}\\b${CHANGED}\\b${NO_OBJECT}|\\b${CHANGED} (?:it|that|this|them)\\b`, "iu");
const OLD_VALUE = new RegExp(`\\bfrom (\\S+(?: \\S+){0,3}?) to\\b|\\b(?:instead of|rather than|no longer(?: on| at| in)?|cancel+ed) (\\S+)`, "iu");

/** Words that tell of a change but mostly of none: "now", "actually", "it changed my view". Only a link makes an update of these. */
const LOOSE = /\b(?:now|actually|instead|changed(?!.{0,40}\b(?:to|from|into)\b))\b/giu;

const noTerms = (): ReadonlySet<string> => new Set();

/** A question for a span of time needs what was said at both ends of it, changed or not. */
const ASKS_FOR_SPAN = /\bhow (?:long|many (?:minutes|hours|days|weeks|months|years))\b/iu;

/** Stage 4, last: a later change goes before what it changes. Presets with a fusion of their own rank as their originals did. */
export function settleUpdates(run: Pick<Run, "request">, read: readonly ReadCandidate[]): ReadCandidate[] {
  if (PRESET_SETTINGS[run.request.preset].fusion !== null || isLeftOut(run, "updates") || ASKS_FOR_SPAN.test(run.request.query)) return [...read];
  const relevances = preferUpdates(read.slice(0, COMPARED_UPDATES).map(updatable));
  return read.map((entry, index) => ({ ...entry, candidate: { ...entry.candidate, relevance: relevances[index] ?? entry.candidate.relevance } }));
}

function updatable({ candidate: { ref, relevance, coverage }, document: { text } }: ReadCandidate): Updatable {
  const compared = ref.role !== "assistant" && ref.words <= LONGEST_UPDATE_WORDS;
  const { change } = decodeSignals(ref.signals);
  const place = { ...ref, relevance, coverage, change };
  if (!compared) return { ...place, terms: noTerms, plain: false, ...NO_LINK };
  let analysed: ReadonlySet<string> | undefined;
  const terms = () => (analysed ??= new Set(analyseQuery(text)));
  return { ...place, terms, plain: change && textSignals(text.replaceAll(LOOSE, " ")).change, ...(change ? linkOf(text) : NO_LINK) };
}

type Link = Pick<Updatable, "oldValue" | "refersBack">;
const NO_LINK: Link = { oldValue: [], refersBack: false };

/** What an update says of what it changes; of other texts nobody asks. */
function linkOf(text: string): Link {
  const oldValue = OLD_VALUE.exec(text);
  const named = oldValue?.[1] ?? oldValue?.[2];
  return { oldValue: named === undefined ? [] : analyseQuery(named), refersBack: REFERS_BACK.test(text) };
}
