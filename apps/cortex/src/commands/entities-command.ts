import { ENTITY_TYPES } from "@memory-cortex/models";
import type { EntityResponse, EntityType, EntityView } from "@memory-cortex/models";
import { Command, Option } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { harmless, plural } from "../terminal/format.ts";
import type { Colours } from "../terminal/terminal.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { integerOption } from "./integer-option.ts";

interface EntityOptions extends ServiceOptions {
  json?: boolean;
  namespace?: string;
}
interface ListOptions extends EntityOptions {
  query?: string;
  type?: EntityType;
  limit: number;
}

function entityLine(entity: EntityView, colours: Colours): string {
  const aliases = entity.aliases.length === 0 ? "" : colours.dim(`  (also ${entity.aliases.join(", ")})`);
  return `${colours.dim(entity.id)}  ${entity.type.padEnd(12)} ${colours.bold(harmless(entity.name))}${harmless(aliases)}  ${plural(entity.documents, "mention")}`;
}

/** "LIVES_IN Lisbon (since 2026-05-01)" */
function relationLine({ predicate, object, valid_from, valid_to }: EntityResponse["relations"][number]): string {
  const span = [valid_from === null ? "" : `since ${valid_from.slice(0, 10)}`, valid_to === null ? "" : `until ${valid_to.slice(0, 10)}`].filter(Boolean).join(", ");
  return `  ${predicate} ${harmless(object)}${span === "" ? "" : ` (${span})`}`;
}

async function runList(context: CommandContext, options: ListOptions): Promise<void> {
  const { client, userId } = findService(options);
  const { limit, namespace, query, type } = options;
  const page = await client.listEntities({ user_id: userId, limit, namespace, query, type });
  const lines = () => (page.entities.length === 0 ? ["No entities."] : page.entities.map((entity) => entityLine(entity, context.terminal.colours)));
  answer(context.terminal, options.json, { value: page, lines });
  context.end(EXIT.ok);
}

async function runShow(context: CommandContext, id: string, options: EntityOptions): Promise<void> {
  const { client, userId } = findService(options);
  const shown = await client.getEntity({ id, user_id: userId, namespace: options.namespace });
  const lines = () => [entityLine(shown.entity, context.terminal.colours), ...shown.relations.map(relationLine), `  mentioned in ${plural(shown.memory_ids.length, "memory", "memories")} and ${plural(shown.turn_ids.length, "turn")}`];
  answer(context.terminal, options.json, { value: shown, lines });
  context.end(EXIT.ok);
}

async function runMerge(context: CommandContext, id: string, options: EntityOptions & { into?: string }): Promise<void> {
  const { client, userId } = findService(options);
  const which = { id, user_id: userId, namespace: options.namespace };
  const merged = await (options.into === undefined ? client.unmergeEntity(which) : client.mergeEntities({ ...which, into: options.into }));
  answer(context.terminal, options.json, { value: merged, lines: () => [merged.merged_into === null ? `${id} stands for itself again.` : `${id} counts as ${merged.merged_into} now; \`cortex entities unmerge ${id}\` takes it back.`] });
  context.end(EXIT.ok);
}

function listCommand(context: CommandContext): Command {
  return withService(newCommand({ name: "list", about: "people, places, projects, … that memory knows", examples: ["cortex entities list", "cortex entities list --query ann --type person"] }))
    .option("--namespace <name>", "namespace to look in")
    .option("--query <text>", "whose name or alias begins like this")
    .addOption(new Option("--type <type>", "kind of entity").choices(ENTITY_TYPES))
    .option("--limit <n>", "at most", integerOption(1, 200), 50)
    .action((options: ListOptions) => runList(context, options));
}

/** `cortex entities`: whom and what memory knows. */
export function entitiesCommand(context: CommandContext): Command {
  const show = withService(newCommand({ name: "show", about: "one entity with its facts", examples: ["cortex entities show ID"] }));
  show.argument("<id>", "the entity").option("--namespace <name>", "namespace it is in").action((id: string, options: EntityOptions) => runShow(context, id, options));
  const merge = withService(newCommand({ name: "merge", about: "say that two entities are one", examples: ["cortex entities merge ID --into OTHER"] }));
  merge.argument("<id>", "the entity").requiredOption("--into <id>", "the one that it is the same as").option("--namespace <name>", "namespace they are in")
    .action((id: string, options: EntityOptions & { into: string }) => runMerge(context, id, options));
  const unmerge = withService(newCommand({ name: "unmerge", about: "take back a merge", examples: ["cortex entities unmerge ID"] }));
  unmerge.argument("<id>", "the entity that was merged").option("--namespace <name>", "namespace it is in").action((id: string, options: EntityOptions) => runMerge(context, id, options));
  const command = new Command("entities").description("whom and what memory knows: list, show, merge");
  for (const part of [listCommand(context), show, merge, unmerge]) command.addCommand(part.copyInheritedSettings(command));
  return command;
}
