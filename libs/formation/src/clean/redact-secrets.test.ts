import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { benignGenerated } from "./benign-generated.fixture.ts";
import { BENIGN_LINES } from "./benign-lines.fixture.ts";
import { redactSecrets } from "./redact-secrets.ts";
import { secretCases } from "./secrets.fixture.ts";

const CASES = secretCases();

describe("redactSecrets", () => {
  it("finds at least 98 of 100 secrets", async () => {
    const missed: string[] = [];
    for (const { name, text, secret } of CASES) {
      if ((await redactSecrets(text)).includes(secret)) missed.push(`${name}: ${text}`);
    }
    expect(CASES.length).toBeGreaterThanOrEqual(120);
    expect(missed.length / CASES.length, missed.join("\n")).toBeLessThanOrEqual(0.02);
  });

  it("leaves every benign line as it is", async () => {
    const lines = [...BENIGN_LINES, ...benignGenerated(1_000)];
    const changed: string[] = [];
    for (const line of lines) if ((await redactSecrets(line)) !== line) changed.push(`${line} → ${await redactSecrets(line)}`);
    expect(lines.length).toBeGreaterThanOrEqual(1_300);
    expect(changed).toEqual([]);
  });

  it("changes nothing the second time", async () => {
    for (const { text } of CASES) {
      const once = await redactSecrets(text);
      expect(await redactSecrets(once)).toBe(once);
    }
  });

  it("changes nothing the second time, whatever stands beside the secret", async () => {
    const piece = fc.oneof(fc.constantFrom(...CASES.map(({ text }) => text)), fc.string({ unit: "grapheme", maxLength: 20 }), fc.constantFrom(" ", "\n", '"', "=", ": ", "@", "password ", "is "));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const once = await redactSecrets(pieces.join(""));
        expect(await redactSecrets(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it("finds a secret wherever it stands between words", async () => {
    const words = fc.array(fc.constantFrom(...BENIGN_LINES), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(words, fc.constantFrom(...CASES), words, async (before, { text, secret }, after) => {
        expect(await redactSecrets([...before, text, ...after].join("\n"))).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  it("says what it took and keeps what it was for", async () => {
    expect(await redactSecrets("postgres://anna:hunter2@db.example.com/app")).toBe("postgres://anna:[redacted:url-password]@db.example.com/app");
    expect(await redactSecrets("My password is hunter2, remember it.")).toBe("My password is [redacted:password], remember it.");
    expect(await redactSecrets('{"password": "a b c d"}')).toBe('{"password": "[redacted:password]"}');
  });

  it.each([
    ["<user>bob</user><password>Xq7!mmPlz2</password>", "Xq7!mmPlz2"],
    ["| user | bob |\n| password | Xq7!mmPlz2 |", "Xq7!mmPlz2"],
    ["username: bob\npassword:\nXq7!mmPlz2\nbye", "Xq7!mmPlz2"],
    ['use the password "hpKCLQ17Z9" to log in', "hpKCLQ17Z9"],
    ["“X-API-Key: GYDnVGVGuWdRwAhZijMML9qewmUgcLuQ”", "GYDnVGVGuWdRwAhZijMML9qewmUgcLuQ"],
    ['"SecretAccessKey": "//XHhyn24lCSFdrF2nQk8O+WWmUd8Bnxgk+C/4th"', "XHhyn24lCSFdrF2nQk8O"],
    ["aws_secret_access_key = yOQHYYUaXIculuvbqrdfozmm7jWptAlfrgvXawuZ", "yOQHYYUaXIculuvbqrdf"],
  ])("finds it in %j", async (text, secret) => {
    expect(await redactSecrets(text)).not.toContain(secret);
  });

  it.each([
    "| password | varchar(255) | not null |", "| password | Argon2id |", "<password>string</password>", "password:\nAt least 8 characters, one digit.",
    'the password "strength" meter', "secret: /home/anna/projects/keys/prod1/id_rsa", "password\n", "| password | Yes1 |",
  ])("leaves %j", async (text) => {
    expect(await redactSecrets(text)).toBe(text);
  });

  it("cannot be switched off by a comment", async () => {
    const { text, secret } = CASES.find(({ name }) => name === "groq")!;
    expect(await redactSecrets(`/* secretlint-disable */ ${text}`)).not.toContain(secret);
  });

  // A bound that catches quadratic time (minutes), not a measurement: bench it for figures.
  it.each([
    "a", "A", "sk-", "eyJ-", "eyJ.", "password=", "password is ", "token for a ", "password:\n", "password>", "password|", "://a:", "ab://a:b", "curl -u ", "bearer ", "gh", "AccountKey=",
    `-----${"BEGIN"} RSA PRIVATE KEY-----`, `-----${"END"} RSA PRIVATE KEY-----`, `\\n-----${"END"} PRIVATE KEY-----`, "hvs.", "0123456789:A", "M.", " ",
  ])("takes linear time for a megabyte of %j", async (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const startedAt = performance.now();
    await redactSecrets(text);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
