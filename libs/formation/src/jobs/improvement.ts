import type { Memory, Realm } from "@memory-cortex/models";
import type { MemoryWrite, Store } from "@memory-cortex/store";
import { analyseQuery, contentHash } from "@memory-cortex/text";

import type { CaptureCandidate } from "../capture/candidate.ts";
import { captureByRules } from "../capture/capture-by-rules.ts";
import type { WindowDecision } from "../decide/index.ts";
import type { CaptureServices } from "./capture-services.ts";
import type { Revision } from "./commit-window.ts";
import type { OpenTurns } from "./find-candidates.ts";

/** Two statements about the same turns say the same when so many of the shorter one's words are in the other. */
const SAME_SHARE = 0.5;
const FOUND = 20;

/**
 * What a model says of turns that rules have captured already. A memory of the rules that rests on these turns only is replaced by what says
 * the same (a correction: it was this all along); what a person has ended, corrected or forgotten since does not come back in other words.
 * What the rules say of the turns is worked out once; what became of it since is read with each call of what this gives.
 */
export async function improvementOf({ store, clock, capture = captureByRules }: Pick<CaptureServices, "store" | "clock" | "capture">, { realm, open, context, signal }: OpenTurns, found: { candidates: readonly CaptureCandidate[] }): Promise<() => Promise<Revision>> {
  const rules = await capture({ turns: open, context, now: clock.now() });
  const turnIds = new Set(open.map(({ id }) => id));
  return async () => {
    const made = await madeByRules(store, { realm, rules, turnIds, now: clock.now(), signal });
    const forgotten = new Set(await store.forgottenHashes(realm, rules.map(({ text }) => contentHash(text)), { signal, patient: true }));
    const standing = made.filter(({ retiredAt, supersededBy, conflictStatus }) => retiredAt === null && supersededBy === null && conflictStatus === null);
    const gone = [...rules.filter(({ text }) => forgotten.has(contentHash(text))).map(({ text }) => text), ...made.filter(({ retiredAt }) => retiredAt !== null).map(({ text }) => text)];
    return {
      candidates: found.candidates.filter(({ text }) => !gone.some((ended) => saysTheSame(text, ended))),
      settle: (decision) => replaced(decision, { standing, at: clock.now() }),
    };
  };
}

interface Made {
  realm: Realm;
  rules: readonly CaptureCandidate[];
  turnIds: ReadonlySet<string>;
  now: number;
  signal: AbortSignal;
}

/** Memories that the rules made of the turns and of nothing else, ended ones too. */
async function madeByRules(store: Pick<Store, "searchText" | "getDocuments">, { realm, rules, turnIds, now, signal }: Made): Promise<Memory[]> {
  const hashes = new Set(rules.map(({ text }) => contentHash(text)));
  const filter = { kinds: ["memory"] as const, includeHistory: true, now };
  const hits = await Promise.all(rules.map(({ text }) => store.searchText(realm, { terms: analyseQuery(text), filter, limit: FOUND, window: 0 }, { signal, patient: true })));
  const ids = new Set(hits.flat().map(({ ref }) => ref.id));
  const documents = await store.getDocuments(realm, [...ids], { signal, patient: true });
  return documents.filter((document) => document.kind === "memory").filter(({ contentHash: hash, source, provenance }) => hashes.has(hash) && source === "capture:rules" && provenance.every((id) => turnIds.has(id)));
}

/** Each memory of the rules gives way to the first statement that says the same. */
function replaced({ decided, writes }: WindowDecision, { standing, at }: { standing: readonly Memory[]; at: number }): MemoryWrite[] {
  const left = new Map(standing.map((memory) => [memory.id, memory]));
  const result: MemoryWrite[] = [];
  for (const { proposal, writes: own } of decided) {
    const { memory } = proposal;
    const named = own.flatMap((write) => ("memoryId" in write ? [write.memoryId] : write.action === "conflict" ? [...write.with] : []));
    const old = [...left.values()].find(({ id, text }) => named.includes(id) || saysTheSame(memory.text, text));
    if (own.length === 0 || old === undefined || !isReplaceable(own, left)) {
      result.push(...own);
      continue;
    }
    left.delete(old.id);
    if (old.contentHash !== memory.contentHash) result.push({ action: "supersede", memoryId: old.id, memory: { ...memory, supersedes: old.id }, at, change: "correction" });
  }
  return decided.length === 0 ? writes : result;
}

/** Whether what was decided touches nothing but the memories of the rules: what it ends or joins beyond them has to stay decided. */
function isReplaceable(writes: readonly MemoryWrite[], standing: ReadonlyMap<string, Memory>): boolean {
  return writes.every((write) => {
    if (write.action === "create") return true;
    if (write.action === "conflict") return write.with.every((id) => standing.has(id));
    return standing.has(write.memoryId);
  });
}

function saysTheSame(left: string, right: string): boolean {
  const [one, other] = [new Set(analyseQuery(left)), new Set(analyseQuery(right))];
  const shared = [...one].filter((term) => other.has(term)).length;
  return shared > 0 && shared >= Math.min(one.size, other.size) * SAME_SHARE;
}
