import { createRequire } from "node:module";

import { openApiDocument } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import type { Ajv2020 as Ajv2020Class } from "ajv/dist/2020.js";

/** Checks real answers against the published schemas, and keeps which routes were seen. */
export interface AnswerChecker {
  /** What is wrong with an answer; nothing when it is as documented, with no field beyond. */
  faults(answer: { method: string; path: string; status: number; contentType: string; text: string }): string[];
  /** Lines of the table without a good answer so far. */
  unseen(): string[];
}

/** A checker over a route table. `path` of an answer is the table's, with its braces. */
export function answerChecker(routes: readonly Route[]): AnswerChecker {
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as { Ajv2020: typeof Ajv2020Class };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const document = openApiDocument(routes, { version: "0", strict: true });
  ajv.addSchema({ ...document, $id: "openapi" });
  const waiting = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  return {
    unseen: () => [...waiting],
    faults({ method, path, status, contentType, text }) {
      const operation = document.paths?.[path]?.[method.toLowerCase() as "get"];
      const type = contentType.split(";")[0]!;
      const content = (operation?.responses?.[String(status) as "200"] as { content?: Record<string, unknown> } | undefined)?.content;
      if (content?.[type] === undefined) return [`${method} ${path}: ${status} ${type} is not documented`];
      if (status < 400) waiting.delete(`${method} ${path}`);
      if (!type.endsWith("json")) return [];
      const values = type.endsWith("ndjson") ? text.split("\n").filter((line) => line !== "") : [text];
      const pointer = ["paths", path, method.toLowerCase(), "responses", String(status), "content", type, "schema"].map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
      const validate = ajv.getSchema(`openapi#/${pointer.join("/")}`);
      if (validate === undefined) return [`${method} ${path}: no schema for ${status}`];
      return values.flatMap((value) => (validate(JSON.parse(value)) === true ? [] : (validate.errors ?? []).map((error) => `${method} ${path} ${status}${error.instancePath}: ${error.message ?? error.keyword}`)));
    },
  };
}
