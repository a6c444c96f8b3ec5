import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { FoundService, ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import { importStateFile } from "../ingest/import-state.ts";
import { readExport } from "../ingest/read-export.ts";
import type { Export } from "../ingest/read-export.ts";
import { sendExport } from "../ingest/send-export.ts";
import type { SendReport } from "../ingest/send-export.ts";
import { plural } from "../terminal/format.ts";
import { progressBar } from "../terminal/progress.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

interface IngestOptions extends ServiceOptions {
  json?: boolean;
  session?: string;
  namespace?: string;
  channel?: string;
  dryRun?: boolean;
  wait?: boolean;
}

const WAIT_MS = 600_000;

function reportLines(report: SendReport): string[] {
  const ignored = Object.entries(report.ignored).map(([reason, count]) => `${count} ${reason.replaceAll("_", " ")}`);
  const leftOut = ignored.length === 0 ? "" : ` Left out: ${ignored.join(", ")}.`;
  const resumed = report.resumed === 0 ? "" : ` Went on after ${plural(report.resumed, "conversation")} of an earlier run.`;
  return [`${plural(report.conversations, "conversation")}: ${plural(report.accepted, "new turn")}, ${report.duplicate.toLocaleString("en-GB")} known already.${leftOut}${resumed}`];
}

/** Where an interrupted run of the same file stopped; 0 when the service has less than that run was told. */
async function resumePoint(found: FoundService, state: Awaited<ReturnType<typeof importStateFile>>): Promise<number> {
  const earlier = await state.read();
  if (earlier === null) return 0;
  const stats = await found.client.stats({ user_id: found.userId }).catch(() => null);
  return stats?.turns !== undefined && stats.turns >= earlier.turns ? earlier.conversations : 0;
}

async function send(context: CommandContext, { path, content }: { path: string; content: Export }, options: IngestOptions): Promise<SendReport> {
  const found = findService(options);
  const { client, userId, config } = found;
  const state = await importStateFile(config.home, path, [client.url, userId, options.session, options.namespace, options.channel]);
  const resumeAt = await resumePoint(found, state);
  const progress = progressBar(context.terminal, "Sending");
  const onMessages = (sent: number, total: number): void => progress.update(sent, total);
  try {
    const report = await sendExport(content.conversations, { client, state, resumeAt, bodyLimitBytes: config.bodyLimitBytes, onMessages });
    await state.remove();
    return report;
  } finally {
    progress.end();
  }
}

/** Users that the file names, for the wait at the end. */
function usersOf(content: Export): string[] {
  return [...new Set(content.conversations.map(({ header }) => header.user_id))];
}

async function flushAll(options: IngestOptions, users: readonly string[]): Promise<boolean> {
  const { client } = findService(options);
  let done = true;
  for (const user_id of users) {
    const flushed = await client.flush({ user_id, timeout_ms: WAIT_MS });
    done = done && flushed.done;
  }
  return done;
}

/** Sends an export; with `wait`, until its memories and vectors are made. */
export async function runIngest(context: CommandContext, path: string, options: IngestOptions): Promise<void> {
  const { terminal } = context;
  const { session, namespace, channel, user } = options;
  const content = await readExport(path, {
    userId: findService(options).userId,
    ...(user === undefined ? {} : { forcedUserId: user }),
    ...(session === undefined ? {} : { sessionId: session }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(channel === undefined ? {} : { channel }),
  });
  const messages = content.conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0);
  const report = options.dryRun ? null : await send(context, { path, content }, options);
  const done = report !== null && options.wait ? await flushAll(options, usersOf(content)) : null;

  const bad = [...content.bad, ...(report?.refused ?? [])];
  const value = { conversations: content.conversations.length, messages, ...(report ?? { dry_run: true }), ...(done === null ? {} : { flushed: done }), bad };
  const lines = () => (report === null ? [`Would send ${plural(content.conversations.length, "conversation")} with ${plural(messages, "message")}.`] : reportLines(report));
  answer(terminal, options.json, { value, lines });
  if (!options.json) for (const { place, reason } of bad) terminal.note(`${terminal.noteColours.red("cortex:")} ${place}: ${reason}`);
  context.end(bad.length > 0 ? EXIT.failed : done === false ? EXIT.partial : EXIT.ok);
}

/** `cortex ingest FILE`: takes in a chat export. */
export function ingestCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "ingest",
    about: "take in a chat export: JSON or JSON Lines in the shape of POST /ingest",
    examples: [
      "cortex ingest export.json                       # {messages, session_id, …}, or a list of them",
      "cortex ingest export.jsonl --user ann --wait    # one conversation a line; wait for the memories",
      "cortex ingest chat.jsonl --session standup      # one message a line: {role, content, …}",
      "cortex ingest export.json --dry-run             # check the file, send nothing",
    ],
  });
  return withService(command)
    .argument("<file>", "chat export; sending it again adds nothing, and an interrupted run goes on where it stopped")
    .option("--session <id>", "session of records that name none")
    .option("--namespace <name>", "namespace of records that name none")
    .option("--channel <name>", "channel of records that name none")
    .option("--dry-run", "check the file and send nothing")
    .option("--wait", "wait until memories and vectors are made")
    .action((path: string, options: IngestOptions) => runIngest(context, path, options));
}
