import { differingKinds, TransferDigest } from "@memory-cortex/store";
import type { Digest } from "@memory-cortex/store";

import type { BackupHeader, BackupLine } from "./backup-lines.ts";
import { damaged, readBackup } from "./read-backup.ts";

export interface CheckedUser {
  userId: string;
  records: number;
  /** Without the record `end`. */
  digest: Digest;
}

export interface CheckedBackup {
  header: BackupHeader;
  users: CheckedUser[];
}

/** Follows the lines of a file and throws at the first that does not belong where it stands. */
class Checker {
  readonly users: CheckedUser[] = [];
  isWhole = false;
  #records = 0;
  #userId: string | null = null;
  #digest = new TransferDigest();
  #isEnded = false;

  /** What is wrong with the line in its place; null when nothing is. */
  take(line: BackupLine): string | null {
    if (this.isWhole) return "there is something behind the last line";
    switch (line.kind) {
      case "user":
        return this.#begin(line.user_id);
      case "user_end":
        return this.#end(line.user_id, line.digest);
      case "trailer":
        return this.#close(line);
      default:
        return this.#add(line);
    }
  }

  #begin(userId: string): string | null {
    if (this.#userId !== null) return "a user begins within another one";
    if (this.users.some((user) => user.userId === userId)) return "a user comes twice";
    [this.#userId, this.#digest, this.#isEnded] = [userId, new TransferDigest(), false];
    return null;
  }

  #add(record: Exclude<BackupLine, { kind: "user" | "user_end" | "trailer" }>): string | null {
    if (this.#userId === null || this.#isEnded) return "a record stands outside of a user";
    this.#records += 1;
    if (record.kind === "end") this.#isEnded = true;
    else this.#digest.add(record);
    return null;
  }

  #end(userId: string, digest: Digest): string | null {
    if (userId !== this.#userId || !this.#isEnded) return "a user ends who is not whole";
    const differing = differingKinds(digest, this.#digest.value);
    if (differing.length > 0) return `the user's records of these kinds are not those that were written: ${differing.join(", ")}`;
    this.users.push({ userId, digest, records: this.#digest.records });
    this.#userId = null;
    return null;
  }

  #close({ users, records }: { users: number; records: number }): string | null {
    if (this.#userId !== null || users !== this.users.length || records !== this.#records) return "users or records are missing";
    this.isWhole = true;
    return null;
  }
}

/** Reads a whole backup before anything of it is used. Throws a problem that names the line. */
export async function checkBackup(path: string, onRecord: (records: number) => void = () => undefined): Promise<CheckedBackup> {
  const checker = new Checker();
  let header: BackupHeader | null = null;
  let last = 1;
  for await (const { number, line } of readBackup(path, (found) => (header = found))) {
    const wrong = checker.take(line);
    if (wrong !== null) throw damaged(`line ${number}`, wrong);
    last = number;
    onRecord(number);
  }
  if (!checker.isWhole || header === null) throw damaged(`line ${last + 1}`, "the file ends too early");
  return { header, users: checker.users };
}
