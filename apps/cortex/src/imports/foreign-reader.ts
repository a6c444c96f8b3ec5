import type { CortexClient } from "@memory-cortex/client";

import type { Conversation, Defaults } from "../ingest/conversation.ts";
import type { Piece } from "./piece.ts";
import type { SourceFile } from "./source/source-file.ts";

/** What of a file is seen before anybody knows its format. */
export type Sample =
  | { kind: "database"; tables: readonly string[] }
  /** The first few records of JSON, JSON Lines or CSV. */
  | { kind: "records"; records: readonly object[] };

export interface ReadContext {
  defaults: Defaults;
  /** Ids that senders of an agent's chats have when they are the user himself. */
  owner: ReadonlySet<string>;
  /** Epoch milliseconds of the run. */
  now: number;
}

/** Reads the files of one format. It sends nothing and throws only what ends the whole run: what is wrong in a file is a piece of its own. */
export interface ForeignReader {
  /** Whether a file of a folder or zip is one of its own, by its name there. A file that is named itself is always read. */
  holds(name: string): boolean;
  /** Whether a file begins as its own do. */
  recognises(sample: Sample): boolean;
  /** The same pieces in the same order each time, as long as the file is the same: an interrupted import counts them. */
  read(file: SourceFile, context: ReadContext): AsyncIterable<Piece>;
  /** Takes out of a conversation what the service has from elsewhere, where it cannot know by itself that it is the same. */
  leaveOutKnown?(conversation: Conversation, client: CortexClient): Promise<Conversation>;
}
