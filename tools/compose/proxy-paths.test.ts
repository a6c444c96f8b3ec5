import { readFileSync } from "node:fs";
import { join } from "node:path";

import { INGEST_PATHS } from "@memory-cortex/http";
import { describe, expect, it } from "vitest";

import { publishedPorts, readComposeApps } from "./read-compose-apps.ts";
import { ROOT, readCompose } from "./read-compose.ts";

const caddyfile = readFileSync(join(ROOT, "deploy", "Caddyfile"), "utf8");
const proxy = readCompose().services["proxy"]!;
const defaultOf = (variable: string): string | undefined => new RegExp(`\\{\\$${variable}:([^}]+)\\}`).exec(caddyfile)?.[1];

describe("deploy/Caddyfile", () => {
  it("gives ingest exactly its routes", () => {
    const paths = /^\t@ingest path (.*)$/m.exec(caddyfile)?.[1]?.split(" ");
    expect(paths?.toSorted()).toEqual(INGEST_PATHS.flatMap((path) => [path, `${path}/`]).toSorted());
  });

  it("finds the apps where the compose file has them", () => {
    const places = Object.fromEntries(readComposeApps().map(({ name, port }) => [name, `${name}:${port}`]));
    expect([defaultOf("RECALL_API_UPSTREAM"), defaultOf("INGEST_UPSTREAM")]).toEqual([places["recall-api"], places["ingest"]]);
  });

  it("listens where the port of the machine leads to, and where its health is asked for", () => {
    expect(publishedPorts(proxy).map(({ target }) => String(target))).toEqual([defaultOf("PROXY_PORT")]);
    expect(proxy.healthcheck?.test?.at(-1)).toBe(`http://127.0.0.1:${defaultOf("PROXY_HEALTH_PORT")!}/`);
  });
});
