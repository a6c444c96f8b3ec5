import { loadConfig } from "@memory-cortex/config";
import type { CortexConfig } from "@memory-cortex/config";
import type { Store } from "@memory-cortex/store";

import { plural } from "../terminal/format.ts";
import { countRecords, summaryOf } from "../transfer/count-records.ts";
import { importUser } from "../transfer/import-user.ts";
import type { ImportedUser, UserSource } from "../transfer/import-user.ts";

export interface TransferOptions {
  json?: boolean;
  user?: string[];
  home?: string;
  restart?: boolean;
}

export const configOf = ({ home }: TransferOptions): CortexConfig => loadConfig({ overrides: home === undefined ? {} : { home } }).config;

/** Closed however the work ends. */
export async function withStore<Result>(store: Store, work: (store: Store) => Promise<Result>): Promise<Result> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Each user after the other; what was brought stays when a later one fails. */
export async function importAll(target: Store, sources: readonly UserSource[], onRecords: (count: number) => void): Promise<ImportedUser[]> {
  const imported: ImportedUser[] = [];
  for (const source of sources) imported.push(await importUser(target, source, onRecords));
  return imported;
}

export function importedLines(verb: string, imported: readonly ImportedUser[], to: string): string[] {
  const known = imported.filter(({ outcome }) => outcome === "known").length;
  const resumed = imported.filter(({ outcome }) => outcome === "resumed").length;
  const notes = [...(resumed === 0 ? [] : [`${resumed} went on where a run was cut off`]), ...(known === 0 ? [] : [`${known} were there from an earlier run`])];
  const counts = summaryOf(countRecords(imported.map(({ digest }) => digest)));
  return [`${verb} ${plural(imported.length, "user")} to ${to}, compared by counts and content: ${counts}.${notes.length === 0 ? "" : ` Of these, ${notes.join(", ")}.`}`];
}

export function importedValue(imported: readonly ImportedUser[]): object {
  return { users: imported.map(({ userId, outcome, digest }) => ({ user_id: userId, outcome, records: digest })), records: countRecords(imported.map(({ digest }) => digest)) };
}
