import type { CapturePreviewResponse } from "@memory-cortex/models";
import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { EXIT } from "../exit-codes.ts";
import type { Conversation } from "../ingest/conversation.ts";
import { readExport } from "../ingest/read-export.ts";
import { harmless, oneLine, plural } from "../terminal/format.ts";
import { progressBar } from "../terminal/progress.ts";
import type { Colours } from "../terminal/terminal.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";
import { runIngest } from "./ingest-command.ts";

interface CaptureOptions extends ServiceOptions {
  json?: boolean;
  session?: string;
  namespace?: string;
  dryRun?: boolean;
}

/** A model may take a while over a long conversation. */
const TIMEOUT_MS = 600_000;

type Preview = CapturePreviewResponse & { place: string };

function previewLines(preview: Preview, colours: Colours): string[] {
  const by = preview.by === "llm" ? "by the language model" : preview.failure === null ? "by rules" : `by rules, because the language model failed: ${preview.failure}`;
  return [
    `${colours.bold(preview.place)}: ${plural(preview.remembered.length, "memory", "memories")} (${by})`,
    ...preview.remembered.map(({ text, type, confidence, outcome, reason }) => `  ${colours.green("+")} ${type} ${confidence.toFixed(2)}  ${oneLine(harmless(text), 300)}${colours.dim(`  [${outcome}: ${reason}]`)}`),
    ...preview.refused.map(({ text, why }) => `  ${colours.yellow("–")} ${oneLine(harmless(text), 160)}${colours.dim(`  [${why}]`)}`),
    ...preview.ignored.map(({ index, reason }) => `  ${colours.dim(`message ${index + 1} is left out: ${reason.replaceAll("_", " ")}`)}`),
  ];
}

async function runPreview(context: CommandContext, path: string, options: CaptureOptions): Promise<void> {
  const { terminal } = context;
  const { client, userId } = findService(options);
  const { session, namespace, user } = options;
  const content = await readExport(path, {
    userId, ...(user === undefined ? {} : { forcedUserId: user }), ...(session === undefined ? {} : { sessionId: session }), ...(namespace === undefined ? {} : { namespace }),
  });
  const progress = progressBar(terminal, "Reading");
  const previews: Preview[] = [];
  try {
    for (const { place, header, messages } of content.conversations satisfies readonly Conversation[]) {
      previews.push({ place, ...(await client.previewCapture({ ...header, messages }, { timeoutMs: TIMEOUT_MS })) });
      progress.update(previews.length, content.conversations.length);
    }
  } finally {
    progress.end();
  }
  answer(terminal, options.json, { value: { dry_run: true, conversations: previews, bad: content.bad }, lines: () => previews.flatMap((preview) => previewLines(preview, terminal.colours)) });
  if (!options.json) for (const { place, reason } of content.bad) terminal.note(`${terminal.noteColours.red("cortex:")} ${place}: ${reason}`);
  context.end(content.bad.length > 0 ? EXIT.failed : previews.some(({ failure }) => failure !== null) ? EXIT.partial : EXIT.ok);
}

/** `cortex capture FILE`: takes in a chat export and waits for its memories; `--dry-run` shows them without keeping anything. */
export function captureCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "capture",
    about: "take in a chat export and wait for its memories; --dry-run: what would be remembered, and why not the rest",
    examples: ["cortex capture chat.json --dry-run", "cortex capture chat.jsonl --session standup --dry-run --json", "cortex capture chat.json      # as `cortex ingest chat.json --wait`"],
  });
  return withService(command)
    .argument("<file>", "chat export, as for `cortex ingest`")
    .option("--session <id>", "session of records that name none")
    .option("--namespace <name>", "namespace of records that name none")
    .option("--dry-run", "keep nothing")
    .action((path: string, options: CaptureOptions) => (options.dryRun ? runPreview(context, path, options) : runIngest(context, path, { ...options, dryRun: false, wait: true })));
}
