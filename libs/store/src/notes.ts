/** What recall keeps for its next answers, for some minutes: it may quote memories, so all notes of a user go when something of him is erased. */
export interface Note {
  /** Names the namespaces too where they matter. */
  key: string;
  body: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface NewNote extends Note {
  /** `Revisions.erasures` before what the note quotes was read. */
  erasures?: number;
}
