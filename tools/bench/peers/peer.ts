/** Another memory with one store, asked side by side with ours. */
export interface Peer {
  name: string;
  /** Empties the store. */
  reset(): Promise<void>;
  add(turns: readonly { id: string; text: string }[]): Promise<void>;
  /** Ids, best first, and the milliseconds of the search with the question's embedding. */
  search(question: string, limit: number): Promise<{ ids: string[]; milliseconds: number }>;
  close(): Promise<void>;
}

/** A peer cannot be had here; the message says why. */
export class PeerUnavailable extends Error {}
