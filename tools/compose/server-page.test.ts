import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { publishedPorts } from "./read-compose-apps.ts";
import { ROOT, exampleVariables, readCompose } from "./read-compose.ts";

const page = readFileSync(join(ROOT, "docs", "server.md"), "utf8");
const { services, secrets } = readCompose();

describe("docs/server.md", () => {
  it("names every profile, secret and published port of the compose file", () => {
    const profiles = Object.values(services).flatMap((service) => service.profiles ?? []);
    const files = Object.values(secrets).map(({ file }) => file.split("/").at(-1)!);
    const ports = Object.values(services).flatMap((service) => publishedPorts(service)).map(({ port }) => String(port));
    expect([...profiles, ...files, ...ports].filter((name) => !page.includes(name))).toEqual([]);
  });

  it("names no variable that there is not, and no version of Memgraph but the one that is started", () => {
    const variables = [...page.matchAll(/`((?:CORTEX|MEMGRAPH|OLLAMA|REDIS|GRAFANA)_[A-Z_]+)/g)].map(([, name]) => name!);
    const known = new Set([...exampleVariables().keys(), "CORTEX_TOKEN", "CORTEX_TOKENS"]);
    expect(variables.filter((name) => !known.has(name))).toEqual([]);
    expect([...page.matchAll(/memgraph\/memgraph:[\w.]+/g)].map(([image]) => image).filter((image) => image !== services["memgraph"]!.image)).toEqual([]);
  });

  it("says what to do when each part is down", () => {
    const table = page.slice(page.indexOf("## When a part is down"), page.indexOf("## Without containers")).toLowerCase();
    const parts = Object.keys(services).map((name) => name.replace(/^ollama-.*/, "ollama"));
    const unserving = ["prometheus", "grafana"];
    expect(parts.filter((name) => !unserving.includes(name) && !table.includes(`| ${name} |`))).toEqual([]);
  });
});

describe("docs/dependencies.md", () => {
  it("has the versions of the images", () => {
    const text = readFileSync(join(ROOT, "docs", "dependencies.md"), "utf8");
    const versions = Object.values(services).flatMap(({ image = "", build }) => (build === undefined ? [/:v?(\d+\.\d+\.\d+)/.exec(image)![1]!] : []));
    expect([...new Set(versions)].filter((version) => !text.includes(version))).toEqual([]);
  });
});
