import { redactAssignments } from "./secrets/assignments.ts";
import { redactPrivateKeys } from "./secrets/private-keys.ts";
import { redactWithSecretlint } from "./secrets/secretlint.ts";
import { redactTokens } from "./secrets/tokens.ts";
import { redactUrlPasswords } from "./secrets/url-passwords.ts";

/** Each pass takes something away, and what touched it may show as a secret only then; two passes nearly always do. */
const MAX_PASSES = 8;

/**
 * Replaces keys, tokens and passwords by `[redacted:kind]`, before anything is written, logged or embedded. Idempotent. Takes linear
 * time for any text. Decisions and measured figures: docs/decisions/redaction.md.
 */
export async function redactSecrets(text: string): Promise<string> {
  let result = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const before = result;
    result = await redactWithSecretlint(redactAssignments(redactUrlPasswords(redactTokens(redactPrivateKeys(before)))));
    if (result === before) break;
  }
  return result;
}
