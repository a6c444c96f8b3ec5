import { keyOf } from "../records/keys.ts";

/** Key of a space: its number counts within its user. */
export const spaceKey = (userId: string, spaceId: number): string => keyOf(userId, spaceId);
/** What the keys of the vectors of a space begin with, before the id of the document. */
export const vectorKey = (userId: string, spaceId: number, documentId: string): string => keyOf(userId, spaceId, documentId);
/** The vectors of one namespace in a space. */
export const scopeKey = (userId: string, spaceId: number, namespace: string): string => keyOf(userId, spaceId, namespace);

/** Label and name of the index of a space that is large; `number` counts over all users: a whole number is all that gets into the text of a statement. */
export function spaceIndex(number: number): { label: string; name: string } {
  const whole = Math.trunc(number);
  return { label: `SpaceVector${whole}`, name: `space_vector_${whole}` };
}
