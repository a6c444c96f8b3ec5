import type { Readable } from "node:stream";

/** A file to be read: on the disk, or inside a zip. */
export interface SourceFile {
  /** Where it is in what was named, with forward slashes; its bare name when it was named itself. */
  name: string;
  /** Its path on the disk; null inside a zip. */
  path: string | null;
  /** Its bytes from the beginning, each time. */
  open(): Promise<Readable>;
}

/** "conversations.json, line 12": where a person finds a record. */
export const lineOf = (file: SourceFile, line: number): string => `${file.name}, line ${line}`;
