import { isPlaceholder } from "./placeholder.ts";
import { isPlainWord, looksLikePassword, looksLikeToken } from "./value-shape.ts";

/** Names of settings that hold a secret. A password may be any word; a key or token is long and mixed. */
const PASSWORD = "password|passwd|passphrase|passwort|passcode|(?<![a-z])pwd|(?<=[_-])pass|(?<![a-z])pass(?=[\"' ]?[:=])|(?<![a-z])pw(?=[\"' ]?[:=])";
const TOKEN =
  "(?:api|access|auth|secret|private|account|encryption|signing|service|consumer|client|master|session|license|webhook|bot|app)[_. -]?(?:access[_. -]?)?(?:key|token|secret)|apikey|authtoken|_authToken|(?<![a-z])token|(?<![a-z])secret|credentials?";
const NAME = `(?<name>${PASSWORD}|${TOKEN})(?:[_-]?(?:base64|b64|prod|production|dev|staging|test|key))?`;

const QUOTED = `"(?<double>[^"\\n]{1,4096})"|'(?<single>[^'\\n]{1,4096})'|\`(?<tick>[^\`\\n]{1,4096})\``;

/** password = value, "api_key": "value", --token value, DB_PASSWORD=value */
const ASSIGNMENT = new RegExp(
  `(?<before>${NAME}\\\\?["'\`]?\\)?\\*{0,2}[ \\t]{0,4}(?::=|=>|={1,3}|:)\\*{0,2}[ \\t]{0,4}\\\\?)(?:${QUOTED}|(?<bare>[^\\s"'\`]{3,8192}))`, "gi");
const FLAG = new RegExp(`(?<before>--[a-z-]{0,24}?${NAME} )(?:${QUOTED}|(?<bare>[^\\s"'\`-][^\\s"'\`]{2,8191}))`, "gi");

/** "my password is hunter2", "the api key for staging is …", "set the passphrase to …" */
const PROSE = new RegExp(
  `(?<before>(?<![a-z])${NAME}(?: (?:for|to|of|on|at) (?:[^\\s.:;!?]{1,40} ){1,5}?| )(?:is now|is still|is|was|will be|to|should be|ist|=)[ :]{1,3})(?:${QUOTED}|(?<bare>[^\\s"'\`]{4,8192}))(?<after>[ \\t][a-z]{2,12})?`, "gi");

/** <password>value</password>, | password | value |, the value on the line below, and: the password "value". Only what no word looks like. */
const SHOWN = new RegExp(
  `(?<before>(?<name>${PASSWORD})[*\`"']{0,3}(?:>|[ \\t]{0,8}\\|[ \\t]{0,8}|[ \\t]{0,4}:[*]{0,2}[ \\t]{0,4}\\r?\\n[ \\t]{0,8}| (?=["'\`])))(?:${QUOTED}|(?<bare>[^\\s"'\`<>|]{8,128}))`, "gi");

interface Found {
  before: string;
  name: string;
  double?: string;
  single?: string;
  tick?: string;
  bare?: string;
  after?: string;
}

const TRIGGER = /pass|pwd|pw|key|token|secret|credential/i;
const IS_PASSWORD = new RegExp(`^(?:${PASSWORD.replaceAll(/\(\?[^)]*\)/g, "")})$`, "i");

/** Replaces values that somebody gave to a name such as password, secret, api_key or token, in code, settings, JSON and prose. */
export function redactAssignments(text: string): string {
  if (!TRIGGER.test(text)) return text;
  return text
    .replace(ASSIGNMENT, (whole: string, ...rest: unknown[]) => replaceValue(whole, rest.at(-1) as Found, isAssignedSecret))
    .replace(FLAG, (whole: string, ...rest: unknown[]) => replaceValue(whole, rest.at(-1) as Found, isAssignedSecret))
    .replace(SHOWN, (whole: string, ...rest: unknown[]) => replaceValue(whole, rest.at(-1) as Found, isShownSecret))
    .replace(PROSE, (whole: string, ...rest: unknown[]) => replaceValue(whole, rest.at(-1) as Found, isSpokenSecret));
}

interface Context {
  password: boolean;
  quoted: boolean;
  /** PASSWORD=value: a setting of the environment, never a variable of a program. */
  shouted: boolean;
  /** The word that follows. */
  after: string;
}
type Judge = (value: string, context: Context) => boolean;

function replaceValue(whole: string, found: Found, judge: Judge): string {
  const quoted = found.double ?? found.single ?? found.tick;
  const after = found.after ?? "";
  const raw = quoted ?? found.bare ?? "";
  // What closes the clause or the call is not part of a bare value.
  const value = quoted === undefined ? raw.replace(/\\?[.,;:?)\]}>|&*”’»]+$/, "") : raw.replace(/\\+$/, "");
  const password = IS_PASSWORD.test(found.name);
  const shouted = /^[A-Z]+$/.test(found.name) && found.before.endsWith("=");
  if (value === "" || isPlaceholder(value)) return whole;
  if (!judge(value, { password, quoted: quoted !== undefined, shouted, after: after.trim() })) return whole;
  const at = found.before.length + (quoted === undefined ? 0 : 1);
  return `${whole.slice(0, at)}[redacted:${kindOf(found.name, password)}]${whole.slice(at + value.length)}`;
}

function kindOf(name: string, password: boolean): string {
  if (password) return "password";
  if (/key/i.test(name)) return "api-key";
  return /token/i.test(name) ? "token" : "secret";
}

const isAssignedSecret: Judge = (value, { password, quoted, shouted }) =>
  password ? looksLikePassword(value, { quoted, shouted }) : looksLikeToken(value, quoted ? 8 : 10);

/** In prose the verb is weak evidence: "the password is wrong" is about a password, "is 12 characters" as well. */
const isSpokenSecret: Judge = (value, { password, quoted, after }) => {
  if (/^(?:characters?|chars?|letters?|digits?|symbols?|days?|weeks?|months?|years?|hours?|minutes?|times?|bytes?|bits?|words?)$/i.test(after)) return false;
  if (!password) return looksLikeToken(value, quoted ? 8 : /(?:\d\D*){3}/.test(value) ? 12 : 16);
  return isPlainWord(value) ? false : looksLikePassword(value, { quoted, shouted: false });
};

/** Names of hashes and encodings, which stand beside "password" in tables as well. */
const ALGORITHM = /^(?:argon|base|bcrypt|scrypt|pbkdf|sha|md5|utf|hmac|varchar|char)/i;

/** The place is weak evidence: the value has to have a digit and a letter, and a sign or both cases. */
const isShownSecret: Judge = (value, { quoted }) =>
  value.length >= 8 && /\d/.test(value) && /\p{L}/u.test(value) && (/[^\p{L}\d\s_.-]/u.test(value) || (/\p{Lu}/u.test(value) && /\p{Ll}/u.test(value)))
  && !/\s/.test(value) && !ALGORITHM.test(value) && looksLikePassword(value, { quoted, shouted: false });
