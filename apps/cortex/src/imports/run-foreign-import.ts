import { randomUUID } from "node:crypto";

import { findService } from "../client/find-service.ts";
import type { FoundService } from "../client/find-service.ts";
import { answer } from "../commands/command-context.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { EXIT } from "../exit-codes.ts";
import type { BadRecord } from "../ingest/conversation.ts";
import { importStateOf } from "../ingest/import-state.ts";
import type { ImportStateFile } from "../ingest/import-state.ts";
import { Problem } from "../problem.ts";
import { progressBar } from "../terminal/progress.ts";
import { allPieces } from "./all-pieces.ts";
import type { Reading } from "./all-pieces.ts";
import { detectFormat, formatNamed } from "./detect-format.ts";
import { firstPass } from "./first-pass.ts";
import type { Census } from "./first-pass.ts";
import type { ForeignImportOptions } from "./import-options.ts";
import { dryRunLines, reportLines } from "./import-lines.ts";
import { sendPieces } from "./send-pieces.ts";
import type { ImportReport } from "./send-pieces.ts";
import { openSource } from "./source/open-source.ts";
import type { Source } from "./source/open-source.ts";
import { taster } from "./taste.ts";

export interface ForeignImport {
  /** A name of the table, or "auto". */
  format: string;
  path: string;
  options: ForeignImportOptions;
}

interface Opened {
  name: string;
  source: Source;
  reading: Reading;
  found: FoundService;
}

const WAIT_MS = 600_000;

async function open({ format, path, options }: ForeignImport): Promise<Opened> {
  const found = findService(options);
  const source = await openSource(path);
  const { name, reader } = format === "auto" ? await detectFormat(source) : await formatNamed(format);
  const files = source.kind === "file" ? source.files : source.files.filter((file) => reader.holds(file.name));
  if (files.length === 0) throw new Problem(`Nothing of ${name} is in there.`, { code: "empty_source", fix: "Name the file itself, or the folder that holds it." });
  const defaults = { userId: found.userId, ...(options.user === undefined ? {} : { forcedUserId: options.user }), ...(options.namespace === undefined ? {} : { namespace: options.namespace }) };
  const owner = new Set((options.owner ?? []).map((id) => id.toLowerCase()));
  return { name, source, found, reading: { reader, files, context: { defaults, owner, now: Date.now() }, bodyLimitBytes: found.config.bodyLimitBytes } };
}

/** What the service has of these users. */
async function statsOf({ client }: FoundService, users: Iterable<string>): Promise<{ turns: number; memories: number }> {
  const sum = { turns: 0, memories: 0 };
  for (const user_id of users) {
    const stats = await client.stats({ user_id }).catch(() => null);
    sum.turns += stats?.turns ?? 0;
    sum.memories += stats?.total_memories ?? 0;
  }
  return sum;
}

/** Where an interrupted run of the same import stopped; 0 when the service has less than that run was told. */
async function resumePoint(found: FoundService, state: ImportStateFile, census: Census): Promise<{ resumeAt: number; run: string }> {
  const earlier = await state.read();
  const run = earlier?.run ?? randomUUID();
  if (earlier === null || earlier.conversations === 0) return { resumeAt: 0, run };
  const { turns, memories } = await statsOf(found, census.users.keys());
  return { resumeAt: turns >= earlier.turns && memories >= (earlier.memories ?? 0) ? earlier.conversations : 0, run };
}

