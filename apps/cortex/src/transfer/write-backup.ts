import { CortexError, wholeUser } from "@memory-cortex/models";
import { TransferDigest } from "@memory-cortex/store";
import type { Digest, TransferStore } from "@memory-cortex/store";

import { Problem } from "../problem.ts";
import { recordLine } from "./record-schema.ts";
import type { BackupHeader } from "./backup-lines.ts";
import { BackupWriter } from "./backup-writer.ts";
import { exportUser } from "./export-user.ts";

/** A user that is written to all the time, in a store without snapshots. */
const ATTEMPTS = 5;

export interface BackedUp {
  userId: string;
  digest: Digest;
}

export interface BackupRequest {
  store: Pick<TransferStore, "exportPage">;
  path: string;
  header: BackupHeader;
  users: readonly string[];
  onRecords(count: number): void;
}

async function* one(line: unknown): AsyncGenerator<string> {
  yield JSON.stringify(line);
}

class Backup {
  readonly #request: BackupRequest;
  readonly #writer: BackupWriter;
  readonly #done: BackedUp[] = [];
  #records = 0;

  constructor(request: BackupRequest, writer: BackupWriter) {
    this.#request = request;
    this.#writer = writer;
  }

  async run(): Promise<{ users: BackedUp[]; bytes: number }> {
    await this.#writer.append(one(this.#request.header));
    for (const userId of this.#request.users) await this.#user(userId, ATTEMPTS);
    await this.#writer.append(one({ kind: "trailer", users: this.#done.length, records: this.#records }));
    await this.#writer.finish();
    return { users: this.#done, bytes: this.#writer.bytes };
  }

  async #user(userId: string, attempts: number): Promise<void> {
    const digest = new TransferDigest();
    try {
      await this.#writer.append(this.#lines(userId, digest));
    } catch (error) {
      if (!(CortexError.isInstance(error) && error.code === "export_changed") || attempts <= 1) throw error;
      return this.#user(userId, attempts - 1);
    }
    this.#records += digest.records + 1;
    this.#done.push({ userId, digest: digest.value });
  }

  async *#lines(userId: string, digest: TransferDigest): AsyncGenerator<string> {
    yield JSON.stringify({ kind: "user", user_id: userId });
    let isWhole = false;
    for await (const { records } of exportUser(this.#request.store, wholeUser(userId), null)) {
      for (const record of records) {
        if (record.kind === "end") isWhole = true;
        else digest.add(record);
        yield recordLine(record);
      }
      this.#request.onRecords(records.length);
    }
    if (!isWhole) throw new Problem(`Nothing is known of user "${userId}", or he is being restored`, { code: "unknown_user", fix: "Name users that `cortex backup` finds, or leave --user away." });
    yield JSON.stringify({ kind: "user_end", user_id: userId, digest: digest.value });
  }
}

/** Writes a whole file, or none. */
export async function writeBackup(request: BackupRequest): Promise<{ users: BackedUp[]; bytes: number }> {
  const writer = await BackupWriter.begin(request.path);
  try {
    return await new Backup(request, writer).run();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
