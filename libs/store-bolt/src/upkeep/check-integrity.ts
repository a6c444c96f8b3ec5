import type { Realm } from "@memory-cortex/models";
import type { CallOptions, IntegrityReport } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import type { Connection } from "../connection/connection.ts";
import { checkUserQuery } from "../queries/check-user.ts";
import { checkConversations } from "./check-conversations.ts";
import { checkDocuments } from "./check-documents.ts";
import { checkGraph } from "./check-graph.ts";
import { checkTerms } from "./check-terms.ts";
import { checkVectors } from "./check-vectors.ts";
import type { Check, CheckedUser } from "./checked-user.ts";

const CHECKS: readonly Check[] = [checkConversations, checkDocuments, checkTerms, checkVectors, checkGraph];
/** How often a check that met a write is done again before it holds the writers. */
const FREE_ATTEMPTS = 2;
/** How long it may hold them, milliseconds: a million turns take some minutes. */
const LONGEST_HOLD = 900_000;

async function findProblems(call: BoltCall, user: CheckedUser): Promise<string[]> {
  const problems = await Promise.all(CHECKS.map((check) => check(call, user)));
  return problems.flat();
}

async function readUser({ transaction }: BoltCall): Promise<CheckedUser | undefined> {
  const [user] = await transaction.run<CheckedUser>(checkUserQuery);
  return user;
}

async function findUnderLock(call: BoltCall): Promise<string[]> {
  const user = await readUser(call);
  return user === undefined ? [] : findProblems(call, user);
}

/**
 * Compares what the user's nodes count with what they count, a stretch at a time. Writers are not held meanwhile; what is found while somebody
 * writes may be half of his write, so it is looked for again, in the end under the user's lock. The files of the server are its own to check.
 */
export async function checkIntegrity(connection: Connection, realm: Realm, options: CallOptions | undefined): Promise<IntegrityReport> {
  for (let attempt = 0; attempt < FREE_ATTEMPTS; attempt += 1) {
    const user = await connection.readSettled(realm, options, readUser);
    const problems = user === undefined ? [] : await connection.read(realm, options, (call) => findProblems(call, user));
    if (problems.length === 0) return { ok: true, problems };
    const after = await connection.readSettled(realm, options, readUser);
    if (after?.writes === user?.writes) return { ok: false, problems };
  }
  const problems = await connection.write(realm, options, findUnderLock, { makesUser: false, whileImporting: true, limit: LONGEST_HOLD });
  return { ok: problems.length === 0, problems };
}
