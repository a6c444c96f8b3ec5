import { redactAssignments } from "./secrets/assignments.ts";
import { redactPrivateKeys } from "./secrets/private-keys.ts";
import { redactWithSecretlint } from "./secrets/secretlint.ts";
import { redactTokens } from "./secrets/tokens.ts";
import { redactUrlPasswords } from "./secrets/url-passwords.ts";

/**
 * Replaces keys, tokens and passwords by `[redacted:kind]`, before anything is written, logged or embedded. Idempotent. Takes linear
 * time for any text. Decisions and measured figures: docs/decisions/redaction.md.
 */
export async function redactSecrets(text: string): Promise<string> {
  const ours = redactAssignments(redactUrlPasswords(redactTokens(redactPrivateKeys(text))));
  return redactWithSecretlint(ours);
}
