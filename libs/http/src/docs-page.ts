import { createHash } from "node:crypto";

import { ERROR_CATALOGUE } from "@memory-cortex/models";

import type { OpenApiDocument } from "./openapi.ts";

/** Only the keys of JSON Schema that the page shows. */
interface Shown {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Shown[];
  items?: Shown;
  properties?: Record<string, Shown>;
  required?: string[];
  default?: unknown;
  description?: string;
  $ref?: string;
}

interface ShownOperation {
  summary: string;
  tags: string[];
  security: unknown[];
  "x-role"?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Shown }[];
  requestBody?: { content: Record<string, { schema: Shown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Shown }> }>;
}

const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 58rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
code { font: .9em ui-monospace, monospace; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .8rem; margin: .5rem 0; }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; display: block; overflow-x: auto; }
td, th { text-align: left; vertical-align: top; padding: .25rem .8rem .25rem 0; border-top: 1px solid var(--line); }
`;

/** What the page may load: its own style and nothing else. */
export const DOCS_CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
const code = (text: string): string => `<code>${escape(text)}</code>`;

/** The documentation as one HTML page without scripts and without anything from elsewhere. */
export function docsPage(document: OpenApiDocument): string {
  const byTag = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item as Record<string, ShownOperation>)) {
      const tag = operation.tags[0]!;
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationBlock(method.toUpperCase(), path, operation)]);
    }
  }
  const sections = [...byTag].map(([tag, blocks]) => `<h2>${escape(tag)}</h2>\n${blocks.join("\n")}`).join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)} – HTTP API</title><style>${STYLE}</style></head><body>
<h1>${escape(document.info.title)} <small>${escape(document.info.version)}</small></h1>
<p>${escape(document.info.description ?? "")} The same as data: <a href="openapi.json">openapi.json</a>.</p>
${sections}
${errorSection()}
</body></html>
`;
}

function operationBlock(method: string, path: string, operation: ShownOperation): string {
  const role = operation["x-role"] === undefined ? "open to all" : `role ${operation["x-role"]}`;
  const parts = [
    table(["parameter", "in", "takes"], (operation.parameters ?? []).map((one) => [code(one.name) + mark(one.required === true), one.in, takes(one.schema)])),
    ...Object.values(operation.requestBody?.content ?? {}).map((body) => fields("field", body.schema)),
    ...Object.entries(operation.responses).map(([status, answer]) => answerBlock(status, answer)),
  ];
  return `<details><summary><strong>${method}</strong> ${code(path)} – ${escape(operation.summary)} <small>(${role})</small></summary>${parts.join("\n")}</details>`;
}

function answerBlock(status: string, answer: ShownOperation["responses"][string]): string {
  const line = `<p><strong>${escape(status)}</strong> ${escape(answer.description)}</p>`;
  if (Number(status) >= 400) return line;
  return line + Object.values(answer.content ?? {}).map((body) => fields("answer", body.schema)).join("");
}

function fields(heading: string, schema: Shown): string {
  const required = schema.required ?? [];
  return table([heading, "takes"], Object.entries(schema.properties ?? {}).map(([name, one]) => [code(name) + mark(required.includes(name)), takes(one)]));
}

const mark = (required: boolean): string => (required ? " *" : "");

function takes(schema: Shown): string {
  const standard = schema.default === undefined ? "" : `, default ${code(JSON.stringify(schema.default))}`;
  return `${escape(typeOf(schema))}${standard}${schema.description === undefined ? "" : ` – ${escape(schema.description)}`}`;
}

function typeOf(schema: Shown): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1)!;
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.properties !== undefined) return `{${Object.keys(schema.properties).join(", ")}}`;
  return schema.type === undefined ? "anything" : [schema.type].flat().join(" or ");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (tag: string, cells: readonly string[]): string => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<table>${line("th", head)}${rows.map((cells) => line("td", cells)).join("")}</table>`;
}

function errorSection(): string {
  const rows = Object.entries(ERROR_CATALOGUE).map(([name, entry]) => [
    `<code id="error-${name}">${name}</code>`, String(entry.status), escape(entry.title), escape(entry.fix), entry.retryable ? "yes" : "no",
  ]);
  return `<h2>Errors</h2>${table(["code", "status", "what", "what to try", "retry helps"], rows)}`;
}
