import type { EntityType } from "@memory-cortex/models";

/** What a predicate is about: which kind of thing its object is, null for plain words ("a nurse", "tea"). */
interface PredicateKind {
  subject: EntityType;
  object: EntityType | null;
}

/** Relation types whose two ends are known; anything else in UPPER_SNAKE is a free one. */
export const RELATION_TYPES = {
  WORKS_AT: { subject: "person", object: "organisation" },
  EMPLOYED_BY: { subject: "person", object: "organisation" },
  HAS_ROLE: { subject: "person", object: null },
  CEO_OF: { subject: "person", object: "organisation" },
  LEADS: { subject: "person", object: null },
  REPORTS_TO: { subject: "person", object: "person" },
  LIVES_IN: { subject: "person", object: "place" },
  LOCATED_IN: { subject: "concept", object: "place" },
  BASED_IN: { subject: "concept", object: "place" },
  MARRIED_TO: { subject: "person", object: "person" },
  RELATED_TO: { subject: "person", object: "person" },
  KNOWS: { subject: "person", object: "person" },
  MEMBER_OF: { subject: "person", object: "organisation" },
  OWNS: { subject: "person", object: null },
  USES: { subject: "concept", object: null },
  DEPENDS_ON: { subject: "system", object: "system" },
  PART_OF: { subject: "concept", object: null },
  CREATED: { subject: "concept", object: null },
  DECIDED: { subject: "concept", object: null },
  PREFERS: { subject: "person", object: null },
  STUDIES_AT: { subject: "person", object: "organisation" },
  PARTNER_OF: { subject: "person", object: "person" },
  PARENT_OF: { subject: "person", object: "person" },
  CHILD_OF: { subject: "person", object: "person" },
  SIBLING_OF: { subject: "person", object: "person" },
  FRIEND_OF: { subject: "person", object: "person" },
  HAS_PET: { subject: "person", object: null },
  FROM: { subject: "person", object: "place" },
  IS_CALLED: { subject: "concept", object: null },
  ALLERGIC_TO: { subject: "person", object: null },
  BORN_ON: { subject: "person", object: null },
  DEADLINE_OF: { subject: "concept", object: null },
  VERSION_OF: { subject: "concept", object: null },
} as const satisfies Readonly<Record<string, PredicateKind>>;

export type RelationType = keyof typeof RELATION_TYPES;

const MEANINGS: readonly [RegExp, RelationType][] = [
  [/^(?:works?|working|worked|is employed|job)(?: (?:at|for|with))?$/u, "WORKS_AT"],
  [/^(?:employed by|employer)$/u, "EMPLOYED_BY"],
  [/^(?:has role|role|is a|works as|occupation|profession|job title)$/u, "HAS_ROLE"],
  [/^(?:ceo|chief executive)(?: of)?$/u, "CEO_OF"],
  [/^(?:leads|manages|heads|runs|in charge of)$/u, "LEADS"],
  [/^(?:reports to|managed by|boss is)$/u, "REPORTS_TO"],
  [/^(?:lives? (?:in|at)|living in|resides in|home is|moved to)$/u, "LIVES_IN"],
  [/^(?:located (?:in|at)|is in)$/u, "LOCATED_IN"],
  [/^(?:based in|headquartered in)$/u, "BASED_IN"],
  [/^(?:married to|spouse(?: of)?|wife(?: of)?|husband(?: of)?|is married to)$/u, "MARRIED_TO"],
  [/^(?:parent|mother|father)(?: of)?$/u, "PARENT_OF"],
  [/^(?:child|son|daughter)(?: of)?$/u, "CHILD_OF"],
  [/^(?:brother|sister|sibling)(?: of)?$/u, "SIBLING_OF"],
  [/^(?:related to|(?:cousin|aunt|uncle|niece|nephew|grandmother|grandfather)(?: of)?)$/u, "RELATED_TO"],
  [/^(?:friend(?: of)?|friends with)$/u, "FRIEND_OF"],
  [/^(?:knows|met)$/u, "KNOWS"],
  [/^(?:studies|studied|student) at$/u, "STUDIES_AT"],
  [/^(?:member of|belongs to|plays (?:for|in))$/u, "MEMBER_OF"],
  [/^(?:owns|has a|possesses)$/u, "OWNS"],
  [/^(?:uses|using|built with|written in|runs on)$/u, "USES"],
  [/^(?:depends on|requires|needs)$/u, "DEPENDS_ON"],
  [/^(?:part of|contained in|component of)$/u, "PART_OF"],
  [/^(?:created|wrote|built|made|founded|authored)$/u, "CREATED"],
  [/^(?:decided|chose|agreed on)$/u, "DECIDED"],
  [/^(?:prefers|likes best|favou?rite)$/u, "PREFERS"],
];

const LONGEST_PREDICATE = 40;

/** A predicate in UPPER_SNAKE: one of {@link RELATION_TYPES} where the words mean it, else the words themselves. Empty when there are none. */
export function predicateOf(words: string): string {
  const plain = words.normalize("NFKC").trim().replaceAll(/[_\s-]+/gu, " ").toLowerCase();
  const meant = MEANINGS.find(([pattern]) => pattern.test(plain));
  if (meant !== undefined) return meant[1];
  return plain.replaceAll(/[^\p{L}\p{N} ]/gu, "").trim().replaceAll(/ +/gu, "_").toUpperCase().slice(0, LONGEST_PREDICATE).replace(/_$/u, "");
}

/** What is known of a predicate's two ends; a free one tells nothing. */
export function kindsOf(predicate: string): PredicateKind {
  return Object.hasOwn(RELATION_TYPES, predicate) ? RELATION_TYPES[predicate as RelationType] : { subject: "concept", object: null };
}
