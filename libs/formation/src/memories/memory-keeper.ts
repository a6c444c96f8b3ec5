import type { Clock, Realm, RememberResponse } from "@memory-cortex/models";
import type { MemoryWrite, NewMemory, Store } from "@memory-cortex/store";

import { createMemoryDecider } from "../decide/index.ts";
import type { DeciderOptions, Decision } from "../decide/index.ts";

export interface MemoryKeeperOptions extends Pick<DeciderOptions, "ids" | "embedders"> {
  store: Pick<Store, "writeMemory" | "commitMemories" | "getMemory"> & DeciderOptions["store"];
  clock: Clock;
}

/** What a client is told, and whether there is a new memory. */
export interface Kept {
  answer: RememberResponse;
  wrote: boolean;
}

/** Decides a memory that a client tells against what is known, and writes what comes of it. Rules alone: the client waits for the answer. */
export function createMemoryKeeper({ store, ids, clock, embedders }: MemoryKeeperOptions): (home: Realm, memory: NewMemory) => Promise<Kept> {
  const decide = createMemoryDecider({ store, ids, ...(embedders === undefined ? {} : { embedders }) });

  async function write(home: Realm, writes: readonly MemoryWrite[]): Promise<void> {
    const telling = writes.filter((one) => one.action !== "addProvenance" || one.turnIds.length > 0);
    const [only] = telling;
    if (telling.length === 1) await store.writeMemory(home, only!);
    else if (telling.length > 1) await store.commitMemories(home, { writes: telling });
  }

  /** Whether a known memory holds all that a client says of the statement: a client that tells more of it means to keep it. */
  async function mayStandFor(home: Realm, id: string, { type, project, lifetime, topic, tags, validFrom, validTo }: NewMemory): Promise<boolean> {
    const known = await store.getMemory(home, id);
    if (known === null || known.type !== type || known.project !== project || known.lifetime !== lifetime) return false;
    return (topic === null || topic === known.topic) && tags.every((tag) => known.tags.includes(tag)) && (validFrom === null || validFrom === known.validFrom) && (validTo === null || validTo === known.validTo);
  }

  return async (home, memory) => {
    const { decision, writes } = await decide({ realm: home, memory, at: clock.now() });
    const stands = decision.outcome !== "known" || (await mayStandFor(home, decision.of, memory));
    const kept: MemoryWrite[] = stands ? writes : [...writes.filter(({ action }) => action === "end"), { action: "create", memory }];
    await write(home, kept);
    return { answer: answerOf(memory, stands ? decision : { outcome: "create", validTo: null, reason: "told with more" }), wrote: kept.some((one) => "memory" in one) };
  };
}

function answerOf({ id }: NewMemory, decision: Decision): RememberResponse {
  switch (decision.outcome) {
    case "known":
      return { id: decision.of, stored: false, outcome: decision.reinforce ? "reinforced" : "duplicate", of: decision.of };
    case "supersede":
      return { id, stored: true, outcome: "superseded", of: decision.of };
    case "conflict":
      return { id, stored: true, outcome: "conflict", ...(decision.with[0] === undefined ? {} : { of: decision.with[0] }) };
    case "create":
      return { id, stored: true, outcome: "created" };
  }
}
