import { homedir } from "node:os";
import { join, resolve } from "node:path";

import { CortexError } from "@memory-cortex/models";
import type { z } from "zod";

import { isLoopback } from "./is-loopback.ts";
import { fillUsualKey } from "./llm.ts";
import { CONFIG_FILE_VARIABLE, readEnvironment } from "./read-environment.ts";
import type { Environment } from "./read-environment.ts";
import { readConfigFile, readJsonFile } from "./read-file.ts";
import { configSchema } from "./schema.ts";
import type { CortexConfig, SettingName } from "./schema.ts";
import { notesOf } from "./setting.ts";
import { tokensSchema } from "./tokens.ts";

export interface LoadedConfig {
  config: CortexConfig;
  /** One line each: unknown keys and variables. */
  warnings: readonly string[];
  /** The file that was read, or null. */
  file: string | null;
}

export interface LoadOptions {
  environment?: Environment;
  /** Settings that win over file and environment, e.g. of a command line. */
  overrides?: Partial<z.input<typeof configSchema>>;
  /** Defaults of this program in place of the common ones, e.g. a port of its own. */
  defaults?: Partial<z.input<typeof configSchema>>;
}

const userHome = (environment: Environment): string => environment["HOME"] ?? environment["USERPROFILE"] ?? homedir();

function absolute(path: string, environment: Environment): string {
  return resolve(path === "~" || path.startsWith("~/") ? join(userHome(environment), path.slice(1)) : path);
}

function invalid(error: z.ZodError): CortexError {
  const lines = error.issues.map((issue) => {
    const [key, ...rest] = issue.path;
    const notes = notesOf(configSchema.shape[key as SettingName]);
    const place = rest.length === 0 ? "" : ` at ${rest.join(".")}`;
    return `${notes?.variable ?? String(key)} ("${String(key)}" in the file)${place}: ${issue.message}.`;
  });
  return new CortexError("config_invalid", { detail: lines.join(" ") });
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}

/** Tokens of the tokens file; the file has to be there when it is named. */
function tokensOfFile(path: string): z.infer<typeof tokensSchema> {
  const content = readJsonFile(path, "CORTEX_TOKENS_FILE");
  if (content === null) throw new CortexError("config_invalid", { detail: "The file that CORTEX_TOKENS_FILE names is not there." });
  const parsed = tokensSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => `${issue.path.join(".") || "the list"}: ${issue.message}`);
  throw new CortexError("config_invalid", { detail: `CORTEX_TOKENS_FILE: ${reasons.join(", ")}.` });
}

function configFileOf(home: unknown, environment: Environment): { file: string; named: boolean } {
  const named = environment[CONFIG_FILE_VARIABLE]?.trim();
  if (named) return { file: absolute(named, environment), named: true };
  const folder = absolute(typeof home === "string" ? home : configSchema.shape.home.parse(undefined), environment);
  return { file: join(folder, "config.json"), named: false };
}

/** Path of the configuration file, whether or not it is there: CORTEX_CONFIG, or config.json in the data folder. Throws `config_invalid`. */
export function configFilePath(environment: Environment = process.env): string {
  return configFileOf(readEnvironment(environment).values["home"], environment).file;
}

/**
 * Settings from the optional JSON file (CORTEX_CONFIG, or config.json in the data folder), the environment, and defaults; the
 * environment wins. The only reader of the environment.
 * Throws `config_invalid`, naming the setting and never its value, and `unsafe_bind` for a bind beyond loopback without tokens.
 */
export function loadConfig(options: LoadOptions = {}): LoadedConfig {
  const environment = options.environment ?? process.env;
  const fromEnvironment = readEnvironment(environment);
  const overrides = Object.fromEntries(Object.entries(options.overrides ?? {}).filter(([, value]) => value !== undefined));

  const given = { ...fromEnvironment.values, ...overrides };
  const { file, named } = configFileOf(given["home"], environment);
  const fromFile = readConfigFile(file, named);

  const parsed = configSchema.safeParse({ ...options.defaults, ...fromFile.values, ...given });
  if (!parsed.success) throw invalid(parsed.error);
  const config = parsed.data;
  config.home = absolute(config.home, environment);
  if (config.modelFolder !== null) config.modelFolder = absolute(config.modelFolder, environment);
  if (config.transformerHome !== null) config.transformerHome = absolute(config.transformerHome, environment);
  if (config.tokensFile !== null) {
    config.tokensFile = absolute(config.tokensFile, environment);
    config.tokens = [...config.tokens, ...tokensOfFile(config.tokensFile)];
  }
  if (config.tokens.length === 0 && !isLoopback(config.host)) throw new CortexError("unsafe_bind");
  const usualKey = environment["ANTHROPIC_API_KEY"]?.trim();
  if (usualKey !== undefined && usualKey !== "") fillUsualKey(config, usualKey);
  const read = named || Object.keys(fromFile.values).length > 0 || fromFile.warnings.length > 0;
  return { config: deepFreeze(config), warnings: [...fromFile.warnings, ...fromEnvironment.warnings], file: read ? file : null };
}
