import { sampleOf, validRequest } from "@memory-cortex/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { recallApiRoutes } from "../src/index.ts";
import type { RecallApiServices } from "../src/index.ts";
import { keepConflict } from "./known-facts.ts";
import { call, openService } from "./open-service.ts";
import type { Service } from "./open-service.ts";

const MARK = "marmalade";
const TOKENS = [
  { token: "bert-reads-and-writes", roles: ["read" as const, "write" as const], users: ["bert"] },
  { token: "anna-in-her-office", roles: ["read" as const, "write" as const], users: ["anna"], namespaces: ["office"] },
  { token: "anna-everywhere", roles: ["admin" as const] },
  { token: "reads-everything", roles: ["read" as const] },
];

let service: Service;
let ids: { memory: string; receipt: string; entity: string; group: string };
beforeAll(async () => {
  service = await openService({ tokens: TOKENS });
  await service.say("anna", [`The ${MARK} is in the cellar`], { session: "sample" });
  await service.say("bert", ["The bread is on the table"], { session: "sample" });
  const remembered = await call(service, "POST /v1/remember", "/v1/remember", { json: { user_id: "anna", content: `Anna hides the ${MARK}` }, token: "anna-everywhere" });
  const recalled = await call(service, "POST /v1/recall", "/v1/recall", { json: { user_id: "anna", query: MARK }, token: "anna-everywhere" });
  const { entity, group } = await keepConflict(service, "anna", { name: MARK, texts: [`The ${MARK} is sweet`, `The ${MARK} is sour`] });
  ids = { memory: remembered.body.id as string, receipt: recalled.body.receipt_id as string, entity, group };
});
afterAll(() => service.close());

const routes = recallApiRoutes({} as RecallApiServices).filter((route) => route.user !== "none");
const lineOf = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`;
const reading = routes.filter(({ role }) => role === "read").map(lineOf);

/** A request that would find the marked text, if only its realm allowed. */
function ask(line: string, userId: string, token: string) {
  const route = routes.find((one) => lineOf(one) === line)!;
  const { target, body } = validRequest(route, userId);
  const aimed = target.replace("/memories/sample", `/memories/${ids.memory}`).replace("/receipts/sample", `/receipts/${ids.receipt}`).replace("/entities/sample", `/entities/${ids.entity}`)
    .replace("/conflicts/sample", `/conflicts/${ids.group}`).replace("q=sample", `q=${MARK}`);
  const json = body === null ? undefined : { ...sampleOf(route.body!, "least"), ...body, ...("query" in body ? { query: MARK, deadline_ms: 10_000 } : {}) };
  return call(service, line, aimed, { token, ...(json === undefined ? {} : { json }) });
}

const shows = (text: string): boolean => text.includes(MARK) || text.includes(ids.memory);

describe.each(reading)("%s", (line) => {
  it("answers its own user", async () => {
    const answer = await ask(line, "anna", "reads-everything");
    expect(answer.status).toBe(200);
    // Figures and receipts hold numbers only; of all other routes the request does find the text, or the tests below would prove nothing.
    if (!/stats|receipts|sessions$/.test(line)) expect(shows(answer.text)).toBe(true);
  });

  it("holds nothing of another user, whatever the caller may see", async () => {
    expect(shows((await ask(line, "bert", "reads-everything")).text)).toBe(false);
  });

  it("is the same for a user of others as for nobody", async () => {
    const foreign = await ask(line, "anna", "bert-reads-and-writes");
    const nobody = await ask(line, "zoe", "reads-everything");
    const same = ({ request_id: _id, ...rest }: Record<string, unknown>) => rest;
    expect([foreign.status, same(foreign.body)]).toEqual([404, same(nobody.body)]);
  });

  it("keeps to the namespaces of the token", async () => {
    expect(shows((await ask(line, "anna", "anna-in-her-office")).text)).toBe(false);
  });
});

describe("writing", () => {
  // Receipts of what was asked above are written a little later; here only what these requests write counts.
  beforeAll(() => service.recall.close());

  it.each(routes.filter(({ role }) => role === "write").map(lineOf))("%s needs the role and one's own user", async (line) => {
    service.writes.length = 0;
    expect((await ask(line, "anna", "reads-everything")).status).toBe(403);
    expect((await ask(line, "anna", "bert-reads-and-writes")).status).toBe(404);
    expect(service.writes).toEqual([]);
  });

  it("from one namespace does not reach another", async () => {
    const target = `/v1/memories/${ids.memory}?user_id=anna`;
    const refused = await call(service, "DELETE /v1/memories/{id}", `${target}&forget=true`, { token: "anna-in-her-office" });
    expect(refused).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await call(service, "DELETE /v1/memories/{id}", `${target}&namespace=global`, { token: "anna-in-her-office" })).toMatchObject({ status: 404 });
    expect((await call(service, "GET /v1/memories/{id}", target, { token: "reads-everything" })).status).toBe(200);
  });
});

it("a receipt over drawers that the token may open is there for it", async () => {
  const recalled = await call(service, "POST /v1/recall", "/v1/recall", { json: { user_id: "anna", query: MARK }, token: "anna-in-her-office" });
  const receipt = await call(service, "GET /v1/receipts/{id}", `/v1/receipts/${recalled.body.receipt_id}?user_id=anna`, { token: "anna-in-her-office" });
  expect(receipt).toMatchObject({ status: 200, body: { namespaces: ["office"] } });
});

it("figures over all users count only those of the token", async () => {
  const stats = async (token: string) => (await call(service, "GET /stats", "/stats", { token })).body as { unique_users: number; total_memories: number };
  expect(await stats("reads-everything")).toMatchObject({ unique_users: 2, total_memories: 3 });
  expect(await stats("bert-reads-and-writes")).toMatchObject({ unique_users: 1, total_memories: 0 });
  expect(await stats("anna-in-her-office")).toMatchObject({ unique_users: 1, total_memories: 0 });
});
