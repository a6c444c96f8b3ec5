import { wholeUser } from "@memory-cortex/models";
import type { Memory, Turn } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import type { Talk } from "./talk.ts";

const LIMIT = 100_000;

/** All turns of a session, in order. */
export async function turnsOf(store: Store, userId: string, sessionId: string): Promise<Turn[]> {
  return (await store.listTurns(wholeUser(userId), { sessionId, after: -1, limit: LIMIT }))?.turns ?? [];
}

const memoriesOf = async (store: Store, userId: string): Promise<Memory[]> =>
  (await store.listMemories(wholeUser(userId), { includeHistory: true, now: Date.now() }, { limit: LIMIT })).items;

/** What is lost, doubled or left undone of what a talk got acknowledged; empty when all is well. */
export async function faultsOfTalk(store: Store, talk: Talk): Promise<string[]> {
  const faults: string[] = [];
  for (const { sessionId, said, acknowledged } of talk.sessions) {
    const stored = await turnsOf(store, talk.userId, sessionId);
    const texts = stored.map(({ text }) => text);
    const lost = said.slice(0, acknowledged).findIndex(({ content }, index) => texts[index] !== content);
    if (lost >= 0) faults.push(`${sessionId}: turn ${lost} of ${acknowledged} acknowledged is "${texts[lost] ?? "missing"}" and should be "${said[lost]!.content}"`);
    // The last request may have been kept without its answer arriving.
    if (stored.length > said.length) faults.push(`${sessionId}: ${stored.length} turns are kept of ${said.length} that were said`);
    if (stored.some(({ position }, index) => position !== index)) faults.push(`${sessionId}: positions have gaps`);
  }
  return [...faults, ...(await faultsOfMemories(store, talk))];
}

/** Each statement is one memory that rests on one turn; each "I moved to …" has taken the place of the one before, in one line. */
async function faultsOfMemories(store: Store, talk: Talk): Promise<string[]> {
  const memories = await memoriesOf(store, talk.userId);
  const faults = talk.statements().flatMap((statement) => {
    const found = memories.filter(({ text }) => text.includes(statement.slice(0, -1)));
    return found.length === 1 && found[0]!.provenance.length === 1 ? [] : [`"${statement}" is ${found.length} memories, which rest on ${JSON.stringify(found.map(({ provenance }) => provenance.length))} turns`];
  });
  return [...faults, ...talk.sessions.flatMap(({ mover }) => faultsOfLine(memories, mover))];
}

function faultsOfLine(memories: readonly Memory[], mover: string): string[] {
  const versions = memories.filter(({ text, speaker }) => speaker === mover && text.includes("I moved to"));
  const current = versions.filter(({ validTo }) => validTo === null).length;
  const isForked = new Set(versions.map(({ supersedes }) => supersedes)).size !== versions.length;
  const line = (): string => JSON.stringify(versions.map(({ id, text, supersedes, supersededBy }) => ({ id: id.slice(-6), text, supersedes: supersedes?.slice(-6), supersededBy: supersededBy?.slice(-6) })));
  return [
    ...(versions.length > 0 && current !== 1 ? [`${mover} lives in ${current} places: ${line()}`] : []),
    ...(isForked ? [`the versions of where ${mover} lives fork: ${line()}`] : []),
  ];
}

/** What is wrong with the whole of a user: windows that were never captured, doubled memories, documents without a vector, what the store itself finds. */
export async function faultsOfUser(store: Store, userId: string): Promise<string[]> {
  const memories = await memoriesOf(store, userId);
  const doubled = memories.length - new Set(memories.map(({ namespace, contentHash }) => `${namespace} ${contentHash}`)).size;
  const open = (await store.openWindows(wholeUser(userId))).map(({ sessionId, openTurns }) => `${sessionId}: ${openTurns} turns were never captured`);
  const spaces = await store.spaces(wholeUser(userId));
  const lacking = spaces.filter(({ missing }) => missing > 0).map(({ space, missing }) => `${userId}: ${missing} documents have no vector of ${space.embedder}`);
  const { problems } = await store.checkIntegrity(wholeUser(userId));
  return [...open, ...(doubled === 0 ? [] : [`${userId}: ${doubled} memories stand twice`]), ...(spaces.length === 0 ? [`${userId}: no vectors at all`] : lacking), ...problems.map((problem) => `${userId}: ${problem}`)];
}
