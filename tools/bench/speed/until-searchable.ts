import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import Database from "better-sqlite3";

import { realmFileName } from "@memory-cortex/store-sqlite";

const POLL_MS = 25;
const LIMIT_MS = 3_600_000;

/** A turn that lacks a vector where searches look: in the spaces that serve, and in those of a model of which none does yet. */
const UNSEARCHABLE = `SELECT 1 FROM space s JOIN pending p ON p.space = s.id JOIN document d ON d.rid = p.rid
  WHERE d.kind = 'turn' AND (s.state = 'active' OR NOT EXISTS (SELECT 1 FROM space other WHERE other.embedder = s.embedder AND other.state = 'active')) LIMIT 1`;

/**
 * Resolves when every turn of the user that is in the file of the home can be found by meaning; memories that captures make of them may still be missing.
 * At once without a model. Looks into the file beside the running service, which is not held up by it.
 */
export async function untilSearchable(home: string, user: string): Promise<void> {
  const file = new Database(join(home, "realms", realmFileName(user)), { readonly: true, fileMustExist: true });
  try {
    const unsearchable = file.prepare(UNSEARCHABLE);
    const start = performance.now();
    while (unsearchable.get() !== undefined) {
      if (performance.now() - start > LIMIT_MS) throw new Error("Turns were not searchable by meaning within an hour.");
      await wait(POLL_MS);
    }
  } finally {
    file.close();
  }
}
