import type { Clock, Realm, RememberResponse } from "@memory-cortex/models";
import type { CommitResult, MemoryWrite, NewMemory, Store } from "@memory-cortex/store";

import type { Attempt } from "../decide-again.ts";
import { createMemoryDecider } from "../decide/index.ts";
import type { DeciderOptions, Decision } from "../decide/index.ts";
import { graphPartsOf } from "../entities/graph-parts.ts";
import type { GraphContext } from "../entities/graph-parts.ts";
import { candidateOfMemory } from "./candidate-of-memory.ts";

export interface MemoryKeeperOptions extends Pick<DeciderOptions, "ids" | "embedders"> {
  store: Pick<Store, "commitMemories" | "getMemory"> & DeciderOptions["store"] & GraphContext["store"];
  clock: Clock;
}

/** What a client is told, and whether there is a new memory. */
export interface Kept {
  answer: RememberResponse;
  wrote: boolean;
}

/** A memory to be decided, and the revision of what is known that the decision will rest on. */
export interface Told {
  home: Realm;
  memory: NewMemory;
  basedOn: number;
}

/** Decides a memory that a client tells against what is known, and writes what comes of it. Rules alone: the client waits for the answer. */
export function createMemoryKeeper({ store, ids, clock, embedders }: MemoryKeeperOptions): (told: Told) => Promise<Attempt<Kept>> {
  const decide = createMemoryDecider({ store, ids, ...(embedders === undefined ? {} : { embedders }) });

  /** With the names and facts in it, so that what is told meets what is said. A name that may be one of several stays apart: nobody is asked. */
  async function write({ home, memory, basedOn }: Told, writes: readonly MemoryWrite[]): Promise<CommitResult> {
    const telling = writes.filter((one) => one.action !== "addProvenance" || one.turnIds.length > 0);
    if (telling.length === 0) return { outcome: "committed" };
    const { ambiguous: _, ...graph } = await graphPartsOf({ store, ids, realm: home, at: memory.createdAt }, { turns: [], candidates: [candidateOfMemory(memory)], writes: telling });
    return store.commitMemories(home, { writes: telling, ...graph, basedOn });
  }

  /** Whether a known memory holds all that a client says of the statement: a client that tells more of it means to keep it. */
  async function mayStandFor(home: Realm, id: string, { type, project, lifetime, topic, tags, validFrom, validTo }: NewMemory): Promise<boolean> {
    const known = await store.getMemory(home, id);
    if (known === null || known.type !== type || known.project !== project || known.lifetime !== lifetime) return false;
    return (topic === null || topic === known.topic) && tags.every((tag) => known.tags.includes(tag)) && (validFrom === null || validFrom === known.validFrom) && (validTo === null || validTo === known.validTo);
  }

  return async (told) => {
    const { home, memory } = told;
    const { decision, writes } = await decide({ realm: home, memory, at: clock.now() });
    const stands = decision.outcome !== "known" || (await mayStandFor(home, decision.of, memory));
    const kept: MemoryWrite[] = stands ? writes : [...writes.filter(({ action }) => action === "end"), { action: "create", memory }];
    const { outcome } = await write(told, kept);
    if (outcome === "stale") return { outcome };
    const answer = answerOf(memory, stands ? decision : { outcome: "create", validTo: null, reason: "told with more" });
    return { outcome: "done", result: { answer, wrote: kept.some((one) => "memory" in one) } };
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
