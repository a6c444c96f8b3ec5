import type { Role } from "@memory-cortex/models";
import { contentHash, normaliseForHash } from "@memory-cortex/text";

/** What makes two messages the same by content: who says it, and the text up to white space at line ends and Unicode form. */
export function turnHash({ role, speaker, text }: { role: Role; speaker: string | null; text: string }): string {
  return contentHash(JSON.stringify([role, speaker, normaliseForHash(text)]));
}
