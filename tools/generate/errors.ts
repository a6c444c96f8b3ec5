import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { ERROR_CATALOGUE } from "@memory-cortex/models";

/** Where the page lies. */
export const ERRORS_PAGE = "docs/errors.md";

const HEAD = `<!-- Made by tools/generate/errors.ts from libs/models/src/errors/catalogue.ts. Do not edit. -->
# Errors

Every error has a stable code. Routes answer them as RFC 9457 \`application/problem+json\` with \`code\`, \`fix\` (what to try),
\`retryable\` and \`request_id\`; the older middleware's routes answer \`{error, code, request_id}\`. Codes are never reused for something else.

| code | status | what | what to try | may a retry help |
|---|---|---|---|---|
`;

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** The page as it should be. */
export function errorsPage(): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(([code, { status, title, fix, retryable }]) => `| \`${code}\` | ${status} | ${cell(title)} | ${cell(fix)} | ${retryable ? "yes" : "no"} |`);
  return `${HEAD}${rows.join("\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL(`../../${ERRORS_PAGE}`, import.meta.url), errorsPage());
}
