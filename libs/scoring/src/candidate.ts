/** What relevance scoring knows of a candidate. Structural: any document reference of a store fits. */
export interface Candidate {
  readonly id: string;
  readonly kind: "memory" | "turn" | "chunk";
  /** Null outside a session. */
  readonly sessionKey: string | null;
  readonly position: number | null;
  /** Words of the text. */
  readonly words: number;
  readonly role: string | null;
  readonly speaker: string | null;
}
