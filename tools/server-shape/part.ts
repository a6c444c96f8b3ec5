/** A part of the server shape that can fail: ended at once, and brought back at the same address with what it had on disk. */
export interface Part {
  name: string;
  kill(): Promise<void>;
  /** Resolves when it answers again. */
  bringBack(): Promise<void>;
}
