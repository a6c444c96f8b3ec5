import type { EntityType } from "@memory-cortex/models";
import { kindOfNoun } from "@memory-cortex/text";

import type { NameSpan } from "./name-spans.ts";
import { placeKind } from "./places.ts";

const AROUND = 60;
const OWNED = "(?:[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|whose|[Aa]n?|[Tt]he|[Aa]nother|one|two|three|[Tt]his|[Tt]hat|\\p{L}+['’]s)";
const DESCRIBED = "(?:[\\p{Ll}-]+ ){0,2}?";
const OPEN = "[\"“‘']?$";
/** "my dog Toby", "her favourite author is Le Guin", "a café called Blue Door", "our cats, Minka" */
const BEFORE = new RegExp(`(?<![\\p{L}])${OWNED} ${DESCRIBED}([\\p{L}-]+?)(?:['’]s? names? (?:is|are|was)|,? (?:is |was |that's )?(?:called|named)|,? (?:is|are|was)|,|:)? ${OPEN}`, "u");
/** "bands like Kraftwerk", "a dog named Max", "the city of Graz" */
const NAMED = new RegExp(`(?<![\\p{L}])([\\p{L}-]+),? (?:called|named|titled|like|such as|including|of|are|were) ${OPEN}`, "u");
/** "Minka and Poldi, my cats", "Kraftwerk is one of my favorite bands" */
const AFTER = /^["”’']?(?:,? (?:is|was|are|were)|,) (?:one of )?(?:my|our|your|his|her|their|the|a|an) ((?:[\p{L}-]+ ?){1,4})/u;
/** "the Witcher series" */
const BEHIND = /^["”’']? (\p{Ll}+)/u;
const THE = /(?<![\p{L}])[Tt]he ["“‘']?$/u;
const NOT_BEHIND = /^(?:of|for|in|on|at|to|from|with|that|which|who|when|about|and|or|but)$/u;
const READS = /\b(?:read|reading|reread|re-reading)(?: the book)? ["“‘']?$/iu;
/** "a novel by Le Guin" */
const MADE_BY = /([\p{L}-]+) by $/u;
const BY = /^["”’']?,? by $/u;
const AND = /^["”’']?(?:,|,? and|,? &|,? or) ["“‘']?$/u;

const SENTENCE_END = /[.!?](?=\s|$)/u;
const KINDS_OF_PLACES = new Set(["place", "city", "country", "state", "region", "village", "island", "park", "beach", "mountain", "lake", "river"]);

type Span = Pick<NameSpan, "name" | "index" | "end">;

export interface NamesOfText {
  spans: readonly Span[];
  /** Kinds that somebody else has just asked for: of these is what the first sentence names, unless the words around it tell otherwise. */
  asked: readonly string[];
}

/**
 * What kinds of things the names of a text are: a place that is known is of its own kind, anything else what the words around it say ("my dog
 * Toby") or its last word ("Blue Door Café"), else what was asked for.
 */
export function kindsFinder(text: string, { spans, asked }: NamesOfText): (span: Span, type: EntityType) => string[] {
  const inOrder = spans.toSorted((a, b) => a.index - b.index);
  const kinds = kindsOfNames(text, inOrder);
  const said = new Map(inOrder.map((span, index) => [span, kinds[index]!]));
  const firstSentence = asked.length === 0 ? 0 : (SENTENCE_END.exec(text)?.index ?? text.length);
  return (span, type) => {
    const known = type === "place" ? placeKind(span.name) : null;
    if (known !== null) return [known];
    const own = said.get(span) ?? [];
    const answered = span.end <= firstSentence ? asked : [];
    if (own.length > 0) return own;
    if (type === "place") return [answered.find((kind) => KINDS_OF_PLACES.has(kind)) ?? "place"];
    return type === "concept" || type === "person" ? [...answered] : [];
  };
}

/** In the order of the names. One beside another of a kind is of that kind too ("the books Solaris and Ubik"). */
function kindsOfNames(text: string, spans: readonly Span[]): string[][] {
  const kinds = spans.map((span) => [...new Set(kindsAround(text, span))]);
  const between = (index: number): string => text.slice(spans[index]!.end, spans[index + 1]!.index);
  for (let index = 0; index + 1 < spans.length; index += 1) {
    const [own, next] = [kinds[index]!, kinds[index + 1]!];
    if (own.includes("book") && BY.test(between(index))) next.push("author");
    if (AND.test(between(index)) && next.length === 0) next.push(...own);
  }
  for (let index = spans.length - 2; index >= 0; index -= 1) if (kinds[index]!.length === 0 && AND.test(between(index))) kinds[index]!.push(...kinds[index + 1]!);
  return kinds;
}

function kindsAround(text: string, { name, index, end }: Span): string[] {
  const before = text.slice(Math.max(0, index - AROUND), index);
  const after = text.slice(end, end + AROUND);
  const nouns = [BEFORE.exec(before)?.[1], NAMED.exec(before)?.[1], ...nounsAfter(after)];
  if (THE.test(before)) nouns.push(BEHIND.exec(after)?.[1]);
  if (name.includes(" ")) nouns.push(name.split(" ").at(-1));
  if (READS.test(before) && !/^['’]s/u.test(after)) nouns.push("book");
  const kinds = nouns.flatMap((noun) => (noun === undefined ? [] : (kindOfNoun(noun) ?? [])));
  const made = kindOfNoun(MADE_BY.exec(before)?.[1] ?? "");
  return made === "book" ? [...kinds, "author"] : made === "song" || made === "album" ? [...kinds, "artist"] : kinds;
}

/** Up to the word that begins something else: "a friend from school" is no school. */
function nounsAfter(after: string): string[] {
  const words = AFTER.exec(after)?.[1]?.trim().split(" ") ?? [];
  const end = words.findIndex((word) => NOT_BEHIND.test(word));
  return end < 0 ? words : words.slice(0, end);
}
