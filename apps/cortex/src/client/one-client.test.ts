import { ROUTES } from "@memory-cortex/client";
import type { RouteLine } from "@memory-cortex/client";
import { documentationRoutes, openApiDocument } from "@memory-cortex/http";
import { ingestRoutes } from "@memory-cortex/ingest";
import type { IngestServices } from "@memory-cortex/ingest";
import { recallApiRoutes } from "@memory-cortex/recall-api";
import type { RecallApiServices } from "@memory-cortex/recall-api";
import { describe, expect, it } from "vitest";

interface Operation {
  "x-role"?: string;
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** Routes are described without being served: nothing of a service is asked for. */
const served = [...ingestRoutes({} as IngestServices), ...recallApiRoutes({} as RecallApiServices)];
const document = openApiDocument([...served, ...documentationRoutes(served, "1")], { version: "1" });
const operations = new Map(
  Object.entries(document.paths ?? {}).flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as unknown as Operation] as const)),
);

const methods = Object.entries<RouteLine>(ROUTES).map(([name, line]) => ({ name, line, operation: operations.get(`${line.method} ${line.path}`) }));
const parameters = (operation: Operation | undefined, kind: string): string[] => (operation?.parameters ?? []).filter((parameter) => parameter.in === kind).map(({ name }) => name);
const contentOf = (operation: Operation | undefined): Record<string, { schema: { properties?: Record<string, unknown> } }> => operation?.requestBody?.content ?? {};

/** Asked for with the role of a writer, though what they change is not doubled by asking twice. */
const WRITING_WITHOUT_KEY = new Set(["flush", "previewCapture"]);

describe("the client, OpenAPI and the server", () => {
  it("have the same routes", () => {
    expect(methods.map(({ line }) => `${line.method} ${line.path}`).toSorted()).toEqual([...operations.keys()].toSorted());
  });

  it.each(methods)("agree on where the fields of $name go", ({ line, operation }) => {
    const takes = [...parameters(operation, "path"), ...parameters(operation, "query"), ...Object.keys(contentOf(operation))];
    expect(line.bare === true).toBe(takes.length === 0);
    const hasBody = Object.keys(contentOf(operation)).length > 0;
    expect(hasBody).toBe(line.method === "POST" || line.method === "PUT");
    if (hasBody && line.lines === undefined) expect(line.query ?? []).toEqual(parameters(operation, "query"));
    if (line.lines !== undefined) expect(Object.keys(contentOf(operation))).toContain(line.lines);
    if (line.limit !== undefined) expect(contentOf(operation)["application/json"]?.schema.properties).toHaveProperty(line.limit.field);
  });

  it.each(methods)("agree on whether $name may be sent again", ({ name, line, operation }) => {
    const isKeyed = parameters(operation, "header").includes("Idempotency-Key");
    if (line.again === "keyed") expect(isKeyed).toBe(true);
    if (line.method === "POST") expect(line.again).toBe(operation?.["x-role"] === "write" && !WRITING_WITHOUT_KEY.has(name) ? "keyed" : "reads");
    else expect(line.again).toBe(line.method === "GET" ? "reads" : "never");
  });

  it.each(methods)("agree on the form of the answer of $name", ({ line, operation }) => {
    const types = Object.entries(operation?.responses ?? {}).flatMap(([status, { content }]) => (status.startsWith("2") ? Object.keys(content ?? {}) : []));
    if (line.stream !== true) expect(types.every((type) => type === "application/json")).toBe(line.text !== true);
    if (line.alsoAnswers !== undefined) expect(Object.keys(operation?.responses[line.alsoAnswers]?.content ?? {})).toContain("application/json");
  });
});
