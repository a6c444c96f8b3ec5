const UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINALS = ["third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];
const VALUES = new Map<string, number>([
  ...UNITS.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
  ...ORDINALS.map((word, index): [string, number] => [word, index + 3]),
  ["dozen", 12],
  ["twice", 2],
]);
const SCALES = new Map([["hundred", 100], ["thousand", 1_000], ["million", 1_000_000]]);

/** Digits with what holds them together: 1,200.50 · 9:30 · 2.3.1 · 30k. */
const DIGITS = /(?<![\p{L}\d])\d+(?:[.,:]\d+)*(?:\s?(?:k|am|pm|a\.m|p\.m)(?![\p{L}\d]))?|\d+(?:[.,:]\d+)*/giu;
const WORD = /[a-z]+/g;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** What a text counts, measures or dates: each number in the one form in which it is compared. "One" is mostly a pronoun. */
export function numbersIn(text: string): Set<string> {
  const plain = text.normalize("NFKC").toLowerCase();
  return new Set([...(plain.match(DIGITS) ?? []).map(written), ...spelled(plain)]);
}

/** The numbers of a text in every form in which somebody may repeat them: "9 pm" is 9, 21 and 21:00. */
export function numberForms(text: string): Set<string> {
  const forms = numbersIn(text);
  if (/\bone\b/i.test(text)) forms.add("1");
  for (const [, hour = "", minutes = "", half = ""] of text.normalize("NFKC").toLowerCase().matchAll(/(\d{1,2})(?:[:.](\d\d))?\s?(am|pm|a\.m|p\.m|o'clock|h\b)?/g)) {
    for (const at of half.startsWith("p") && Number(hour) < 12 ? [Number(hour), Number(hour) + 12] : [Number(hour)]) {
      if (half !== "" || minutes !== "") for (const form of [String(at), `${at}:${minutes || "00"}`]) forms.add(form);
    }
  }
  return forms;
}

function written(found: string): string {
  const digits = found.replace(/\s?[a-z.]+$/, "");
  const value = THOUSANDS.test(digits) ? digits.replaceAll(",", "") : digits;
  if (/k$/.test(found)) return String(Number(value) * 1_000);
  return /^\d+(?:\.\d+)?$/.test(value) ? String(Number(value)) : value.replace(/^0(?=\d)/, "");
}

/** "Twenty-five", "three hundred": words in a row make one number. */
function spelled(text: string): string[] {
  const found: string[] = [];
  let open: number | null = null;
  for (const word of text.match(WORD) ?? []) {
    const value = VALUES.get(word);
    const scale = SCALES.get(word);
    if (value !== undefined) open = open !== null && open % 10 === 0 && open % 100 >= 20 && value < 10 ? closeWith(open + value) : start(value);
    else if (scale !== undefined && open !== null) open = closeWith(open * scale);
    else open = null;
  }
  return found.filter((number) => number !== "1");

  function start(value: number): number {
    found.push(String(value));
    return value;
  }
  /** The number goes on: what was found so far was only its beginning. */
  function closeWith(value: number): number {
    found.pop();
    return start(value);
  }
}
