import type { Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { expand } from "../graph/expand.ts";
import { findEntities, findNamed, getEntity, listEntities } from "../graph/entities.ts";
import { findRelations } from "../graph/find-relations.ts";
import { mergeEntities, unmergeEntity } from "../graph/merges.ts";
import { commitCapture, commitMemories, writeMemory } from "./commit.ts";
import { listConflicts, resolveConflict } from "./conflicts.ts";
import { eraseMemory } from "./erase-memory.ts";
import { eraseTurns } from "./erase-turns.ts";
import { findByContentHash, forgottenHashes, getMemory, history, listMemories, touch } from "./memories.ts";
import { retireExpired } from "./retire-expired.ts";
import { retireMemory } from "./retire-memory.ts";

type Writes = "writeMemory" | "commitMemories" | "commitCapture" | "retireMemory" | "retireExpired" | "eraseMemory" | "eraseTurns" | "touch" | "resolveConflict" | "mergeEntities" | "unmergeEntity";
type Reads = "getMemory" | "findByContentHash" | "forgottenHashes" | "listMemories" | "history" | "listConflicts";
type GraphReads = "findEntities" | "findNamed" | "listEntities" | "getEntity" | "findRelations" | "expand";

/** Everything of what is known: memories, their versions and conflicts, and the graph. */
export function knowledgeMethods({ read, write }: StoreParts): Pick<Store, Writes | Reads | GraphReads> {
  return {
    writeMemory: write(1, writeMemory),
    commitMemories: write(1, commitMemories),
    commitCapture: write(1, commitCapture),
    retireMemory: write(1, retireMemory),
    retireExpired: write(1, retireExpired),
    eraseMemory: write(1, eraseMemory),
    eraseTurns: write(1, eraseTurns),
    touch: write(1, touch),
    resolveConflict: write(1, resolveConflict),
    mergeEntities: write(1, mergeEntities),
    unmergeEntity: write(1, unmergeEntity),
    getMemory: read(1, getMemory),
    findByContentHash: read(1, findByContentHash),
    forgottenHashes: read(1, forgottenHashes),
    listMemories: read(2, listMemories),
    history: read(1, history),
    listConflicts: read(1, listConflicts),
    findEntities: read(1, findEntities),
    findNamed: read(1, findNamed),
    listEntities: read(1, listEntities),
    getEntity: read(1, getEntity),
    findRelations: read(1, findRelations),
    expand: read(1, expand),
  };
}
