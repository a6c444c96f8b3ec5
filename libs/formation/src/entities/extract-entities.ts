import type { EntityType } from "@memory-cortex/models";
import { entityKey } from "@memory-cortex/text";

import type { CandidateEntity } from "../capture/candidate.ts";
import { isAddressed } from "./address.ts";
import { kindsFinder } from "./name-kinds.ts";
import { nameSpans, quotedTitles } from "./name-spans.ts";
import type { NameSpan } from "./name-spans.ts";
import { nameType } from "./name-type.ts";
import { isKnownPlace, placeKind } from "./places.ts";
import { readableProse } from "./readable-prose.ts";

/** At most so many names of one text: a list of a hundred films ties everything to everything. */
export const MOST_ENTITIES_PER_TEXT = 16;

export interface ExtractionContext {
  /** Who says it. */
  speaker: string | null;
  /** Names of all who speak in the conversation. */
  speakers: readonly string[];
  /** Keys of names met elsewhere, so that one at the beginning of a sentence is believed. */
  familiar?: ReadonlySet<string>;
  /** Kinds of things that somebody else has just asked for: what the first sentence names is of these. */
  asked?: readonly string[];
}

/** Names of a text; those that only their place explains stand apart, until another text vouches for them. */
export interface FoundNames {
  certain: CandidateEntity[];
  doubtful: CandidateEntity[];
}

const GERMAN = /(?<![\p{L}])(?:der|die|das|und|ist|nicht|ich|ein|eine|einen|mit|auf|für|wir|zu|habe|sich|auch)(?![\p{L}])/gu;

/**
 * People, places, organisations, projects, systems and other things that a text names, without a language model: words with a capital inside
 * a sentence, titles in quotes, speakers and known places. Never from code, addresses or secrets, and never an ordinary word that stands at the
 * beginning of a sentence. At most {@link MOST_ENTITIES_PER_TEXT}, in order.
 */
export function extractEntities(text: string, context: ExtractionContext): CandidateEntity[] {
  return findNames(text, context).certain;
}

export function findNames(text: string, { speaker, speakers, familiar, asked = [] }: ExtractionContext): FoundNames {
  const prose = readableProse(text);
  const own = speaker === null ? null : entityKey(speaker);
  const speakerKeys = new Set(speakers.flatMap((name) => [entityKey(name), entityKey(firstName(name))]));
  const nouns = capitalisesNouns(prose);
  const certain = new Map<string, CandidateEntity>();
  const doubtful = new Map<string, CandidateEntity>();
  const titles = quotedTitles(prose);
  const spans = [...titles, ...nameSpans(prose).filter((one) => !titles.some((title) => one.index >= title.index && one.index < title.end))];
  const kindsOf = kindsFinder(prose, { spans, asked });
  for (const span of spans) {
    const name = span.name.replaceAll(/\s+/gu, " ");
    const key = entityKey(name);
    if (key === "" || key === own) continue;
    const person = speakerKeys.has(key);
    // "my home country, Norway." is nobody called; cities are often people's names as well.
    if (isAddressed(prose, span) && !(isKnownPlace(name) && placeKind(name) === "country")) continue;
    const known = person || (familiar?.has(key) ?? false) || isKnownPlace(name);
    const sure = known || (!span.doubtful && !(nouns && !isPlainName(span)));
    const type: EntityType = person ? "person" : titles.includes(span) ? "concept" : nameType(prose, span);
    const believed = sure || (type === "person" && !nouns);
    const into = believed ? certain : doubtful;
    if (into.size < MOST_ENTITIES_PER_TEXT && !(nouns && !believed)) addName(into, key, { entity: { name, type, aliases: [] }, kinds: person ? [] : kindsOf(span, type) });
  }
  return { certain: [...certain.values()], doubtful: [...doubtful.values()].filter(({ name }) => !certain.has(entityKey(name))) };
}

/** What tells once what a name is stands for all mentions in the text. */
function addName(names: Map<string, CandidateEntity>, key: string, { entity, kinds }: { entity: CandidateEntity; kinds: readonly string[] }): void {
  const before = names.get(key);
  const all = [...new Set([...(before?.kinds ?? []), ...kinds])];
  const type = before === undefined || before.type === "concept" ? entity.type : before.type;
  names.set(key, { ...(before ?? entity), type, ...(all.length === 0 ? {} : { kinds: all }) });
}

const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? name;

/** In German every noun has a capital, so that capitals tell little: only what has an odd form or is known counts there. */
function capitalisesNouns(text: string): boolean {
  const found = text.match(GERMAN)?.length ?? 0;
  return found >= 2 && found * 12 > text.length / 6;
}

const isPlainName = ({ name }: NameSpan): boolean => /\p{Ll}\p{Lu}|\p{N}|^\p{Lu}{2,}$/u.test(name);
