import { documentationRoutes, openApiDocument } from "@memory-cortex/http";
import type { OpenApiDocument } from "@memory-cortex/http";
import { ingestRoutes } from "@memory-cortex/ingest";
import type { IngestServices } from "@memory-cortex/ingest";
import { recallApiRoutes } from "@memory-cortex/recall-api";
import type { RecallApiServices } from "@memory-cortex/recall-api";
import openapiTypes, { astToString } from "openapi-typescript";
import type { OpenAPI3 } from "openapi-typescript";

/** Where the types lie. */
export const CLIENT_TYPES = "libs/client/src/generated/api.ts";

const HEAD = `// Made by tools/generate/client.ts from the routes' schemas. Do not edit.
/* eslint-disable -- nobody writes these lines by hand */

`;

/** The whole service as clients see it: what both of its processes for requests answer, and the description itself. */
export function serviceDocument(): OpenApiDocument {
  // Routes are described without being served: nothing of a service is asked for.
  const routes = [...ingestRoutes({} as IngestServices), ...recallApiRoutes({} as RecallApiServices)];
  return openApiDocument([...routes, ...documentationRoutes(routes, "")], { version: "" });
}

/** Errors are a class of the client, the same for every route, and headers its own matter: described with each route they would be most of the file. */
function withoutErrors(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item as Record<string, Operation>).map(([method, { responses, parameters = [], ...rest }]) => [
      method,
      { ...rest, parameters: parameters.filter((parameter) => parameter.in !== "header"), responses: Object.fromEntries(Object.entries(responses).flatMap(([status, { description, content }]) => (status.startsWith("2") ? [[status, { description, content }]] : []))) },
    ])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as NonNullable<OpenApiDocument["paths"]>, components: {} };
}

interface Operation {
  parameters?: { in: string }[];
  responses: Record<string, { description: string; content?: object }>;
}

/** The types as they should be. */
export async function clientTypes(): Promise<string> {
  // A field with a default may be left out of a request; the service fills it in.
  const nodes = await openapiTypes(withoutErrors(serviceDocument()) as unknown as OpenAPI3, { defaultNonNullable: false, alphabetize: true });
  return `${HEAD}${astToString(nodes)}`;
}
