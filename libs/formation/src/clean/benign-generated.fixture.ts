import { ALPHANUMERIC, BASE64, DIGITS, HEX, LOWER, UPPER, seededText } from "./seeded-random.fixture.ts";

type Random = ReturnType<typeof seededText>;

/** Long strings of random characters that are no secrets, and sentences about passwords and tokens. */
const MAKERS: readonly ((random: Random) => string)[] = [
  (random) => `commit ${random(HEX, 40)}`,
  (random) => `fixed in ${random(HEX, 7)}, see the pull request`,
  (random) => `sha256:${random(HEX, 64)}`,
  (random) => `"integrity": "sha512-${random(BASE64, 86)}=="`,
  (random) => `${random(HEX, 8)}-${random(HEX, 4)}-4${random(HEX, 3)}-a${random(HEX, 3)}-${random(HEX, 12)}`,
  (random) => `![photo](data:image/png;base64,${random(BASE64, 200)}=)`,
  (random) => `https://cdn.example.com/${random(LOWER, 8)}/${random(HEX, 32)}.jpg?v=${random(DIGITS, 10)}`,
  (random) => `https://video.example.com/watch?v=${random(ALPHANUMERIC, 11)}`,
  (random) => `DE${random(DIGITS, 2)} ${random(DIGITS, 4)} ${random(DIGITS, 4)} ${random(DIGITS, 4)} ${random(DIGITS, 4)} ${random(DIGITS, 2)}`,
  (random) => `GB${random(DIGITS, 2)}${random(UPPER, 4)}${random(DIGITS, 14)}`,
  (random) => `version ${random(DIGITS, 1)}.${random(DIGITS, 2)}.${random(DIGITS, 1)}-beta.${random(DIGITS, 2)}+${random(HEX, 7)}`,
  (random) => `order ${random(UPPER, 3)}-${random(DIGITS, 8)} leaves on Tuesday`,
  (random) => `etag: "${random(HEX, 32)}"`,
  (random) => `x-request-id: ${random(HEX, 32)}`,
  (random) => `trace_id=${random(HEX, 32)} span_id=${random(HEX, 16)}`,
  (random) => `user ${random(LOWER, 6)} asked for a password reset at 1${random(DIGITS, 1)}:3${random(DIGITS, 1)}`,
  (random) => `The password of ${random(LOWER, 6)} is ${["wrong", "missing", "expired", "unknown", "outdated"][random(DIGITS, 1).charCodeAt(0) % 5]!}.`,
  (random) => `the token of type ${random(LOWER, 7)} is ignored by the parser`,
  (random) => `const ${random(LOWER, 5)}Token = await ${random(LOWER, 6)}.nextToken();`,
  (random) => `password: z.string().min(${random("123456789", 1)}),`,
  (random) => `if (password !== confirm${random(LOWER, 3)}) throw invalid("password");`,
  (random) => `token_count: ${random("123456789", 4)}, cost: 0.${random(DIGITS, 4)}`,
  (random) => `primary_key=${random(LOWER, 5)}_id, sort_key=created_at`,
  (random) => `secret: ${random(LOWER, 6)} likes ${random(LOWER, 5)}`,
  (random) => `${random(DIGITS, 3)}.${random(DIGITS, 3)}.${random(DIGITS, 3)}-${random(DIGITS, 2)} is my tax number`,
];

/** `count` lines, the same in every run. */
export function benignGenerated(count: number): string[] {
  const random = seededText(7);
  return Array.from({ length: count }, (_, index) => MAKERS[index % MAKERS.length]!(random));
}
