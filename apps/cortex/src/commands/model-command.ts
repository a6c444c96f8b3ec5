import { Command } from "commander";

import { newCommand } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import type { ModelOptions, UseOptions } from "./run-model.ts";

/** Loaded on demand: it brings the embedders, which the other commands do without. */
const run = () => import("./run-model.ts");

function useCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "use",
    about: "get a model, try it, and have the service use it: `static`, `minilm`, or `ollama:MODEL`",
    examples: ["cortex model use minilm", "cortex model use ollama:all-minilm --url http://127.0.0.1:11434", "cortex model use static        back to the default"],
  });
  return command
    .argument("<name>", "static, minilm, or ollama:MODEL")
    .option("--url <address>", "address of the Ollama server (http://127.0.0.1:11434)")
    .action(async (name: string, options: UseOptions) => (await run()).useModel(context, name, options));
}

function removeCommand(context: CommandContext): Command {
  const command = newCommand({ name: "remove", about: "have the service use a model no longer, and delete its files", examples: ["cortex model remove minilm"] });
  return command.argument("<name>", "static, minilm, or ollama:MODEL").action(async (name: string, options: ModelOptions) => (await run()).removeModel(context, name, options));
}

/** `cortex model`: what recall searches by meaning with. */
export function modelCommand(context: CommandContext): Command {
  const list = newCommand({ name: "list", about: "the models there are, and which are used", examples: ["cortex model list", "cortex model list --json"] });
  list.action(async (options: ModelOptions) => (await run()).listModels(context, options));
  const status = newCommand({ name: "status", about: "try each model in use", examples: ["cortex model status"] });
  status.action(async (options: ModelOptions) => (await run()).modelStatus(context, options));
  const command = new Command("model").description("list, use, remove and try the models that recall searches by meaning with");
  for (const part of [list, useCommand(context), removeCommand(context), status]) command.addCommand(part.copyInheritedSettings(command));
  return command;
}
