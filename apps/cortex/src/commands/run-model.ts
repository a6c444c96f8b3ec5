import { changeConfigFile, loadConfig } from "@memory-cortex/config";
import type { ChangedFile, CortexConfig } from "@memory-cortex/config";

import { checkModels } from "../doctor/check-models.ts";
import { prepareHome } from "../embedded/prepare-home.ts";
import { EXIT } from "../exit-codes.ts";
import { knownModels } from "../models/known-models.ts";
import type { KnownModel } from "../models/known-models.ts";
import { parseModelName } from "../models/model-name.ts";
import { obtainModel } from "../models/obtain-model.ts";
import { removeFiles } from "../models/remove-files.ts";
import { legName, withModel, withoutModel } from "../models/third-leg.ts";
import type { ChosenModel } from "../models/third-leg.ts";
import { answer } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

export interface ModelOptions {
  json?: boolean;
}

export interface UseOptions extends ModelOptions {
  url?: string;
}

type Embedders = CortexConfig["embedders"];

function save(embedders: Embedders): ChangedFile {
  return changeConfigFile({ embedders: structuredClone(embedders) as Parameters<typeof changeConfigFile>[0]["embedders"] });
}

const legsOf = (embedders: Embedders): string => ["words", ...embedders.map(({ name }) => name)].join(", ");

/** What a person has to know after a change. */
function afterwards(embedders: Embedders, { file, overriddenBy }: ChangedFile): string[] {
  return [
    `Recall by ${legsOf(embedders)}, written to ${file}.`,
    ...overriddenBy.map((variable) => `${variable} is set in the environment and wins over the file: unset it.`),
    "A restart of the service applies it. Vectors are then made in the background; until they are whole, recall goes on without them.",
  ];
}

/** `cortex model use`. */
export async function useModel({ terminal, end }: CommandContext, given: string, options: UseOptions): Promise<void> {
  const name = parseModelName(given);
  const { config } = loadConfig();
  await prepareHome(config.home);
  const { chosen, dimension, queryMs }: ChosenModel = await obtainModel(name, { config, terminal, url: options.url });
  const embedders = withModel(config.embedders, chosen);
  const changed = save(embedders);
  answer(terminal, options.json, {
    value: { used: legName(chosen), dimension, query_ms: queryMs, embedders: embedders.map((embedder) => embedder.name), file: changed.file, overridden_by: changed.overriddenBy, restart: true },
    lines: () => [`${terminal.colours.green(`${given} works`)}: ${dimension} dimensions, ${queryMs} ms a question.`, ...afterwards(embedders, changed)],
  });
  end(EXIT.ok);
}

/** `cortex model remove`. */
export async function removeModel({ terminal, end }: CommandContext, given: string, options: ModelOptions): Promise<void> {
  const name = parseModelName(given);
  const { config } = loadConfig();
  const embedders = withoutModel(config.embedders, name);
  const wasUsed = embedders.length < config.embedders.length;
  const changed = wasUsed ? save(embedders) : null;
  const deleted = await removeFiles(name, config);
  answer(terminal, options.json, {
    value: { removed: given, was_used: wasUsed, deleted, embedders: embedders.map((embedder) => embedder.name), restart: wasUsed },
    lines: () => [
      ...deleted.map((folder) => `Deleted ${folder}.`),
      ...(changed === null ? [`${given} was not in use.`] : [`Recall by ${legsOf(embedders)}, written to ${changed.file}. A restart of the service applies it; vectors of ${given} are then deleted.`]),
    ],
  });
  end(EXIT.ok);
}

function line({ name, about, state }: KnownModel, width: number): string {
  return `${name.padEnd(width)}  ${state.padEnd(9)}  ${about}`;
}

/** `cortex model list`. */
export async function listModels({ terminal, end }: CommandContext, options: ModelOptions): Promise<void> {
  const models = await knownModels(loadConfig().config);
  const width = Math.max(...models.map(({ name }) => name.length));
  answer(terminal, options.json, { value: { models }, lines: () => models.map((model) => line(model, width)) });
  end(EXIT.ok);
}

/** `cortex model status`. */
export async function modelStatus({ terminal, end }: CommandContext, options: ModelOptions): Promise<void> {
  const results = await checkModels(loadConfig().config);
  const isOk = results.every(({ status }) => status === "ok");
  const marks = { ok: terminal.colours.green("✓"), warning: terminal.colours.yellow("!"), failed: terminal.colours.red("✗") };
  answer(terminal, options.json, {
    value: { ok: isOk, models: results },
    lines: () => results.flatMap(({ check, status, message, fix }) => [`${marks[status]} ${check}  ${message}`, ...(fix === null ? [] : [`  → ${fix}`])]),
  });
  end(isOk ? EXIT.ok : EXIT.failed);
}
