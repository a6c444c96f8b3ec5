/** Words for kinds of things that have names, each line one kind: its name and other words for it. */
const KINDS: readonly string[] = [
  "book novel memoir trilogy", "author writer novelist poet", "magazine", "podcast", "movie film", "show sitcom", "series", "song track", "album", "band", "artist musician singer rapper composer painter",
  "actor actress", "character", "game videogame", "team", "player athlete", "club", "sport", "festival", "concert", "conference", "museum", "gallery", "theater theatre", "library",
  "place location destination spot", "city town", "country nation", "state", "region", "village", "island", "park", "beach", "mountain peak", "lake", "river", "trail", "street", "neighborhood neighbourhood", "church", "hospital",
  "restaurant diner bistro", "café cafe", "bar pub", "hotel hostel", "shop store", "company firm startup employer", "brand", "university college", "school", "course", "app", "website", "tool", "framework", "database", "language",
  "car truck", "bike motorcycle", "boat", "friend buddy", "colleague coworker", "neighbor neighbour",
];

/** Those that one has few of, so that who says "my sister" or "the dog" means one by name. */
const CLOSE_KINDS: readonly string[] = [
  "dog puppy pup", "cat kitten", "horse pony", "hamster", "bird parrot", "rabbit bunny", "pig", "snake", "turtle tortoise", "pet",
  "child", "wife", "husband", "partner fiancé fiancée", "girlfriend", "boyfriend", "sister", "brother", "mother mom mum mommy", "father dad daddy", "son", "daughter", "cousin", "aunt", "uncle", "nephew", "niece",
  "grandmother grandma granny", "grandfather grandpa", "boss manager", "coach", "mentor", "therapist", "doctor", "dentist", "teacher professor", "landlord", "roommate flatmate",
];

/** Words for several kinds at once, what they call themselves first. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  place: ["place", "city", "country", "state", "region", "village", "island", "park", "beach", "mountain", "lake"],
  pet: ["pet", "dog", "cat", "horse", "hamster", "bird", "rabbit", "pig", "snake", "turtle"],
  child: ["child", "son", "daughter"],
  sibling: ["sister", "brother"],
  parent: ["mother", "father"],
  show: ["show", "series"],
  series: ["series", "show"],
};
const WIDER_WORDS: Readonly<Record<string, string>> = { location: "place", destination: "place", spot: "place", kid: "child", animal: "pet" };

const nameOf = (line: string): string => line.split(" ")[0]!;
const KIND_OF_WORD: ReadonlyMap<string, string> = new Map([...KINDS, ...CLOSE_KINDS].flatMap((line) => line.split(" ").map((word): [string, string] => [word, nameOf(line)])));
const CLOSE: ReadonlySet<string> = new Set(CLOSE_KINDS.map(nameOf));
const IRREGULAR: Readonly<Record<string, string>> = { movies: "movie", series: "series", wives: "wife", children: "child", cookies: "cookie", cities: "city", countries: "country" };

function singular(word: string): string {
  if (Object.hasOwn(IRREGULAR, word)) return IRREGULAR[word]!;
  if (/(?:ss|us|is)$/u.test(word)) return word;
  if (/[^aeiou]ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ches|shes|xes|sses)$/u.test(word)) return word.slice(0, -2);
  return /s$/u.test(word) ? word.slice(0, -1) : word;
}

/** The kind of thing that an English noun stands for ("films": "movie"), in singular or plural; null for any other word. */
export function kindOfNoun(noun: string): string | null {
  return KIND_OF_WORD.get(singular(noun.toLowerCase())) ?? null;
}

/** The kinds that a noun asks for: several when it is a wider word ("pets"), none when it is no word for named things. */
export function kindsForNoun(noun: string): readonly string[] {
  const word = singular(noun.toLowerCase());
  const wider = WIDER_WORDS[word] ?? word;
  if (Object.hasOwn(WIDER, wider)) return WIDER[wider]!;
  const kind = kindOfNoun(word);
  return kind === null ? [] : [kind];
}

/** Whether one has few of a kind, so that "the dog" or "her sister" means somebody by name. */
export const isCloseKind = (kind: string): boolean => CLOSE.has(kind);

const KIND_NAME = "kind: ";

/** What an entity that stands for a kind is called: a name that no text spells, so that "Park" and "the park" stay apart. */
export const kindName = (kind: string): string => KIND_NAME + kind;

export const isKindName = (name: string): boolean => name.startsWith(KIND_NAME);
