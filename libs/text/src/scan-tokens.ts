/** A piece of text that is analysed on its own: a word or identifier, a run of a script without spaces, or an emoji. */
export interface Token {
  readonly kind: "word" | "spaceless" | "emoji";
  readonly text: string;
}

const SPACELESS =
  "[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}\\p{Nl}\\p{No}]]";
const EMOJI = "[\\u{1F1E6}-\\u{1F1FF}]{2}|[\\p{Extended_Pictographic}--[\\xA9\\xAE]]";

/**
 * One grammar for words and identifiers over two alphabets. A token is word characters held together by single joiners
 * (path, member, address, time, kebab, snake, apostrophe, thousands comma), with a leading sign that belongs to it
 * ("$5", "#12", "@ann", ".net") and a trailing one ("c++", "c#", "20%", "5€").
 */
function tokenGrammar(character: string, currency: string): string {
  const word = `${character}+`;
  const joiner = "(?:_{1,8}|::|[\\/\\\\]\\.?|['.\\-@:+&#]|(?<=\\d),(?=\\d{3}(?!\\d)))";
  const lead = `(?:${currency}(?=\\d)|[#@]|(?<![^\\s\\(\\["'\\/])\\.(?=[A-Za-z]))?`;
  const trail = `(?:\\+{1,2}|[#%]|(?<=\\d)${currency})?`;
  return `${lead}${word}(?:${joiner}${word})*${trail}`;
}

const ASCII = new RegExp(tokenGrammar("[A-Za-z0-9]", "\\$"), "gv");
const UNICODE = new RegExp(
  `(?<spaceless>${SPACELESS}+)|(?<word>${tokenGrammar(`[[\\p{L}\\p{M}\\p{N}]--${SPACELESS}]`, "\\p{Sc}")})|(?<emoji>${EMOJI})`,
  "gv",
);

/** Words of text that holds ASCII only, as written. The short way, for most text there is. */
export function scanAscii(text: string): string[] {
  return text.match(ASCII) ?? [];
}

/** Tokens of any text after `normaliseUnicode`, in order, as written. On ASCII it finds what `scanAscii` finds. */
export function scanTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(UNICODE)) {
    const groups = match.groups ?? {};
    const kind = groups["spaceless"] !== undefined ? "spaceless" : groups["emoji"] !== undefined ? "emoji" : "word";
    tokens.push({ kind, text: match[0] });
  }
  return tokens;
}
