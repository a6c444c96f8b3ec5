import { readFileSync } from "node:fs";
import { join } from "node:path";

import { createMetrics } from "@memory-cortex/telemetry";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { readComposeApps } from "./read-compose-apps.ts";
import { ROOT, readCompose } from "./read-compose.ts";

interface Dashboard {
  uid: string;
  panels: { id: number; type: string; title: string; description?: string; gridPos: { x: number; y: number; w: number; h: number }; targets?: { expr: string; datasource: { uid: string } }[] }[];
}

const read = (path: string): string => readFileSync(join(ROOT, "deploy", path), "utf8");
const dashboard = JSON.parse(read("grafana/dashboards/memory-cortex.json")) as Dashboard;
const { groups } = parse(read("prometheus/alerts.yml")) as { groups: { rules: { alert: string; expr: string; for: string; labels: { severity: string }; annotations: { summary: string } }[] }[] };
const rules = groups.flatMap((group) => group.rules);
const prometheus = parse(read("prometheus/prometheus.yml")) as { rule_files: string[]; scrape_configs: { job_name: string; honor_labels?: boolean; authorization: { credentials_file: string }; dns_sd_configs: { names: string[]; port: number }[] }[] };
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ place: title, expr }))),
  ...rules.map(({ alert, expr }) => ({ place: alert, expr })),
];

/** Labels that Prometheus puts on everything it scrapes, and the bound of a histogram's bucket. */
const SCRAPED = ["job", "instance", "app", "le"];
const labels = new Map<string, readonly string[]>([["up", SCRAPED]]);
const { registry } = createMetrics({ process: true });
for (const { name, type } of registry.getMetricsAsArray()) {
  const own = (registry.getSingleMetric(name) as unknown as { labelNames?: string[] }).labelNames ?? [];
  for (const ending of String(type) === "histogram" ? ["_bucket", "_sum", "_count"] : [""]) labels.set(`${name}${ending}`, [...own, ...SCRAPED]);
}

const METRIC = /\b(?:cortex|process|nodejs)_\w+|\bup\b/g;
const metricsIn = (expression: string): string[] => [...expression.replace(/"[^"]*"/g, '""').matchAll(METRIC)].map(([name]) => name);
/** Labels in matchers and in `by (…)`. */
function labelsIn(expression: string): string[] {
  const matched = [...expression.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!);
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(",").map((name) => name.trim()));
  return [...matched, ...grouped];
}

describe.each(expressions)("$place: $expr", ({ expr }) => {
  it("names figures that the apps have, with labels that these have", () => {
    const names = metricsIn(expr);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !labels.has(name))).toEqual([]);
    const known = new Set(names.flatMap((name) => labels.get(name) ?? []));
    expect(labelsIn(expr).filter((label) => !known.has(label))).toEqual([]);
  });
});

describe("the dashboard", () => {
  it("explains every figure, and shows none over another", () => {
    const panels = dashboard.panels.filter(({ type }) => type !== "row");
    expect(panels.length).toBeGreaterThan(10);
    expect(panels.filter(({ description }) => !description)).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(new Set(dashboard.panels.map(({ gridPos: { x, y } }) => `${x},${y}`)).size).toBe(dashboard.panels.length);
  });

  it("is what Grafana is told to load, from the source that it is told of", () => {
    const { datasources } = parse(read("grafana/provisioning/datasources/prometheus.yml")) as { datasources: { uid: string; url: string }[] };
    expect(datasources).toMatchObject([{ uid: "prometheus", url: "http://prometheus:9090" }]);
    expect(dashboard.panels.flatMap(({ targets = [] }) => targets).every(({ datasource }) => datasource.uid === "prometheus")).toBe(true);
    const { providers } = parse(read("grafana/provisioning/dashboards/memory-cortex.yml")) as { providers: { options: { path: string } }[] };
    const { volumes = [], environment = {} } = readCompose().services["grafana"]!;
    expect(volumes).toContain(`./deploy/grafana/dashboards:${providers[0]!.options.path}:ro`);
    expect(environment["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]).toBe(`${providers[0]!.options.path}/memory-cortex.json`);
  });
});

describe("Prometheus", () => {
  it("asks every app, at its port, with the token that reads figures", () => {
    const [job] = prometheus.scrape_configs;
    const asked = job!.dns_sd_configs.map(({ names, port }) => `${names.join()}:${port}`);
    expect(asked).toEqual(readComposeApps().map(({ name, port }) => `${name}:${port}`));
    expect(job!.authorization.credentials_file).toBe("/run/secrets/metrics_token");
    expect(readCompose().services["prometheus"]!.secrets).toContain("metrics_token");
  });

  it("leaves the labels of the apps as they are", () => {
    const taken = [...labels].filter(([, names]) => names.slice(0, -SCRAPED.length).some((name) => SCRAPED.includes(name)));
    expect(taken.map(([name]) => name)).toContain("cortex_queue_jobs");
    expect(prometheus.scrape_configs.map(({ honor_labels }) => honor_labels)).toEqual([true]);
  });

  it("has a rule for each app that is gone, as what has no address is not asked", () => {
    const gone = rules.find(({ alert }) => alert === "AppGone");
    expect([...(gone?.expr ?? "").matchAll(/absent\(up\{app="([^"]+)"\}\)/g)].map(([, app]) => app)).toEqual(readComposeApps().map(({ name }) => name));
  });

  it("has rules that say when they hold and what they mean", () => {
    expect(prometheus.rule_files).toEqual(["alerts.yml"]);
    expect(rules.length).toBeGreaterThan(5);
    for (const { for: during, labels: { severity }, annotations } of rules) {
      expect(during).toMatch(/^\d+[mh]$/);
      expect(severity).toMatch(/^(critical|warning|info)$/);
      expect(annotations.summary.length).toBeGreaterThan(10);
    }
  });
});
