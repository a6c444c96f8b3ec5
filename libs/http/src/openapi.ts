import { z } from "zod";
import { createDocument } from "zod-openapi";
import type { ZodOpenApiOperationObject, ZodOpenApiParameters, ZodOpenApiResponsesObject } from "zod-openapi";

import { legacyErrorBody, PROBLEM_TYPE, problemBody } from "./error-body.ts";
import { errorsByStatus } from "./route-errors.ts";
import type { AnswerShape, Contents, RouteShape } from "./route.ts";

export interface OpenApiOptions {
  version: string;
  /** Objects of answers take no further fields: for tests. Clients are told that fields may be added. */
  strict?: boolean;
}

/** OpenAPI 3.1 of a route table. */
export type OpenApiDocument = ReturnType<typeof createDocument>;

export function openApiDocument(routes: readonly RouteShape[], options: OpenApiOptions): OpenApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(route);
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Memory Cortex",
        version: options.version,
        description: "One long-term memory for agents. JSON, snake_case; times go in as ISO 8601 with a zone or epoch milliseconds and come out as ISO 8601 UTC.",
      },
      paths,
      components: {
        schemas: { Problem: problemBody, LegacyError: legacyErrorBody },
        securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "Asked for only where tokens are configured." } },
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        if (io === "output" && options.strict !== true && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
}

function operation(route: RouteShape): ZodOpenApiOperationObject {
  const requestParams: ZodOpenApiParameters = {
    ...(route.params === undefined ? {} : { path: route.params }),
    ...(route.query === undefined ? {} : { query: route.query }),
    ...(route.method === "POST" && route.user !== "none" && route.streams !== true ? { header: idempotencyHeader } : {}),
  };
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^A-Za-z0-9]+/g, "_").replace(/_$/, "")}`,
    summary: route.summary,
    tags: [route.tag],
    security: route.role === "public" ? [] : [{ bearer: [] }],
    ...(route.role === "public" ? {} : { "x-role": route.role }),
    ...(Object.keys(requestParams).length === 0 ? {} : { requestParams }),
    ...(route.body === undefined ? {} : { requestBody: { required: true, content: { "application/json": { schema: route.body } } } }),
    ...(route.lines === undefined ? {} : { requestBody: { required: true, description: "JSON Lines; the schema is that of one line.", content: contentsOf(route.lines.contents) } }),
    responses: responses(route),
  };
}

const idempotencyHeader = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({ description: "Same key and body within 24 h: the same answer, with `idempotent-replay: true`." }),
});

const everyAnswer = z.object({ "x-request-id": z.string().meta({ description: "The caller's own, or a new one." }) });

function responses(route: RouteShape): ZodOpenApiResponsesObject {
  const all: ZodOpenApiResponsesObject = {};
  const error = route.errorStyle === "legacy" ? legacyErrorBody : problemBody;
  const type = route.errorStyle === "legacy" ? "application/json" : PROBLEM_TYPE;
  for (const [status, codes] of errorsByStatus(route)) {
    // The fields of an empty answer may stand beside `unknown_user`.
    const schema = status === 404 && route.whenUnknownUser !== undefined ? error.loose() : error;
    all[`${status as 400}`] = { description: codes.join(", "), content: { [type]: { schema } }, headers: everyAnswer };
  }
  for (const [status, answer] of Object.entries(route.answers)) {
    all[status as "200"] = { description: answer.description, content: contentOf(answer), headers: everyAnswer };
  }
  return all;
}

const contentsOf = (contents: Contents): Record<string, { schema: z.ZodType }> => Object.fromEntries(Object.entries(contents).map(([type, schema]) => [type, { schema }]));

function contentOf(answer: AnswerShape): Record<string, { schema: z.ZodType }> {
  if (answer.contents !== undefined) return contentsOf(answer.contents);
  if (answer.schema !== undefined) return { "application/json": { schema: answer.schema } };
  return { [(answer.contentType ?? "text/plain").split(";")[0]!]: { schema: z.string() } };
}
