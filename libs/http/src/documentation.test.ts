import { ERROR_CATALOGUE, systemClock, uuidV7Source } from "@memory-cortex/models";
import { ingestRequest, rememberRequest } from "@memory-cortex/models/wire";
import { createMemoryStore } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { docsPage } from "./docs-page.ts";
import { createHttpServer } from "./http-server.ts";
import type { HttpServerOptions } from "./http-server.ts";
import { openApiDocument } from "./openapi.ts";
import { checkRoutes } from "./route-table.ts";
import { serviceRoute, userRoute } from "./route.ts";
import type { Route, UserCall } from "./route.ts";

const answers = { 200: { description: "Fine <here>", schema: z.object({ ok: z.boolean() }) } };
const facts = { summary: "Does & is", tag: "Test <tag>", role: "read", answers, handle: async () => ({ body: { ok: true } }) } as const;

const routes: Route[] = [
  userRoute({ ...facts, method: "POST", path: "/v1/notes", user: "new", body: rememberRequest }),
  userRoute({ ...facts, method: "POST", path: "/ingest", user: "new", body: ingestRequest }),
  userRoute({ ...facts, method: "DELETE", path: "/v1/notes/{id}", user: "known", params: z.object({ id: z.string() }), query: z.object({ user_id: z.string(), forget: z.stringbool().default(false) }) }),
  serviceRoute({ ...facts, method: "GET", path: "/old", user: "none", role: "public", errorStyle: "legacy" }),
];

const options: Omit<HttpServerOptions, "routes"> = {
  version: "1.2.3", clock: systemClock, ids: uuidV7Source(systemClock), tokens: [], bodyLimitBytes: 1_000, rateLimitPerSecond: 0, rateLimitBurst: 1,
  store: createMemoryStore({ clock: { now: () => 0 } }),
};
const server = createHttpServer({ ...options, routes });
const document = openApiDocument(server.routes, { version: "1.2.3" });

/** What Express really serves, in the words of OpenAPI; the fallback of a path answers 405 to the rest. */
function mounted(): string[] {
  const layers = (server.app.router as unknown as { stack: { route?: { path: string; methods: Record<string, boolean> } }[] }).stack;
  return layers.flatMap(({ route }) =>
    Object.keys(route?.methods ?? {}).filter((method) => method !== "_all").map((method) => `${method.toUpperCase()} ${route!.path.replaceAll(/:(\w+)/g, "{$1}")}`),
  );
}

describe("OpenAPI", () => {
  it("has every route that is served, and no other", () => {
    const documented = Object.entries(document.paths ?? {}).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
    expect(documented.sort()).toEqual(mounted().sort());
    expect(documented).toContain("GET /openapi.json");
  });

  it("holds parameters, bodies, answers and errors of a route", () => {
    const remove = document.paths?.["/v1/notes/{id}"]?.delete;
    expect(remove?.parameters).toMatchObject([{ in: "path", name: "id", required: true }, { in: "query", name: "user_id", required: true }, { in: "query", name: "forget" }]);
    const keep = document.paths?.["/v1/notes"]?.post;
    expect(keep).toMatchObject({ requestBody: { content: { "application/json": { schema: { required: ["content", "user_id"] } } } }, security: [{ bearer: [] }] });
    expect(Object.keys(keep?.responses ?? {})).toEqual(expect.arrayContaining(["200", "400", "401", "403", "404", "409", "413", "415", "422", "429", "500", "503"]));
    expect(document.paths?.["/old"]?.get).toMatchObject({ security: [], responses: { 400: { content: { "application/json": {} } } } });
  });

  it("describes what other processes behind the same address serve, and serves none of it", async () => {
    const { handle: _handle, ...shape } = routes[1]!;
    const first = createHttpServer({ ...options, routes: [routes[0]!], alsoDocumented: [shape] });
    const all = createHttpServer({ ...options, routes: routes.slice(0, 2) });
    const documentOf = async (one: typeof first) => (await one.routes.find(({ path }) => path === "/openapi.json")!.handle({} as UserCall)).body;
    expect(await documentOf(first)).toEqual(await documentOf(all));
    expect(first.routes.map(({ path }) => path)).not.toContain("/ingest");
  });

  it("tells clients that answers may grow", () => {
    const schemaOf = (one: typeof document) => (one.paths?.["/old"]?.get?.responses?.["200"] as { content: Record<string, { schema: object }> }).content["application/json"]!.schema;
    expect(schemaOf(document)).not.toHaveProperty("additionalProperties");
    expect(schemaOf(openApiDocument(routes, { version: "1", strict: true }))).toHaveProperty("additionalProperties", false);
  });
});

describe("the page", () => {
  const page = docsPage(document);
  it("shows every route and every error, escaped, and loads nothing", () => {
    for (const path of Object.keys(document.paths ?? {})) expect(page).toContain(`<code>${path}</code>`);
    for (const code of Object.keys(ERROR_CATALOGUE)) expect(page).toContain(`id="error-${code}"`);
    expect(page).toContain("Test &lt;tag&gt;");
    expect(page).not.toMatch(/<script|https?:\/\/|src=|@import|url\(/);
  });
});

describe("a server without a store", () => {
  const { store: _store, ...without } = options;
  it("serves routes that name no user, and refuses to serve one that does", () => {
    expect(createHttpServer({ ...without, routes: [routes[3]!] }).routes).toHaveLength(3);
    expect(() => createHttpServer({ ...without, routes })).toThrow(expect.objectContaining({ code: "internal" }));
  });
});

describe("checkRoutes", () => {
  it("refuses a table that contradicts itself", () => {
    const [first, second] = routes as [Route, Route];
    for (const wrong of [[first, first], [{ ...first, user: "none" as const }], [{ ...routes[3]!, user: "known" as const }], [{ ...second, path: "/ingest/{id}" }]]) {
      expect(() => checkRoutes(wrong)).toThrow(expect.objectContaining({ code: "internal" }));
    }
  });
});
