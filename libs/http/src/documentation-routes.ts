import { z } from "zod";

import { DOCS_CONTENT_SECURITY_POLICY, docsPage } from "./docs-page.ts";
import { openApiDocument } from "./openapi.ts";
import type { OpenApiDocument } from "./openapi.ts";
import { serviceRoute } from "./route.ts";
import type { Route, RouteShape } from "./route.ts";

/** `/openapi.json` and `/docs` over routes and themselves. The document is made at the first request. */
export function documentationRoutes(routes: readonly RouteShape[], version: string): Route[] {
  let made: OpenApiDocument | undefined;
  const document = (): OpenApiDocument => (made ??= openApiDocument([...routes, ...documentation], { version }));
  const documentation: Route[] = [
    serviceRoute({
      method: "GET", path: "/openapi.json", summary: "This API as OpenAPI 3.1", tag: "Operations", role: "public", user: "none",
      answers: { 200: { description: "OpenAPI 3.1", schema: z.looseObject({ openapi: z.string() }) } },
      handle: async () => ({ body: document() }),
    }),
    serviceRoute({
      method: "GET", path: "/docs", summary: "This API as a page to read", tag: "Operations", role: "public", user: "none",
      answers: { 200: { description: "A page", contentType: "text/html" } },
      handle: async () => ({
        body: docsPage(document()),
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": DOCS_CONTENT_SECURITY_POLICY },
      }),
    }),
  ];
  return documentation;
}
