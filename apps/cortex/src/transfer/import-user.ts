import { wholeUser } from "@memory-cortex/models";
import { differingKinds } from "@memory-cortex/store";
import type { Digest, EndRecord, TransferRecord, TransferStore } from "@memory-cortex/store";

import { Problem } from "../problem.ts";
import { digestUser } from "./digest-user.ts";

/** Records with the place from which the source goes on behind them. */
export interface SourcePage {
  position: string;
  records: readonly TransferRecord[];
}

export interface UserSource {
  userId: string;
  /** Names the source: an import that was cut off goes on from the same one only. */
  stream: string;
  /** Pages behind a place, null for all; the record `end` comes last. */
  pages(after: string | null): AsyncIterable<SourcePage>;
  /** What the user must come to; asked when all pages are imported. */
  digest(): Promise<Digest>;
}

export interface ImportedUser {
  userId: string;
  digest: Digest;
  /** "resumed": went on where an earlier run was cut off. "known": an earlier run had brought it all. */
  outcome: "imported" | "resumed" | "known";
}

type Target = TransferStore;

function differs(userId: string, kinds: readonly string[]): Problem {
  return new Problem(`What was written of user "${userId}" is not what was read; these kinds differ: ${kinds.join(", ")}`, {
    code: "transfer_differs",
    fix: "The source was written to meanwhile, or the target is damaged. The user stays hidden: stop what writes to the source and run the same command with --restart.",
  });
}

interface Importing {
  target: Target;
  source: UserSource;
  onRecords(count: number): void;
}

/** Everything but the end, which makes the user seen. */
async function importPages({ target, source, onRecords }: Importing, after: string | null): Promise<{ end: EndRecord | null; position: string }> {
  let end: EndRecord | null = null;
  let position = after ?? "";
  for await (const page of source.pages(after)) {
    const records = page.records.filter((record) => record.kind !== "end");
    end = page.records.find((record) => record.kind === "end") ?? end;
    // The place of the page with the end is never kept: a run that is cut off before it asks for that page again.
    if (end === null) position = page.position;
    await target.importRecords(wholeUser(source.userId), { stream: source.stream, position, records });
    onRecords(records.length);
  }
  return { end, position };
}

/**
 * Brings one user into a store, or goes on with it. He is seen there only after what was written has been read again and compared with the source,
 * by counts and content hashes of each kind.
 */
export async function importUser(target: Target, source: UserSource, onRecords: (count: number) => void): Promise<ImportedUser> {
  const { userId, stream } = source;
  const realm = wholeUser(userId);
  const state = await target.importState(realm);
  if (state?.ended === true) return { userId, digest: await digestUser(target, userId), outcome: "known" };
  const { end, position } = await importPages({ target, source, onRecords }, state === null || state.position === "" ? null : state.position);
  if (end === null) throw new Problem(`The source of user "${userId}" ends too early`, { code: "transfer_differs", fix: "Run the command again." });
  const [expected, written] = [await source.digest(), await digestUser(target, userId)];
  const differing = differingKinds(expected, written);
  if (differing.length > 0) throw differs(userId, differing);
  await target.importRecords(realm, { stream, position, records: [end] });
  return { userId, digest: written, outcome: state === null ? "imported" : "resumed" };
}

/** Refuses users that are in the target already, unless by the same source; throws before anything is written. */
export async function requireRoom(target: Target & { userExists(realm: ReturnType<typeof wholeUser>): Promise<boolean> }, users: readonly { userId: string; stream: string }[], restart: boolean): Promise<void> {
  const taken: string[] = [];
  const begun: string[] = [];
  for (const { userId, stream } of users) {
    const realm = wholeUser(userId);
    const state = await target.importState(realm);
    if (state === null ? await target.userExists(realm) : state.ended && state.stream !== stream) taken.push(userId);
    else if (state?.ended === false && restart) await target.discardImport(realm);
    else if (state?.ended === false && state.stream !== stream) begun.push(userId);
  }
  const named = (ids: readonly string[]): string => ids.slice(0, 5).map((id) => `"${id}"`).join(", ") + (ids.length > 5 ? ` and ${ids.length - 5} more` : "");
  if (taken.length > 0) {
    throw new Problem(`The target holds these users already: ${named(taken)}`, { code: "target_not_empty", fix: "Nothing was written. Name another target, or the users that it lacks with --user." });
  }
  if (begun.length > 0) {
    throw new Problem(`These users were begun from another source: ${named(begun)}`, { code: "target_not_empty", fix: "Run that command to its end, or begin anew with --restart." });
  }
}
