/** Words that stand where a value stands in types, schemas, forms and sentences about passwords. */
const NOT_VALUES = new Set(
  `string str text varchar char number int integer bool boolean true false null none nil undefined any object array bytes optional required
  mandatory missing empty blank invalid valid incorrect correct wrong expired unknown default secret private public hidden masked hashed
  encrypted plaintext plain never always yes no not set unset changed reset forgotten lost same different input type field label value
  name show hide new old current confirm confirmation mismatch too short long weak strong ok okay error failed failure success denied
  this that what how where when why the your you it is was will self props state config settings env process request response req res
  todo tbd n/a na redacted removed see below above and or for with must should cannot can't don't required! optional! bearer basic
  read write admin user users refresh access id-token sms email phone app authenticator yubikey fingerprint manager`.split(/\s+/),
);

/** Weak passwords that are plain words; there are lists of thousands, but in chat these are the ones that people do write. */
const WEAK = new Set(
  "swordfish letmein qwerty qwertz azerty iloveyou dragon monkey football baseball sunshine princess welcome shadow superman batman trustno1 starwars opensesame passw0rd changeme hunter".split(" "),
);

const CODE = /^(?:new|await|return|function|process\.|os\.|env\.|this\.|self\.|req\.|res\.|props\.|config\.|settings\.|import\.|secrets\.|vars\.|params\.)|[({[]|=>|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;

const PATH = /^(?:[~.]{0,2}\/[\w./-]*|[A-Za-z]:\\\S*)$/;

const isWeak = (value: string): boolean => WEAK.has(value.toLowerCase());

/** Letters only, perhaps joined by hyphens or apostrophes, and not a well-known weak password. */
export const isPlainWord = (value: string): boolean =>
  (/^[\p{L}\p{M}'’-]+$/u.test(value) || /^\d+-[a-z]+$/i.test(value)) && !isWeak(value) && !isPassphrase(value);

/** correct-horse-battery-staple */
const isPassphrase = (value: string): boolean => value.length >= 20 && /^[a-z]+(?:-[a-z]+){3,}$/i.test(value);

/** Whether a value given to a password setting is a password. Quoted or mixed with digits and signs: yes; a word of a form: no. */
export function looksLikePassword(value: string, { quoted, shouted }: { quoted: boolean; shouted: boolean }): boolean {
  if (value.length < 4 || NOT_VALUES.has(value.toLowerCase())) return false;
  if (!quoted && (CODE.test(value) || PATH.test(value))) return false;
  if (isWeak(value) || isPassphrase(value) || shouted) return true;
  if (/\d/.test(value)) return !/^(?:\d{1,3}|\d+[-–]\d+|v?\d+(?:\.\d+)+)$/.test(value);
  if (quoted) return !/\s/.test(value) || value.split(/\s+/).length >= 4;
  return /[!@#$%^&*+=~?_]/.test(value) && !/^[A-Za-z]+(?:_[A-Za-z]+)*$/.test(value);
}

/** One in 64 begins with a slash, like a path; one path in very many has just this length, three digits and no other sign. */
const AWS_SECRET = /^(?=(?:\D*\d){3})[A-Za-z0-9/+]{40}$/;
/** The same length with hardly a digit: the case then changes too often for names put together. */
const AWS_LETTERS = /^(?=(?:[^A-Z]*[A-Z]){8})(?=(?:[^a-z]*[a-z]){8})(?=.*(?:[A-Z]{3}|\d))[A-Za-z0-9+]{40}$/;

/** Whether a value is random enough for a key or token: long enough, with letters and digits, and no piece of code, path or address. */
export function looksLikeToken(value: string, minimum: number): boolean {
  if (value.length < minimum || /\s/.test(value) || CODE.test(value) || NOT_VALUES.has(value.toLowerCase())) return false;
  if (/:\/\//.test(value) || (/^[.~]?\//.test(value) && !AWS_SECRET.test(value)) || /^\d[\d.,:/-]*$/.test(value)) return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  const letters = value.match(/[A-Za-z]/g)?.length ?? 0;
  if (letters < 2) return false;
  if (AWS_LETTERS.test(value)) return true;
  // Names such as "oauth2-client-secret-v2" have few digits, and words between their signs.
  if (digits < 2) return value.length >= 20 && /[A-Z]/.test(value) && /[a-z]/.test(value) && /^[A-Za-z0-9+/=]+$/.test(value) && hasMixedCase(value);
  return !value.split(/[-_.]/).every((part) => /^(?:[a-z]*|[A-Z]?[a-z]+|[A-Z]+|[a-z]+\d{1,2}|v?\d{1,4})$/.test(part));
}

/** Case changes often inside, as in random text, and unlike in camelCase names. */
const hasMixedCase = (value: string): boolean => (value.match(/[a-z][A-Z]|[A-Z][a-z]/g)?.length ?? 0) >= value.length / 4;
