import type { Store } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import { getDocuments } from "../documents/get-documents.ts";
import { appendTurns } from "./append-turns.ts";
import { listSessions } from "./list-sessions.ts";
import { listTurns } from "./list-turns.ts";
import { openTurns } from "./open-turns.ts";
import { improvableWindows, openWindows } from "./open-windows.ts";
import { readAlignment } from "./read-alignment.ts";
import { revisions } from "./revisions.ts";
import { userExists } from "./user-exists.ts";

type ConversationMethods = Pick<
  Store,
  "userExists" | "revisions" | "readAlignment" | "appendTurns" | "listSessions" | "listTurns" | "openTurns" | "openWindows" | "improvableWindows" | "getDocuments"
>;

export function conversationMethods({ read, settled, write }: StoreParts): ConversationMethods {
  return {
    userExists: read(0, userExists),
    revisions: settled(0, revisions),
    readAlignment: read(1, readAlignment),
    appendTurns: write(1, appendTurns),
    listSessions: read(1, listSessions),
    listTurns: read(1, listTurns),
    openTurns: read(1, openTurns),
    openWindows: read(0, openWindows),
    improvableWindows: read(1, improvableWindows),
    getDocuments: read(1, getDocuments),
  };
}
