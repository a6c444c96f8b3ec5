import { wholeUser } from "@memory-cortex/models";
import type { Document, ExportRecord, ExportRequest, ImportQuery, ImportResponse, Realm } from "@memory-cortex/models";

import { EMBED_DEBOUNCE } from "../conversations/wake-workers.ts";
import { describeText } from "../describe-text.ts";
import type { TextDescription } from "../describe-text.ts";
import { silentLog } from "../formation-log.ts";
import { breather } from "../breather.ts";
import { exportRecords } from "./export-records.ts";
import { importMemories } from "./import-memories.ts";
import type { ImportServices } from "./import-services.ts";
import { importTurns } from "./import-turns.ts";
import { readLines } from "./read-lines.ts";
import type { ImportedLines, ReadOptions } from "./read-lines.ts";

export interface ImportRequest extends Omit<ReadOptions, "userId"> {
  query: ImportQuery;
  /** JSON Lines. */
  bytes: Uint8Array;
}

/** What goes out of the service as lines and comes in as lines. */
export interface Portable {
  /** `POST /v1/export`. Throws `store_unavailable`. */
  export(realm: Realm, request: ExportRequest): AsyncIterable<ExportRecord>;
  /**
   * `POST /v1/import`: all lines are checked before the first is written. What the store fails at in between leaves what was written by then, and the
   * same request adds the rest. Throws `import_invalid`, `revision_conflict`, `store_unavailable`.
   */
  import(request: ImportRequest): Promise<ImportResponse>;
}

const IDS_AT_ONCE = 500;

/** What has one of the ids that the lines name. Ids are the user's own, whatever the namespace. */
async function knownOf({ store }: ImportServices, userId: string, { memories, turns }: ImportedLines): Promise<Map<string, Document>> {
  const named = [...memories.flatMap(({ line }) => [line.id, line.supersedes]), ...turns.map(({ line }) => line.id)];
  const ids = [...new Set(named.filter((id) => id != null))];
  const known = new Map<string, Document>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    for (const document of await store.getDocuments(wholeUser(userId), ids.slice(from, from + IDS_AT_ONCE))) known.set(document.id, document);
  }
  return known;
}

/** A queue that fails loses nothing: a reconcile pass finds memories without a vector. */
async function wakeEmbedding({ queue, log = silentLog }: ImportServices, userId: string): Promise<void> {
  try {
    await queue.enqueue("embed", { user_id: userId }, EMBED_DEBOUNCE);
  } catch (error) {
    log.warn({ err: error }, "could not wake a worker; reconcile will");
  }
}

/** Where no thread does it. */
async function describeBetween(texts: readonly string[]): Promise<TextDescription[]> {
  const breathe = breather();
  const described: TextDescription[] = [];
  for (const text of texts) {
    described.push(describeText(text));
    await breathe();
  }
  return described;
}

export function createPortable(given: ImportServices): Portable {
  const services = { describe: describeBetween, ...given };
  return {
    export: (realm, request) => exportRecords(services, realm, request),

    async import({ query, bytes, namespace, allows }) {
      const { user_id: userId, dedupe, dry_run: dryRun } = query;
      const read = await readLines(bytes, { userId, namespace, allows });
      const known = await knownOf(services, userId, read);
      // Turns first: memories rest on them.
      const turns = await importTurns(services, { userId, turns: read.turns, dedupe, dryRun, known: new Set(known.keys()) });
      const memories = await importMemories(services, { userId, memories: read.memories, dedupe, dryRun, known });
      if (!dryRun && turns.imported + memories.imported > 0) await wakeEmbedding(services, userId);
      return { dry_run: dryRun, lines: read.lines, memories, turns };
    },
  };
}
