import { createRequire } from "node:module";

import type { Ajv as AjvClass } from "ajv";

/** What a JSON schema (draft 7) finds wrong with a value, one line each with its place; nothing when it fits. */
export function schemaFaults(schema: object, value: unknown): string[] {
  const { Ajv } = createRequire(import.meta.url)("ajv") as { Ajv: typeof AjvClass };
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message = "does not fit", params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`);
}
