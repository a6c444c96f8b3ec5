const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";

/** Where the thing that a verb speaks of ends, and where, when, why and with whom begins. */
const BEHIND = new RegExp(
  [
    String.raw`[;!?()]|(?<!\b(?:St|Dr|Mr|Mrs|Ms|Mt|Prof))\.(?=\s|$)|\s[–—-]\s`,
    String.raw`\s(?:with|without|since|because|as of|until|till|when|where|which|who|whose|that|after|before|during|from|last|this|next|these days|nowadays|now|any ?more|again|instead|already|currently|too|also|as well|and|but|so|though|although|while|rather|over|than|at the moment|right now|permanently|temporarily|together|alone|by|as an?|as the|today|yesterday|ago|recently|full-?time|part-?time|once|not)(?=\s|$|[.,;!?])`,
    String.raw`\sfor (?=\d|an? |the (?:last|past|time)|two|three|four|five|six|seven|eight|nine|ten|many|some|almost|about|over|years|months|now|good|work|love|my)`,
    String.raw`\sin (?=(?:19|20)\d\d|${MONTH}\b|early|late|the (?:spring|summer|autumn|fall|winter))`,
    String.raw`\son (?=${DAY}|${MONTH}|the \d|\d|weekends|weekdays)`,
  ].join("|"),
  "iu",
);

/** "Porto, Portugal" goes on behind its comma, "Berlin, in a flat" does not. */
const COMMA = /,(?!\s\p{Lu}).*$/su;

/** The object behind a verb, as it was said: up to the first word that speaks of something else. Empty when there is none. */
export function objectOf(after: string): string {
  const words = after.trimStart().replace(COMMA, "");
  const end = BEHIND.exec(` ${words}`);
  const object = end === null ? words : words.slice(0, Math.max(0, end.index - 1));
  return object.trim().replace(/[,.;:]+$/, "").slice(0, 80).trim();
}

/** Names, and places described by what they are: "Lisbon", "a farm near Graz". */
export const isPlace = (object: string): boolean => /^(?:the )?\p{Lu}/u.test(object) || /^(?:an?|the|our own|my own) (?:[\p{L}-]+ ){0,2}(?:farm|village|town|city|suburbs?|countryside|coast|island|flat|apartment|house|cottage|cabin|boat|houseboat|dorm|studio|bungalow)\b/u.test(object);

/** A name of a person, company or product. */
export const isName = (object: string): boolean => /^(?:the |an? )?[\p{Lu}\p{N}]/u.test(object) || /^[a-z]+[A-Z\d]/u.test(object);