async function send(context: CommandContext, { name, source, reading, found }: Opened, { census, options }: { census: Census; options: ForeignImportOptions }): Promise<ImportReport> {
  const { client, config, userId } = found;
  const state = importStateOf(config.home, [await source.fingerprint(reading.files), name, client.url, options.user ?? userId, options.namespace, [...reading.context.owner].toSorted().join(" "), String(options.skipInvalid === true)]);
  const { resumeAt, run } = await resumePoint(found, state, census);
  if (await source.changed()) throw new Problem("The source was changed while it was read.", { code: "source_changed", fix: "Run the same command again, or import a copy." });
  const progress = progressBar(context.terminal, "Importing");
  let sent = 0;
  const onSent = (count: number): void => progress.update((sent += count), census.messages + census.facts);
  try {
    const report = await sendPieces(allPieces(reading), { client, state, resumeAt, run, onSent, leaveOutKnown: reading.reader.leaveOutKnown, bodyLimitBytes: config.bodyLimitBytes, skipInvalid: options.skipInvalid === true });
    await state.remove();
    return report;
  } finally {
    progress.end();
  }
}

async function flushAll({ client }: FoundService, users: Iterable<string>): Promise<boolean> {
  let done = true;
  for (const user_id of users) {
    const flushed = await client.flush({ user_id, timeout_ms: WAIT_MS });
    done = done && flushed.done;
  }
  return done;
}

const countsOf = (name: string, { reading }: Opened, census: Census) => ({
  format: name, files: reading.files.length, conversations: census.conversations, messages: census.messages, statements: census.facts,
  users: [...census.users].map(([user_id, { conversations, messages, facts }]) => ({ user_id, conversations, messages, statements: facts })),
  left_out: Object.fromEntries(census.leftOut), invalid_count: census.flawCount, invalid: census.flaws,
});

function noteBad({ terminal }: CommandContext, options: ForeignImportOptions, bad: readonly BadRecord[]): void {
  if (!options.json) for (const { place, reason } of bad) terminal.note(`${terminal.noteColours.red("cortex:")} ${place}: ${reason}`);
}

/** Nothing is sent, because something does not fit. */
function refuse(context: CommandContext, opened: Opened, { census, options }: { census: Census; options: ForeignImportOptions }): void {
  const lines = () => [`Nothing was imported: ${census.flawCount} of the records do not fit. Mend them, or leave them out with --skip-invalid.`];
  answer(context.terminal, options.json, { value: { ...countsOf(opened.name, opened, census), imported: false }, lines });
  noteBad(context, options, census.flaws);
  context.end(EXIT.failed);
}

/**
 * Imports somebody else's file, folder or zip. All of it is read and checked before anything is sent; an interrupted run goes on where it
 * stopped, and the same again changes nothing.
 */
export async function runForeignImport(context: CommandContext, request: ForeignImport): Promise<void> {
  const { options } = request;
  const opened = await open(request);
  const { taste, look } = taster();
  const census = await firstPass(allPieces(opened.reading), options.dryRun ? look : undefined);
  if (census.conversations + census.facts + census.flawCount + census.leftOut.size === 0) throw new Problem("The source holds nothing.", { code: "empty_source" });
  const counts = countsOf(opened.name, opened, census);
  if (options.dryRun) {
    answer(context.terminal, options.json, { value: { ...counts, dry_run: true, kept: taste.kept, ignored: taste.ignored, sample: taste.sample }, lines: () => dryRunLines({ format: opened.name, userId: opened.found.userId, census, taste }) });
    noteBad(context, options, census.flaws);
    return context.end(census.flawCount === 0 ? EXIT.ok : options.skipInvalid ? EXIT.partial : EXIT.failed);
  }
  if (census.flawCount > 0 && !options.skipInvalid) return refuse(context, opened, { census, options });
  const report = await send(context, opened, { census, options });
  const done = options.wait ? await flushAll(opened.found, census.users.keys()) : null;
  answer(context.terminal, options.json, { value: { ...counts, imported: true, ...report, ...(done === null ? {} : { flushed: done }) }, lines: () => reportLines({ format: opened.name, userId: opened.found.userId, census, report }) });
  noteBad(context, options, [...census.flaws, ...report.refused]);
  context.end(report.refused.length > 0 ? EXIT.failed : census.flawCount > 0 || done === false ? EXIT.partial : EXIT.ok);
}
