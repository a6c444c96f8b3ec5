import type { TransferRecord } from "@memory-cortex/store";
import { PAGE_BYTES } from "@memory-cortex/store";

import type { CheckedBackup } from "./check-backup.ts";
import type { SourcePage, UserSource } from "./import-user.ts";
import { readBackup } from "./read-backup.ts";
import type { NumberedLine } from "./read-backup.ts";

const PAGE_RECORDS = 1_000;
const BYTES_EACH = 500;

/** About how long it is in memory, bytes. */
function bytesOf(record: TransferRecord): number {
  if (record.kind === "turn") return BYTES_EACH + record.turn.text.length * 4;
  if (record.kind === "memory") return BYTES_EACH + record.memory.text.length * 4;
  if (record.kind === "vector") return BYTES_EACH + (record.vector?.byteLength ?? 0);
  return record.kind === "answer" ? BYTES_EACH + record.answer.response.length * 2 : BYTES_EACH * 2;
}

export const restoreStream = ({ header }: CheckedBackup): string => `backup ${header.id}`;

/**
 * The users of a checked backup, in the order of the file, which is read once through for all of them. Places are numbers of the user's
 * records: a file that is compressed can only be read from its beginning.
 */
export class RestoreSources {
  readonly #backup: CheckedBackup;
  readonly #lines: AsyncGenerator<NumberedLine>;

  constructor(path: string, backup: CheckedBackup) {
    this.#backup = backup;
    this.#lines = readBackup(path, () => undefined);
  }

  /** Users must be taken in the order of the file. */
  of({ userId, digest }: CheckedBackup["users"][number]): UserSource {
    return { userId, stream: restoreStream(this.#backup), digest: () => Promise.resolve(digest), pages: (after) => this.#pages(userId, Number(after ?? 0)) };
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }

  async *#pages(userId: string, skipped: number): AsyncGenerator<SourcePage> {
    let [place, bytes] = [0, 0];
    let records: TransferRecord[] = [];
    for await (const record of this.#recordsOf(userId)) {
      place += 1;
      if (place <= skipped) continue;
      records.push(record);
      bytes += bytesOf(record);
      if (records.length < PAGE_RECORDS && bytes < PAGE_BYTES) continue;
      yield { position: String(place), records };
      [records, bytes] = [[], 0];
    }
    yield { position: String(place), records };
  }

  /** Passes over the users before. */
  async *#recordsOf(userId: string): AsyncGenerator<TransferRecord> {
    let isOwn = false;
    for (let next = await this.#lines.next(); next.done !== true; next = await this.#lines.next()) {
      const { line } = next.value;
      if (line.kind === "user") isOwn = line.user_id === userId;
      else if (line.kind === "user_end" && isOwn) return;
      else if (isOwn && line.kind !== "user_end" && line.kind !== "trailer") yield line;
    }
  }
}
