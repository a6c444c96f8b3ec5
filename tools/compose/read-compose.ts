import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { parse } from "yaml";

import { parseEnvironmentFile } from "./environment-file.ts";
import { interpolate } from "./interpolate.ts";

/** Top of the working copy. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** One service of the compose file, as far as it is read here; merged and with its variables put in. */
export interface ComposeService {
  image?: string;
  build?: { context: string; dockerfile: string };
  profiles?: string[];
  user?: string;
  read_only?: boolean;
  restart?: string;
  init?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  tmpfs?: string[];
  networks?: string[] | Record<string, unknown>;
  ports?: string[];
  scale?: string | number;
  mem_limit?: string;
  pids_limit?: number;
  privileged?: boolean;
  network_mode?: string;
  logging?: { driver: string; options: Record<string, string> };
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string; required?: boolean }>;
}

export interface ComposeFile {
  name: string;
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

function withVariables(value: unknown, variables: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return interpolate(value, variables);
  if (Array.isArray(value)) return value.map((item) => withVariables(item, variables));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withVariables(item, variables)]));
}

/** The compose file as text, before any variable is put in. */
export function composeText(): string {
  return readFileSync(join(ROOT, "docker-compose.yml"), "utf8");
}

/** Variables of `.env.example`: what a person has who changes nothing. */
export function exampleVariables(): Map<string, string> {
  return parseEnvironmentFile(readFileSync(join(ROOT, ".env.example"), "utf8"));
}

/** `docker-compose.yml` with merges done and variables put in; those of `.env.example` when none are given. */
export function readCompose(variables: ReadonlyMap<string, string> = exampleVariables()): ComposeFile {
  return withVariables(parse(composeText(), { merge: true }), variables) as ComposeFile;
}
