/** Key of a node that is unique within its user. As JSON, because a user id may hold any character: no two lists give one key. */
export function keyOf(userId: string, ...parts: readonly (string | number)[]): string {
  return JSON.stringify([userId, ...parts]);
}
